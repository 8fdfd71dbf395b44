import JSON
import Markup

/// A tolerant scanner that reports the objects and strings of JSON in order.
///
/// It also accepts invalid JSON, which many sites publish: malformed parts are skipped, and a truncated text is
/// reported up to its end.
struct JSONScanner {
    /// A finding of the scanner.
    enum Event {
        /// The start of an object, with its key in the object around it; arrays in between are not reported.
        case open(key: String?)
        /// The end of an object.
        case close
        /// A string that is a value, with the offset of its quotation mark.
        case string(key: String?, value: String, offset: Int)
    }

    /// The reason why a text could not be read completely.
    enum Problem: String {
        case truncated = "the JSON ends too early"
        case tooDeep = "objects and arrays are nested more than 512 deep"
        case noJSON = "no JSON"
    }

    private static let deepest = 512

    private struct Level {
        var isObject: Bool
        /// The key of the next value.
        var key: String?
        /// In an object, true if a key comes next.
        var expectsKey: Bool
    }

    /// Scans a text.
    ///
    /// - Parameters:
    ///   - bytes: The text in UTF-8.
    ///   - report: Receives the findings, and returns false to stop.
    /// - Returns: The problem; nil if there was none.
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
                    levels[last].key = JSONString.decoded(content)
                    levels[last].expectsKey = false
                } else if !report(
                    .string(key: levels[last].key, value: JSONString.decoded(content), offset: start))
                {
                    return nil
                }
            default: break
            }
            position += 1
        }
        return levels.isEmpty ? (hasRoot ? nil : .noJSON) : .truncated
    }

    /// Returns the offset of the quotation mark that ends a string; nil if there is none.
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
