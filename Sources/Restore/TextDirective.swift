/// A text directive of the Text Fragments specification: `text=[prefix-,]start[,end][,-suffix]`.
struct TextDirective: Hashable {
    /// What stands right before the text, on the page perhaps in the block before.
    var prefix: String?
    /// The text, or how it starts.
    var start: String
    /// How the text ends; nil where ``start`` is all of it.
    var end: String?
    /// What stands right after the text, on the page perhaps in the block after.
    var suffix: String?

    /// The directive as it stands after `:~:`.
    var serialised: String {
        var terms: [String] = []
        if let prefix { terms.append(Self.encoded(prefix) + "-") }
        terms.append(Self.encoded(start))
        if let end { terms.append(Self.encoded(end)) }
        if let suffix { terms.append("-" + Self.encoded(suffix)) }
        return "text=" + terms.joined(separator: ",")
    }

    /// Encodes all but unreserved characters (RFC 3986 section 2.3), and of these the hyphen too, since `-`, `,` and `&`
    /// are the directive's syntax.
    private static func encoded(_ text: String) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        var encoded: [UInt8] = []
        encoded.reserveCapacity(2 * text.utf8.count)
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"):
                encoded.append(byte)
            default:
                encoded += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: encoded, as: UTF8.self)
    }
}
