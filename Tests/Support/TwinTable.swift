import Foundation
package import Syntax
import Testing

/// A table of inputs and results for a rule that exists in Swift and in JavaScript; see `Tests/Twins/README.md`.
package enum TwinTable {
    /// Returns the rows of a table.
    ///
    /// - Parameter name: The name of the file in `Tests/Twins`, without its extension.
    /// - Returns: The rows, which are objects.
    /// - Throws: An error if the file is missing, malformed or empty.
    package static func rows(_ name: String) throws -> [JSONValue] {
        let directory = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        let bytes = try Data(contentsOf: directory.appending(path: "Twins/\(name).json"))
        return try #require(JSONValue(json: Array(bytes), limit: .max).array.flatMap { $0.isEmpty ? nil : $0 })
    }
}
