import FoundationEssentials
import PostgresStore
import Service

/// The place where the queue is stored: the data directory, or a PostgreSQL database that several machines share.
enum QueueLocation: Equatable {
    /// The database of the data directory.
    case local
    /// A database on a server.
    case shared(PostgresAddress)

    /// The word for the queue of the data directory.
    static let localName = "local"

    /// The name of the file in the data directory that contains the address.
    static let fileName = "queue-address"

    /// Determines the location: the option, otherwise `LEFTOFF_QUEUE`, otherwise the file in the data directory.
    ///
    /// - Parameters:
    ///   - option: The value of `--queue`; nil without it.
    ///   - environment: The environment variables of the process.
    /// - Throws: `CommandFailure` for another kind of address, and for a file that other users can read.
    init(option: String?, environment: [String: String] = ProcessInfo.processInfo.environment) throws {
        if let option {
            try self.init(address: option, source: "--queue")
        } else if let value = environment["LEFTOFF_QUEUE"], !value.isEmpty {
            try self.init(address: value, source: "LEFTOFF_QUEUE")
        } else if let path = try? DataHome(environment: environment).path + "/" + Self.fileName,
            let text = try Self.content(of: path)
        {
            try self.init(address: text, source: path)
        } else {
            self = .local
        }
    }

    private init(address text: String, source: String) throws {
        if text == Self.localName {
            self = .local
        } else if text.hasPrefix("postgresql://") || text.hasPrefix("postgres://") {
            self = .shared(PostgresAddress(text))
        } else {
            // The value may contain a password, so it is not repeated.
            throw CommandFailure(
                what: source, why: "must be an address that begins with postgresql://, or \(Self.localName)",
                status: .usage)
        }
    }

    /// Returns the first line of the file with the address; nil if there is no such file.
    private static func content(of path: String) throws -> String? {
        switch try OwnedFile.read(path, limit: 1 << 16, isPrivate: true) {
        case .missing: return nil
        case .untrusted(let reason): throw CommandFailure(what: path, why: reason, status: .refused)
        case .bytes(let bytes):
            let line = String(decoding: bytes.prefix { $0 != 0x0A && $0 != 0x0D }, as: UTF8.self)
            guard !line.isEmpty else {
                throw CommandFailure(what: path, why: "contains no address", status: .malformedInput)
            }
            return line
        }
    }
}
