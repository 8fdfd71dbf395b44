import LinkHarvest
import Testing

@Suite("Syntax of values with URLs")
struct AddressSyntaxTests {
    private func raws(_ attribute: String, _ value: String, element: String = "img") throws -> [String] {
        let escaped = value.replacing("&", with: "&amp;").replacing("\"", with: "&quot;")
        return try harvest("<\(element) \(attribute)=\"\(escaped)\">", keepsDuplicates: true, includesInvalid: true)
            .map(\.raw)
    }

    @Test(
        "srcset is parsed as the HTML Standard says",
        arguments: [
            ("a 1x, b 2x", ["a", "b"]), ("a, b 2x", ["a", "b"]), ("a,b", ["a,b"]), (" ,, a 1x ,,b", ["a", "b"]),
            ("a,", ["a"]),
            ("a,,, b", ["a", "b"]), ("data:,x 1x, b", ["data:,x", "b"]), ("a 1x 2x, b", ["b"]), ("a 1w 2h", ["a"]),
            ("a 1h", []),
            ("a 1w 1x", []), ("a 0w", []), ("a -1x", []), ("a -0x", ["a"]), ("a 1.5e3x", ["a"]), ("a .5x", ["a"]),
            ("a 1.x", []),
            ("a +1x", []), ("a 1y, b", ["b"]), ("a (1x, b 2x), c", ["c"]), ("a (", []), ("", []), (",", []),
            ("a\n1x,\tb", ["a", "b"]),
            ("a 1x,b 2x", ["a", "b"]), ("a 1w,, b 2w", ["a", "b"]), ("a x", []), ("a 1ex", []),
        ])
    func srcset(value: String, expected: [String]) throws {
        #expect(try raws("srcset", value) == expected)
    }

    @Test(
        "A refresh is parsed as the HTML Standard says",
        arguments: [
            ("0;url=x", ["x"]), ("0; URL = 'x y' z", ["x y"]), ("5,x", ["x"]), ("5 x", ["x"]), ("5;;x", [";x"]),
            ("0;", []), ("0", []),
            (" 1.5.3;\turl=x", ["x"]), (".5;x", ["x"]), (";x", []), ("x", []), ("-1;x", []), ("0;url", ["url"]),
            ("0;urlx", ["urlx"]),
            ("0;ur=x", ["ur=x"]), ("0;url=\"x'y\"", ["x'y"]), ("0;url=\"x", ["x"]), ("0;'x'", ["x"]),
            ("0;url='x\"y", ["x\"y"]),
            ("0;url=", [""]), ("0x;y", []), ("", []), ("0 , url=x", ["x"]),
        ])
    func refresh(value: String, expected: [String]) throws {
        #expect(try raws("http-equiv=refresh content", value, element: "meta") == expected)
    }

    @Test(
        "The URLs of url(), @import and image-set() are found in CSS",
        arguments: [
            ("a:url(x)", ["x"]), ("a:url( \"x y\" )", ["x y"]), ("a:URL('x')", ["x"]), ("a:url(x y)", []),
            ("a:url(x\\)y)", ["x)y"]),
            ("a:url(\\26 x)", ["&x"]), ("a:url(x", ["x"]), ("@import 'x';@import url(y) print;", ["x", "y"]),
            ("@import '';a:url(x)", ["x"]), ("a:image-set('' 1x, 'b' 2x)", ["b"]),
            ("/* url(x) */a:url(y)", ["y"]),
            ("content:'url(x)'", []), ("a:image-set('x' 1x, url(y) 2x), 'z'", ["x", "y"]),
            ("a:-webkit-image-set('x' 1x)", ["x"]),
            ("@namespace url(x);a:url(y)", ["y"]), ("@charset 'x';a:url(y)", ["y"]), ("a:src('x')", ["x"]),
            ("a:my-url(x)", []),
            ("a:url()", []), ("a:'x\n;b:url(z)", ["z"]), ("a:url('x\\'y')", ["x'y"]), ("a:format('x')", []),
            ("a{b:url(x)}c{d:url(y)}", ["x", "y"]),
            ("a:url(\u{E9})", ["\u{E9}"]), ("((((", []), ("a:url('", [""].filter { _ in false }), ("\\", []),
            ("/*", []),
            ("a:u\\72l(x)", ["x"]), ("a:\\55 RL(x)", ["x"]), ("a:\\000075rl('x')", ["x"]), ("a:ur\\6c(x)b", ["x"]),
            ("a:\\69mage-set('x' 1x)", ["x"]), ("@\\69mport 'x';", ["x"]), ("@i\\6d port url(x);", ["x"]),
            ("a:u\\72lx(x)", []), ("a:#url(x)", []), ("a:#u\\72l(x)", []), ("a:@url(x)", []), ("a:\\url(x)", ["x"]),
            ("a:1url(x)", []), ("a:u\\\nrl(x)", []), ("a:url(x\u{1}y)", []), ("a:url('x\\\r\ny')", ["xy"]),
            ("a:image-set('x' type('image/png') 1x, 'y' type(\"image/avif\"))", ["x", "y"]),
            ("a:image-set(type('b') 'x' 1x)", []), ("a:image-set(1x 'x')", []), ("a:image-set('x' 'y')", ["x"]),
            ("a:image-set(('x') 1x)", []), ("a:image-set(/**/ 'x' 1x,/**/'y')", ["x", "y"]),
            ("a:image-set(url(x) 1x, 'y' 2x)", ["x", "y"]), ("a:image-set(b('x') 1x)", []),
            ("@import 'x' supports(a:url(y)) print;b:url(z)", ["x", "z"]),
            ("@layer a;@import 'x';b{c:d}@import 'y';", ["x"]), ("a{}@import 'x';", []),
            ("@charset 'x';/**/<!--@import 'y';", ["y"]), ("@namespace 'x';@import 'y';", []),
            ("@media print{@import 'x'}", []),
        ])
    func css(value: String, expected: [String]) throws {
        #expect(try harvest("<style>\(value)</style>").map(\.raw) == expected)
    }

    @Test(
        "The declarations of a style attribute give the same URLs, and rules in them are ignored",
        arguments: [
            ("a:url(x)", ["x"]), ("@import 'x';a:url(y)", ["y"]), ("@import url(x);a:url(y)", ["y"]),
            ("@import 'x'", []), ("@import url(x)", []), ("@x y(;);a:url(z)", ["z"]),
            ("@x ); a:url(z)", ["z"]), ("@x ]{)}a:url(z)", ["z"]), ("@x {);a:url(y)}a:url(z)", ["z"]),
            ("@x [};];a:url(z)", ["z"]),
            ("@media x{a:url(y);b{c:url(d)}}e:url(f)", ["f"]), ("@x '{';a:url(y)", ["y"]), ("@x/*;*/y;a:url(z)", ["z"]),
            ("@x \\;url(y);a:url(z)", ["z"]), ("a:url(x);@x", ["x"]), ("@;a:url(x)", ["x"]), ("@x{", []),
        ])
    func declarations(value: String, expected: [String]) throws {
        #expect(try raws("style", value) == expected)
    }
}
