import Markup

/// Goes through JSON and tells objects and strings as they come.
///
/// It takes what people write for JSON: what is malformed
/// is passed over, and what stands before the end of a cut text is told.
struct JSONScanner {
    /// What the scanner reports.
    enum Event {
        /// An object begins, under the key of the object around it; arrays between them don't show.
        case open(key: String?)
        /// An object ends.
        case close
        /// A string that is a value. The offset is that of its quotation mark.
        case string(key: String?, value: String, offset: Int)
    }

    /// Why not all of a text was understood.
    enum Problem: String {
        case truncated = "the JSON ends too early"
        case tooDeep = "more than 512 objects and arrays inside each other"
        case noJSON = "no JSON"
    }

    private static let deepest = 512

    private struct Level {
        var isObject: Bool
        /// The key under which the value comes that is expected next.
        var key: String?
        /// In an object: whether a key comes next.
        var expectsKey: Bool
    }

    /// Scans a text.
    ///
    /// - Parameters:
    ///   - bytes: The text in UTF-8.
    ///   - report: Takes what is found, and says whether to go on.
    /// - Returns: What was wrong, or nil.
    static func scan(_ bytes: UnsafeBufferPointer<UInt8>, report: (Event) -> Bool) -> Problem? {
        var levels: [Level] = []
        var position = 0
        var hasRoot = false
        while position < bytes.count {
            let byte = bytes[position]
            switch byte {
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                hasRoot = true
                guard levels.count < deepest else { return .tooDeep }
                let isObject = byte == UInt8(ascii: "{")
                let key = levels.last?.key
                levels.append(Level(isObject: isObject, key: isObject ? nil : key, expectsKey: isObject))
                if isObject, !report(.open(key: key)) { return nil }
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                if let level = levels.popLast(), level.isObject, !report(.close) { return nil }
            case UInt8(ascii: ","):
                if let last = levels.indices.last, levels[last].isObject { levels[last].expectsKey = true }
            case UInt8(ascii: "\""):
                guard let end = stringEnd(bytes, from: position + 1) else { return .truncated }
                let start = position
                position = end
                guard let last = levels.indices.last else { break }
                let content = UnsafeBufferPointer(rebasing: bytes[(start + 1)..<end])
                if levels[last].isObject, levels[last].expectsKey {
                    levels[last].key = JSONString.text(content)
                    levels[last].expectsKey = false
                } else if !report(
                    .string(key: levels[last].key, value: JSONString.text(content), offset: start))
                {
                    return nil
                }
            default: break
            }
            position += 1
        }
        return levels.isEmpty ? (hasRoot ? nil : .noJSON) : .truncated
    }

    /// The offset of the quotation mark that ends a string, or nil.
    private static func stringEnd(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
        var index = start
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "\""): return index
            case UInt8(ascii: "\\"): index += 2
            default: index += 1
            }
        }
        return nil
    }
}
