import Syntax

/// A part of a JSON document by which its format is recognized: the keys of its objects, the first elements of its
/// arrays, and its short texts.
///
/// A parsed document takes up to thirty times the memory of its bytes. A library of 100,000 pages has some 50 MB.
struct DocumentSample {
    /// The maximum size of a value that is parsed as a whole, in bytes.
    ///
    /// With a smaller one, an element without its long texts could lose the keys within them. With a larger one, fewer
    /// elements of a document with long entries are seen.
    private static let wholeByteCount = 64 << 10
    /// The maximum depth at which larger values are divided.
    ///
    /// Each level reads the bytes of the values once more. No recognizer looks deeper.
    private static let maximumDepth = 6
    /// The maximum number of elements of an array.
    ///
    /// With fewer, a few damaged or empty entries hide the format. With more, a large file of another program is read
    /// for longer before it is refused.
    static let elementLimit = 100

    private let document: JSONOutline
    /// The number of bytes that may still be parsed.
    private var budget = 4 << 20

    private init(_ document: JSONOutline) { self.document = document }

    /// Returns the sample of a document.
    ///
    /// - Parameter document: A document of any size.
    /// - Returns: The value, in which null stands for members that are large or invalid. Elements of arrays that cannot
    ///   be read are left out.
    static func value(of document: JSONOutline) -> JSONValue {
        var sample = DocumentSample(document)
        return sample.value(in: document.root, depth: 0) ?? .null
    }

    /// Returns the sample of a value; nil if the value is large or invalid.
    private mutating func value(in range: Range<Int>, depth: Int) -> JSONValue? {
        if range.count <= min(Self.wholeByteCount, budget) {
            budget -= range.count
            if let value = try? document.value(in: range) { return value }
        }
        guard depth < Self.maximumDepth else { return nil }
        switch document.start(of: range) {
        case UInt8(ascii: "{"):
            guard let members = try? document.members(of: range) else { return nil }
            // The short values come first, because a long one may use the budget up.
            let sorted = members.sorted {
                ($0.value.count, $0.value.lowerBound) < ($1.value.count, $1.value.lowerBound)
            }
            var values: [String: JSONValue] = [:]
            for member in sorted { values[member.key] = value(in: member.value, depth: depth + 1) ?? .null }
            return .object(values)
        case UInt8(ascii: "["):
            guard let ranges = try? document.elements(of: range, limit: Self.elementLimit) else { return nil }
            return .array(ranges.compactMap { value(in: $0, depth: depth + 1) })
        default: return nil
        }
    }
}
