import FoundationEssentials
import Service

/// The user's configuration file, `config.json` in the data directory.
///
/// Only this file can name a program for Leftoff to run. A page or an imported list cannot, and neither can another
/// user (``OwnedFile``).
struct Configuration: Decodable {
    /// The file's name in the data directory.
    static let fileName = "config.json"

    /// The program to run for each finished download, followed by its arguments.
    var onDone: [String]?

    /// The reason why the file was ignored; nil if it was read or does not exist.
    private(set) var warning: String?

    private enum CodingKeys: CodingKey {
        case onDone
    }

    /// Loads the configuration from a data directory.
    ///
    /// - Parameter home: The data directory, which need not exist.
    /// - Returns: The configuration; an empty one if there is no file or if another user can have written it.
    /// - Throws: `CommandFailure` if the file cannot be read or is malformed.
    static func load(from home: DataHome) throws -> Configuration {
        let path = "\(home.path)/\(fileName)"
        // A configuration has a few hundred bytes, so a file of more than 1 MiB is something else.
        switch try OwnedFile.read(path, limit: 1 << 20) {
        case .missing: return Configuration()
        case .untrusted(let reason):
            var configuration = Configuration()
            configuration.warning = "\(path) is ignored: \(reason)"
            return configuration
        case .bytes(let bytes): return try parse(bytes, path)
        }
    }

    private static func parse(_ bytes: [UInt8], _ path: String) throws -> Configuration {
        do {
            let configuration = try JSONDecoder().decode(Configuration.self, from: Data(bytes))
            guard configuration.onDone?.first?.isEmpty != true, configuration.onDone?.isEmpty != true else {
                throw CommandFailure(what: path, why: "\"onDone\" names no program", status: .malformedInput)
            }
            return configuration
        } catch let failure as CommandFailure {
            throw failure
        } catch {
            throw CommandFailure(
                what: path, why: "expected a JSON object with \"onDone\", an array of strings", status: .malformedInput)
        }
    }
}
