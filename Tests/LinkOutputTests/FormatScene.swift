import LinkHarvest
import LinkOutput
import WHATWGURL

/// Links and outputs for the tests of formats.
enum FormatScene {
    /// Makes a link.
    static func link(
        _ address: String?, raw: String = "raw", kind: LinkKind = .anchor, text: String? = nil, title: String? = nil,
        rel: [String] = [], type: String? = nil, hreflang: String? = nil, download: String? = nil,
        source: String = "page.html"
    ) -> HarvestedLink {
        var link = HarvestedLink(
            url: address.flatMap { WebURL($0) }, raw: raw, element: "a", attribute: "href", kind: kind, source: source)
        link.text = text
        link.title = title
        link.rel = rel
        link.type = type
        link.hreflang = hreflang
        link.download = download
        (link.line, link.column, link.byte) = (1, 2, 3)
        return link
    }

    /// Writes links.
    static func output(
        _ format: LinkFormatDescriptor, _ links: [HarvestedLink], directory: String? = nil
    ) -> String {
        var writer = format.makeFormat(LinkFormatDescriptor.Options(directory: directory))
        return String(decoding: writer.document(of: links), as: UTF8.self)
    }

    /// Writes links without the beginning and the end of the format.
    static func body(
        _ format: LinkFormatDescriptor, _ links: [HarvestedLink], directory: String? = nil
    ) -> String {
        var writer = format.makeFormat(LinkFormatDescriptor.Options(directory: directory))
        var bytes: [UInt8] = []
        for link in links { writer.write(link, into: &bytes) }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Values that a hostile page may contain.
    static let hostileValues = [
        "a\nb", "a\r\nb", "a\rb", "\t", "a\"b", "a'b", "a\\b", "\\", "]]>", "a]]>b", "&amp;<b>&#0;",
        "<script>alert(1)</script>",
        "--><x>", "\u{0}", "a\u{1}b", "\u{1B}[2J", "\u{7F}", "\u{85}", "\u{9B}31m", "a\u{2028}b", "a\u{2029}b",
        "\u{202E}fdp.exe", "\u{2066}x", "-o", "--output=x", "..", "../../x", "/etc/passwd", ".bashrc", "~", "-", "|x",
        "{x}",
        "#x", "# x", "- x", "> x", "![x](y)", "](javascript:1)", "`x`", "%00", "%0A", "=1+1", "next\nurl=x",
        "\n  dir=/",
        "\u{FFFE}", "x\u{FEFF}y", "", " ", "\u{A0}", "CON", "x:y", String(repeating: "x", count: 10_240),
        String(repeating: "\u{301}", count: 5_120), "\u{1F4A9}\u{200D}\u{1F4A9}",
    ]
}
