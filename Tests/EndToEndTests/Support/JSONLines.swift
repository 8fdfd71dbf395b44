import Foundation
import Testing

/// Returns the objects of a text with one JSON object per line.
func objects(_ lines: [String]) throws -> [[String: Any]] {
    try lines.map { try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]) }
}
