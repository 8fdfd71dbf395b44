package import Syntax
package import WHATWGURL

/// The kind of a copy of a page.
package enum CopyKind: String, Sendable, CaseIterable {
    /// The text of the page's main content, as blocks.
    case text
    /// The page as one HTML file without scripts.
    case picture

    /// The maximum size of a copy's JSON, in bytes.
    package var maximumByteCount: Int {
        switch self {
        case .text: TextCopy.maximumByteCount
        case .picture: PictureCopy.maximumByteCount
        }
    }

    /// Returns the address of the page in a copy.
    ///
    /// - Parameter content: The JSON of a copy of this kind.
    /// - Returns: The address; nil if the copy has no valid one.
    package func address(in content: [UInt8]) -> WebURL? {
        guard let fields = try? CopyFields(json: content, limit: maximumByteCount) else { return nil }
        return (try? fields.address()).flatMap { WebURL($0) }
    }

    /// Validates a copy, and returns it in the form in which it is stored, so that equal copies have equal bytes.
    ///
    /// - Parameter json: The JSON of a copy of this kind, as it was received.
    /// - Returns: JSON in UTF-8 with sorted keys.
    /// - Throws: ``CopyError``.
    package func normalized(json: some Sequence<UInt8>) throws(CopyError) -> [UInt8] {
        let encoded =
            switch self {
            case .text: try TextCopy(json: json).encoded()
            case .picture: try PictureCopy(json: json).encoded()
            }
        guard encoded.count <= maximumByteCount else {
            throw .unreadable(.tooLarge(byteCount: encoded.count, limit: maximumByteCount))
        }
        return encoded
    }
}

/// A picture of a page: one HTML file without scripts, with its styles and images inside.
///
/// The HTML comes from a hostile page. Show it only in a sandboxed document.
package struct PictureCopy: Sendable, Hashable {
    /// The maximum size of the JSON, in bytes.
    package static let maximumByteCount = 6 << 20
    /// The maximum number of kinds of omissions.
    private static let maximumOmissionCount = 32

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
    init(html: String, url: String, title: String?, omissions: [String: Int] = [:]) {
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

/// The members of a copy's JSON object, with the checks that both kinds of copies share.
struct CopyFields {
    private let members: [String: JSONValue]

    /// Parses a JSON object and checks its schema version.
    ///
    /// - Parameters:
    ///   - json: JSON text in UTF-8.
    ///   - limit: The maximum number of bytes.
    /// - Throws: ``CopyError``.
    init(json: [UInt8], limit: Int) throws(CopyError) {
        let value: JSONValue
        do throws(JSONError) {
            value = try JSONValue(json: json, limit: limit, depthLimit: TextCopy.depthLimit)
        } catch {
            throw .unreadable(error)
        }
        guard case .object(let members) = value else { throw .notAnObject(found: value.kindName) }
        self.members = members
        guard let schema = self["schema"] else { return }
        guard let number = schema.integer, number >= 1 else {
            throw .invalidValue(key: "schema", expected: "a whole number from 1", found: schema.excerpt)
        }
        guard number <= TextCopy.currentSchema else { throw .unsupportedSchema(String(number)) }
    }

    /// Accesses the value of a key; nil if it is missing or null.
    subscript(key: String) -> JSONValue? {
        guard let value = members[key], !value.isNull else { return nil }
        return value
    }

    /// Returns a text with white space collapsed; nil if it is missing or empty.
    ///
    /// - Throws: ``CopyError/invalidValue(key:expected:found:)`` if the value is not a string.
    func text(_ key: String) throws(CopyError) -> String? {
        guard let value = self[key] else { return nil }
        guard let text = value.string else {
            throw .invalidValue(key: key, expected: "a string", found: value.kindName)
        }
        let trimmed = CollapsedText.trimmed(text)
        return trimmed.isEmpty ? nil : trimmed
    }

    /// Returns the page's address without a user name and a password.
    ///
    /// - Throws: ``CopyError/refusedAddress(_:)`` if it is missing, or is not an http, https or file URL.
    func address() throws(CopyError) -> String {
        guard let value = self["url"] else { throw .refusedAddress("it is missing") }
        guard let text = value.string, let url = WebURL(text), url.isHTTP || url.scheme == "file" else {
            throw .refusedAddress(value.excerpt)
        }
        return url.withoutCredentials().href
    }
}

/// The reason why data cannot be read as a copy of a page.
package enum CopyError: Error, Hashable, CustomStringConvertible {
    /// The data is not JSON, or is too large.
    case unreadable(JSONError)
    /// The JSON value is not an object; `found` describes its kind.
    case notAnObject(found: String)
    /// The schema version is newer than the one that this version of Leftoff writes.
    case unsupportedSchema(String)
    /// The value of `url` is missing, or is not a valid http, https or file URL.
    case refusedAddress(String)
    /// A known key is missing or has an invalid value.
    case invalidValue(key: String, expected: String, found: String)
    /// The copy has more parts than are accepted, such as blocks or runs.
    case tooMany(parts: String, limit: Int)

    /// The error with its subject, on one line.
    package var description: String { "copy: \(reason)" }

    /// The error without its subject, on one line.
    package var reason: String {
        switch self {
        case .unreadable(let error): error.description
        case .notAnObject(let found): "expected a JSON object, found \(found)"
        case .unsupportedSchema(let schema):
            "schema \(schema) is not supported; this version reads schema \(TextCopy.currentSchema)"
        case .refusedAddress(let value): "\"url\" is not an http, https or file address: \(value)"
        case .invalidValue(let key, let expected, let found): "\"\(key)\" must be \(expected), not \(found)"
        case .tooMany(let parts, let limit): "it has more than \(limit) \(parts)"
        }
    }
}
