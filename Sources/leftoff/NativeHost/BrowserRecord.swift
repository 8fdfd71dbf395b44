import FoundationEssentials
import Timestamps

/// The record of a browser whose extension has used the native host, for `leftoff doctor`.
struct BrowserRecord: Codable, Sendable, Hashable {
    /// The file with the records of all browsers, in the data directory.
    static let fileName = "browsers.json"

    /// The version of the extension.
    var `extension`: String
    /// The day on which the extension last used the host, in UTC: `2026-11-23`.
    var lastUsed: String

    /// The maximum size of the file, in bytes.
    private static let sizeLimit = 64 * 1024
    /// The maximum number of records; the oldest are removed first.
    private static let countLimit = 32

    private static func path(in home: DataHome) -> String { "\(home.path)/\(fileName)" }

    /// Reads the records of a data directory.
    ///
    /// - Returns: The records by the names of the browsers; none if there is no readable file.
    static func load(from home: DataHome) -> [String: BrowserRecord] {
        guard let bytes = InputBytes.regularFile(path(in: home), limit: sizeLimit) else { return [:] }
        return (try? JSONDecoder().decode([String: BrowserRecord].self, from: Data(bytes))) ?? [:]
    }

    /// Records a browser, if that changes anything.
    ///
    /// - Parameters:
    ///   - browser: The browser's name.
    ///   - version: The version of its extension.
    ///   - now: The time, of which the day is recorded.
    ///   - home: The data directory, which is created if it is missing.
    /// - Throws: `CommandFailure` if the file cannot be written.
    static func record(_ browser: String, version: String, at now: Date, in home: DataHome) throws {
        var records = load(from: home)
        let record = BrowserRecord(extension: version, lastUsed: String(RFC3339.string(now).prefix(10)))
        guard records[browser] != record else { return }
        records[browser] = record
        while records.count > countLimit, let oldest = records.filter({ $0.key != browser }).min(by: isOlder) {
            records[oldest.key] = nil
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted]
        let bytes = try encoder.encode(records)
        try AtomicFile.createDirectory(home.path, mode: 0o700)
        try AtomicFile.write(bytes + [UInt8(ascii: "\n")], to: path(in: home), mode: 0o600)
    }

    private static func isOlder(
        _ left: (key: String, value: BrowserRecord), _ right: (key: String, value: BrowserRecord)
    ) -> Bool { (left.value.lastUsed, left.key) < (right.value.lastUsed, right.key) }
}
