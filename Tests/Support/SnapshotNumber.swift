import FoundationEssentials
import Syntax

/// A number of a snapshot, as `Resources/openapi.json` describes it.
package struct SnapshotNumber: Sendable, CustomStringConvertible {
    /// The key with its parents, such as `anchors[0].rect.x`.
    package let key: String
    /// The numbers that are stored.
    package let range: ClosedRange<Double>
    /// The numbers that a new snapshot may have.
    package let accepted: ClosedRange<Double>
    /// True if the number must be a whole one.
    package let isWhole: Bool

    /// Numbers at the ends of common types, in JSON.
    package static let hostile = [
        "1e300", "-1e300", "9007199254740992", "9223372036854775808", "-0.0", "5e-324", "1e9", "-1", "1.5", "1.005",
    ]

    /// All numbers of a snapshot, sorted by key.
    package static let all: [SnapshotNumber] = {
        let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Resources/openapi.json")
        guard let bytes = try? Data(contentsOf: file), let document = try? JSONValue(json: bytes, limit: .max),
            let schemas = document["components"]?["schemas"]
        else { return [] }
        return numbers(in: schemas["Snapshot"] ?? .null, key: "", schemas).sorted { $0.key < $1.key }
    }()

    package var description: String { key }

    /// Returns a snapshot with one number.
    ///
    /// - Parameter number: The number in JSON.
    /// - Returns: The snapshot in JSON; its title is the key.
    package func snapshot(_ number: String) -> String {
        let member = key.split(separator: ".").reversed().reduce(number) { value, name in
            name.hasSuffix("[0]") ? "{\"\(name.dropLast(3))\":[\(value)]}" : "{\"\(name)\":\(value)}"
        }
        return #"{"url":"https://example.org/\#(key.filter(\.isLetter))","title":"\#(key)",\#(member.dropFirst())"#
    }

    private static func numbers(in schema: JSONValue, key: String, _ schemas: JSONValue) -> [SnapshotNumber] {
        if let name = schema["$ref"]?.string?.split(separator: "/").last {
            return numbers(in: schemas[String(name)] ?? .null, key: key, schemas)
        }
        if let first = schema["oneOf"]?[0] { return numbers(in: first, key: key, schemas) }
        if let items = schema["items"] { return numbers(in: items, key: key + "[0]", schemas) }
        if let members = schema["properties"]?.object {
            let included = schema["allOf"]?.array?.flatMap { numbers(in: $0, key: key, schemas) } ?? []
            return included + members.flatMap { numbers(in: $1, key: key.isEmpty ? $0 : "\(key).\($0)", schemas) }
        }
        guard let least = schema["x-range"]?[0]?.number, let most = schema["x-range"]?[1]?.number else { return [] }
        let accepted = (schema["minimum"]?.number ?? -.infinity)...(schema["maximum"]?.number ?? .infinity)
        return [
            SnapshotNumber(
                key: key, range: least...most, accepted: accepted,
                isWhole: schema["type"]?[0]?.string == "integer")
        ]
    }
}
