/// The effects of elements on the limits of blocks, as in `js/anchoring/text-index.js` and `js/copy`.
enum BlockNames {
    private static let inline: Set<String> = [
        "a", "abbr", "acronym", "b", "bdi", "bdo", "big", "cite", "code", "data", "del", "dfn", "em", "font", "i",
        "ins", "kbd", "label", "mark", "nobr", "q", "rb", "rp", "rt", "rtc", "ruby", "s", "samp", "small", "span",
        "strike", "strong", "sub", "sup", "time", "tt", "u", "var", "wbr", "slot", "script", "style", "template",
        "tspan",
    ]
    private static let separators: Set<String> = [
        "br", "canvas", "embed", "iframe", "img", "input", "math", "meter", "object", "picture", "progress", "select",
        "svg", "textarea", "video", "audio", "area", "map", "source", "track", "param",
    ]
    private static let unread: Set<String> = [
        "script", "style", "template", "noscript", "head", "textarea", "select", "input", "datalist", "object", "embed",
        "audio", "video", "canvas", "math-field", "svg", "iframe", "annotation", "annotation-xml", "meta", "link",
        "base", "title",
    ]

    /// Returns true if an element flows in a line.
    static func isInline(_ name: String) -> Bool { inline.contains(name) }

    /// Returns true if an element only separates words.
    static func separatesWords(_ name: String) -> Bool { separators.contains(name) }

    /// Returns true if the text of an element is not the page's: it is not shown, or the reader types it.
    static func isUnread(_ name: String) -> Bool { unread.contains(name) }

    /// Returns the level of a heading; nil for any other element.
    static func headingLevel(_ name: String) -> Int? {
        let bytes = name.utf8
        guard bytes.count == 2, bytes.first == UInt8(ascii: "h"), let digit = bytes.last,
            (UInt8(ascii: "1")...UInt8(ascii: "6")).contains(digit)
        else { return nil }
        return Int(digit - UInt8(ascii: "0"))
    }
}
