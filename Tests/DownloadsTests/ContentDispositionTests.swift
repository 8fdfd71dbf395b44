import Downloads
import TestSupport
import Testing

@Suite("Content-Disposition")
struct ContentDispositionTests {
    @Test(
        "The file name is parsed as RFC 6266 and RFC 8187 say",
        arguments: [
            ("attachment; filename=a.txt", "a.txt"),
            ("attachment; filename=\"a b.txt\"", "a b.txt"),
            ("attachment; FILENAME = \"a.txt\" ; x=y", "a.txt"),
            ("attachment; filename=\"a\\\"b;c.txt\"", "a\"b;c.txt"),
            ("inline;filename=a.txt", "a.txt"),
            ("filename=a.txt", "a.txt"),
            ("attachment; filename=\"plain.txt\"; filename*=UTF-8''na%C3%AFve%20file.txt", "na\u{EF}ve file.txt"),
            ("attachment; filename*=utf-8'en'x%2F..%2Fy; filename=z", "x/../y"),
            ("attachment; filename*=iso-8859-1''%E9.txt", "\u{E9}.txt"),
            ("attachment; filename*=UTF-8''%FF; filename=good.txt", "good.txt"),
            ("attachment; filename*=UTF-8''%+1; filename=good.txt", "good.txt"),
            ("attachment; filename*=koi8-r''%C1; filename=good.txt", "good.txt"),
            ("attachment; filename=first; filename=second", "first"),
            ("attachment; filename=\"unterminated", "unterminated"),
            ("attachment; a=\"filename=no\"; filename=yes", "yes"),
        ])
    func reads(value: String, expected: String) {
        #expect(ContentDisposition.fileName(value) == expected)
    }

    @Test(
        "A file name has no long runs of combining characters",
        arguments: [
            HostileText.combiningRun, "\"\(HostileText.combiningRun)\"; \(HostileText.combiningRun)=x",
            "a; filename*=UTF-8''e\(String(repeating: "%CC%81%CC%96", count: 1_000))",
        ])
    func combiningRuns(value: String) throws {
        let name = try #require(ContentDisposition.fileName("attachment; filename=\(value)"))
        #expect(HostileText.longestCombiningRun(in: name) == 30)
    }

    @Test(
        "A field without a file name gives none",
        arguments: ["", "attachment", "attachment; ", ";;;", "attachment; filename", "form-data; name=a"])
    func none(value: String) {
        #expect(ContentDisposition.fileName(value) == nil)
    }
}
