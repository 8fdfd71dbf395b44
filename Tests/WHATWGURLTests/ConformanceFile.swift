import Foundation
import TestSupport
import Testing

/// A JSON file of web-platform-tests' `url/resources`, which is kept next to the checkout and not in it.
enum ConformanceFile {
    /// Returns the cases of a file; its strings are comments.
    ///
    /// A lone surrogate becomes U+FFFD, as it does when it is passed to the `URL` class of a browser.
    ///
    /// - Parameter name: The file's name.
    /// - Returns: The cases, and the number of lone surrogates.
    /// - Throws: An error if the file cannot be read or parsed.
    static func cases(_ name: String) throws -> (cases: [[String: Any]], loneSurrogates: Int) {
        let file = try #require(SharedMaterial.conformance(name))
        let (text, count) = replacingLoneSurrogates(try String(contentsOf: file, encoding: .utf8))
        let json = try JSONSerialization.jsonObject(with: Data(text.utf8))
        return ((json as? [Any] ?? []).compactMap { $0 as? [String: Any] }, count)
    }

    private static func replacingLoneSurrogates(_ json: String) -> (text: String, count: Int) {
        let high = "\\\\u[dD][89abAB][0-9a-fA-F]{2}"
        let low = "\\\\u[dD][c-fC-F][0-9a-fA-F]{2}"
        let pattern = "(?<!\\\\)(?:(\(high)\(low))|\(high)|\(low))"
        guard let expression = try? NSRegularExpression(pattern: pattern) else { return (json, 0) }
        let text = NSMutableString(string: json)
        var count = 0
        let whole = NSRange(location: 0, length: text.length)
        for match in expression.matches(in: json, range: whole).reversed() where match.range(at: 1).length == 0 {
            text.replaceCharacters(in: match.range, with: "\\uFFFD")
            count += 1
        }
        return (String(text), count)
    }
}
