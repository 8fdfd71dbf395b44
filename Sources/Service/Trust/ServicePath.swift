import WHATWGURL

/// A path of this service, with a query and a fragment, that a form names as the next page.
///
/// Any site can submit the form that signs in, so nothing else than a path on the same origin may be accepted: not
/// `//host`, `/\host`, another scheme, or a line break that would end the header field.
struct ServicePath: Sendable, Hashable {
    /// The maximum length, in bytes.
    private static let limit = 2048

    /// The path, as it was written.
    let text: String

    /// Creates a path.
    ///
    /// - Parameter text: The text of the form; the result is nil unless it is a path on this service.
    init?(_ text: some StringProtocol) {
        let path = text.prefix { $0 != "?" && $0 != "#" }
        guard text.utf8.count <= Self.limit, text.utf8.allSatisfy(Self.isAllowed), text.hasPrefix("/"),
            // A dot, encoded or not, could leave a directory.
            !text.hasPrefix("//"), !path.contains(where: { $0 == "." || $0 == "%" })
        else { return nil }
        let origin = "http://127.0.0.1:1"
        guard let base = WebURL("\(origin)/"), let url = WebURL(String(text), base: base),
            // A browser resolves it in the same way.
            url.href == "\(origin)\(text)"
        else { return nil }
        self.text = String(text)
    }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "/-._~@?=&%#+".utf8.contains(byte)
        }
    }
}
