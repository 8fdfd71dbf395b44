import Testing
import WHATWGURL

@Suite("Credentials in texts")
struct CredentialMaskTests {
    @Test(
        "User names and passwords are masked, in URLs and in other texts",
        arguments: [
            ("ftp://u:sekret@h/x", "ftp://…@h/x"), ("http://u:sekret@[::bad/x: no", "http://…@[::bad/x: no"),
            ("line 3: http://u:sekret@h:99999/", "line 3: http://…@h:99999/"), ("http:/u:sekret@h", "http:/…@h"),
            (#"http:\\u:sekret@h"#, #"http:\\…@h"#), ("http://token@h/", "http://…@h/"),
            ("//u:sekret@h/", "//…@h/"), ("http://u:se@kret@h/", "http://…@h/"),
            ("http://u:se/kret@h/", "http://…@h/"), ("http://u:se kret@h/", "http://…@h/"),
            ("http://a:sekret@h, http://b:sekret@h", "http://…@h, http://…@h"), ("http://u:sekret@", "http://…@"),
        ])
    func masked(text: String, shown: String) { #expect(CredentialMask.masked(text) == shown) }

    @Test(
        "A text without credentials stays the same",
        arguments: [
            "", "@", "me@example.org", "http://h/@me/x", "http://h:80/a@b", "http://[::1]:8/a@b", "/a//b@c", "a/b@c",
            "http://h: x@y", "http://h/?a=b@c", "http://h",
        ])
    func unchanged(text: String) { #expect(CredentialMask.masked(text) == text) }
}
