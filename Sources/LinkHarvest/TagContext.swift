import Markup

/// What a tag says about all of its links.
struct TagContext {
    let element: String
    let position: SourcePosition
    let alternative: String?
    let title: String?
    let relations: [String]
    let type: String?
    let hreflang: String?
    let download: String?

    init(_ tag: StartTag, element: String, position: SourcePosition) {
        self.element = element
        self.position = position
        title = tag.value(of: "title")
        alternative = Self.withAlternative.contains(element) ? Self.text(tag.value(of: "alt")) : nil
        relations =
            Self.withRelations.contains(element) ? ASCII.tokens(ASCII.lowercase(tag.value(of: "rel") ?? "")) : []
        type = Self.withType.contains(element) ? tag.value(of: "type") : nil
        hreflang = Self.withLanguage.contains(element) ? tag.value(of: "hreflang") : nil
        download = Self.withDownload.contains(element) ? tag.value(of: "download") : nil
    }

    private static func text(_ alternative: String?) -> String? {
        guard let alternative else { return nil }
        var text = LinkText()
        text.append(alternative.utf8)
        return text.value
    }

    private static let withAlternative: Set<String> = ["area", "img", "input", "applet"]
    private static let withRelations: Set<String> = ["a", "area", "form", "link"]
    /// Where `type` is a media type.
    private static let withType: Set<String> = ["a", "embed", "link", "object", "param", "script", "source", "style"]
    private static let withLanguage: Set<String> = ["a", "area", "link"]
    private static let withDownload: Set<String> = ["a", "area"]
}
