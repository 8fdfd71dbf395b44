import FoundationEssentials

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The record of the running service: `service.json` in the data directory.
///
/// A killed service leaves its record behind, so a reader must check that the service at that port accepts the token.
struct ServiceRecord: Codable, Sendable, Hashable {
    /// The file's name in the data directory.
    static let fileName = "service.json"

    /// The port on which the service listens.
    var port: UInt16
    /// The id of the service's process.
    var pid: Int32
    /// The service's version.
    var version: String

    /// The maximum size of the file, in bytes; a record has less than 100.
    private static let limit = 4096

    private static func path(in home: DataHome) -> String { "\(home.path)/\(fileName)" }

    /// Reads the record of a data directory.
    ///
    /// - Returns: The record; nil if there is none, or if the file contains something else.
    static func load(from home: DataHome) -> ServiceRecord? {
        guard let bytes = InputBytes.regularFile(path(in: home), limit: limit) else { return nil }
        return try? JSONDecoder().decode(ServiceRecord.self, from: Data(bytes))
    }

    /// Writes the record, which replaces that of an earlier service.
    ///
    /// - Parameter home: The data directory, which must exist.
    /// - Throws: `CommandFailure` if the file cannot be written.
    func write(to home: DataHome) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        let bytes = try encoder.encode(self)
        try AtomicFile.write(bytes + [UInt8(ascii: "\n")], to: Self.path(in: home), mode: 0o600)
    }

    /// Deletes the record if this process has written it.
    func remove(from home: DataHome) {
        if Self.load(from: home) == self { unlink(Self.path(in: home)) }
    }
}
