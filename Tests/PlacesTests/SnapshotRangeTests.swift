import Syntax
import TestSupport
import Testing

@testable import Places

@Suite("Ranges of the numbers in a snapshot")
struct SnapshotRangeTests {
    /// Returns the numbers in the schema by their keys, and true for whole numbers.
    private static func numbers(
        in shape: SnapshotSchema, key: String
    ) -> [(key: String, range: SnapshotRange, isWhole: Bool)] {
        switch shape {
        case .number(let range): [(key, range, false)]
        case .count: [(key, .count, true)]
        case .list(let element): numbers(in: element, key: key + "[0]")
        case .members(let members):
            members.flatMap { numbers(in: $1, key: key.isEmpty ? $0 : "\(key).\($0)") }
        case .string, .name, .bool, .date: []
        }
    }

    private static func number(_ key: String, in snapshot: PageSnapshot) -> Double? {
        key.split(separator: ".").reduce(snapshot.json as JSONValue?) { value, name in
            name.hasSuffix("[0]") ? value?[String(name.dropLast(3))]?[0] : value?[String(name)]
        }?.number
    }

    @Test("The description of the API has the numbers and the ranges of the schema")
    func description() {
        let numbers = Self.numbers(in: .members(SnapshotSchema.snapshot), key: "").sorted { $0.key < $1.key }
        #expect(numbers.map(\.key) == SnapshotNumber.all.map(\.key))
        for (number, described) in zip(numbers, SnapshotNumber.all) {
            let range = number.range.range
            #expect(described.range == range && described.isWhole == number.isWhole, "\(number.key)")
            let accepted = number.range.isMeasured ? -Double.infinity ... .infinity : range
            #expect(described.accepted == accepted, "\(number.key)")
        }
    }

    @Test(
        "A number out of range is refused in a new snapshot, or moved into the range",
        arguments: SnapshotNumber.all)
    func new(number: SnapshotNumber) throws {
        for text in SnapshotNumber.hostile { try checkNew(number, text) }
    }

    private func checkNew(_ number: SnapshotNumber, _ text: String) throws {
        let value = try #require(Double(text))
        let isAccepted = number.accepted.contains(value) && (!number.isWhole || value == value.rounded())
        do throws(SnapshotError) {
            let snapshot = try PageSnapshot(json: number.snapshot(text).utf8)
            let stored = Self.number(number.key, in: snapshot) ?? .nan
            #expect(isAccepted && number.range.contains(stored))
            #expect(!number.range.contains(value) || stored == value)
        } catch {
            guard case .invalidValue(let key, let expected, _) = error else { throw error }
            #expect(!isAccepted && key == number.key)
            #expect(expected.hasPrefix(number.isWhole ? "a whole number from 0" : "a number from "))
        }
    }

    @Test(
        "A number out of range does not cost a stored place", arguments: SnapshotNumber.all)
    func stored(number: SnapshotNumber) throws {
        for text in SnapshotNumber.hostile { try checkStored(number, text) }
    }

    private func checkStored(_ number: SnapshotNumber, _ text: String) throws {
        let value = try #require(Double(text))
        let snapshot = try PageSnapshot(stored: number.snapshot(text))
        let stored = try #require(Self.number(number.key, in: snapshot))
        #expect(number.range.contains(stored) && (!number.isWhole || stored == stored.rounded()))
        #expect(!number.range.contains(value) || stored == (number.isWhole ? value.rounded() : value))
        #expect(try PageSnapshot(json: snapshot.encoded()) == snapshot)
        #expect(
            try PageSnapshot(value: JSONValue(json: number.snapshot(text).utf8, limit: .max), limit: 1000) == snapshot)
    }

    @Test(
        "The error names the key and the range",
        arguments: [
            ("pageYOffset", "1e300", "a number from -100000000 to 100000000", "1e+300"),
            ("viewport.width", "-1e9", "a number from -100000000 to 100000000", "-1000000000"),
            ("anchors[0].occurrences", "2147483648", "a whole number from 0 to 2147483647", "2147483648"),
        ])
    func message(key: String, text: String, expected: String, found: String) throws {
        let number = try #require(SnapshotNumber.all.first { $0.key == key })
        #expect(throws: SnapshotError.invalidValue(key: key, expected: expected, found: found)) {
            try PageSnapshot(json: number.snapshot(text).utf8)
        }
    }

    @Test(
        "What browsers measure on unusual pages is accepted",
        arguments: [
            // A page of the maximum height, right-to-left text, and a page dragged beyond its start.
            #""pageYOffset":33554432,"pageXOffset":-17895697,"scrollers":[{"x":-1200.5,"y":-80.25}]"#,
            #""viewport":{"documentHeight":33554432},"pageScale":33554.432"#,
            // A live stream whose player sets the largest number as the duration.
            #""media":[{"currentTime":1772368200.5,"duration":9007199254740991}]"#,
            #""media":[{"currentTime":12,"duration":null}]"#,
            #""anchors":[{"role":"primary","rect":{"x":-4e9,"y":0,"width":8e9,"height":20},"offset":{"y":-1e12}}]"#,
            #""bracket":{"above":1,"below":2,"fraction":-37.5},"progress":{"text":1.000001,"px":-0.2}"#,
        ])
    func unusual(members: String) throws {
        let json = #"{"url":"https://example.org/",\#(members)}"#
        let snapshot = try PageSnapshot(json: json.utf8)
        #expect(try PageSnapshot(stored: json) == snapshot)
    }

    @Test("Numbers that are not finite become the ends of their range in a stored snapshot")
    func notFinite() throws {
        for (number, expected) in [(Double.infinity, 1.0), (-.infinity, 0), (.nan, 0)] {
            let progress: JSONValue = ["text": .number(number), "length": .number(number)]
            let snapshot = try PageSnapshot(stored: ["url": .string("https://example.org/"), "progress": progress])
            #expect(snapshot.textProgress == expected)
            #expect(snapshot.json["progress"]?["length"]?.integer == (expected == 1 ? Int(Int32.max) : 0))
        }
    }
}
