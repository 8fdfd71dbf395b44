import JSON

/// A picture of a page: one HTML file without scripts, with its styles and images inside.
///
/// The HTML comes from a hostile page. Show it only in a sandboxed document.
package struct PictureCopy: Sendable, Hashable {
    /// The maximum size of the JSON, in bytes.
    package static let maximumByteCount = 6 << 20
    /// The maximum number of kinds of omissions.
    package static let maximumOmissionCount = 32

    /// The HTML file.
    package let html: String
    /// The page's address, without a user name and a password.
    package let url: String
    /// The title of the page; nil if it has none.
    package let title: String?
    /// The number of things that were left out, by kind, such as `images`.
    package let omissions: [String: Int]

    /// Parses a picture.
    ///
    /// - Parameter json: JSON text in UTF-8, at most ``maximumByteCount`` bytes.
    /// - Throws: ``CopyError``.
    package init(json: some Sequence<UInt8>) throws(CopyError) {
        let fields = try CopyFields(json: Array(json), limit: Self.maximumByteCount)
        let url = try fields.address()
        guard let html = fields["html"]?.string, !html.isEmpty else {
            throw .invalidValue(
                key: "html", expected: "a string that is not empty",
                found: fields["html"].map { $0.string == nil ? $0.kindName : "empty" } ?? "absent")
        }
        self.init(
            html: html, url: url, title: try fields.text("title"), omissions: try Self.omissions(fields["omissions"]))
    }

    /// Creates a picture from values that are already valid.
    ///
    /// - Parameters:
    ///   - html: The HTML file.
    ///   - url: The page's address.
    ///   - title: The title of the page; nil if it has none.
    ///   - omissions: The number of things that were left out, by kind.
    package init(html: String, url: String, title: String?, omissions: [String: Int] = [:]) {
        self.html = html
        self.url = url
        self.title = title
        self.omissions = omissions
    }

    /// Returns the picture as JSON in UTF-8 with sorted keys and no white space.
    package func encoded() -> [UInt8] {
        var members: [String: JSONValue] = [
            "schema": .number(Double(TextCopy.currentSchema)), "url": .string(url), "html": .string(html),
            "omissions": .object(omissions.mapValues { .number(Double($0)) }),
        ]
        if let title { members["title"] = .string(title) }
        return JSONValue.object(members).encoded()
    }

    private static func omissions(_ value: JSONValue?) throws(CopyError) -> [String: Int] {
        guard let value else { return [:] }
        guard let members = value.object else {
            throw .invalidValue(key: "omissions", expected: "an object", found: value.kindName)
        }
        guard members.count <= maximumOmissionCount else {
            throw .tooMany(parts: "kinds of omissions", limit: maximumOmissionCount)
        }
        var omissions: [String: Int] = [:]
        for (name, count) in members {
            guard let count = count.integer, count >= 0, count <= 1 << 32 else {
                throw .invalidValue(key: "omissions.\(name)", expected: "a whole number from 0", found: count.excerpt)
            }
            omissions[name] = count
        }
        return omissions
    }
}
