import FoundationEssentials

/// What a person has set once for all, in `config.json` of the data directory.
///
/// Programs that Leftoff runs are named here and nowhere else: neither a page nor a list can name one.
struct Configuration: Decodable {
    /// The file's name in the data directory.
    static let fileName = "config.json"

    /// The program that is run for each file that is done, and its arguments.
    var onDone: [String]?

    /// Reads the configuration.
    ///
    /// - Parameter home: The data directory.
    /// - Returns: The configuration; an empty one when there is no file.
    /// - Throws: `CommandFailure` when the file cannot be read or is not one.
    static func load(from home: DataHome) throws -> Configuration {
        let path = "\(home.path)/\(fileName)"
        guard FileManager.default.fileExists(atPath: path) else { return Configuration() }
        // A configuration is small; a megabyte is something else.
        let bytes = try InputBytes.read(path, limit: 1 << 20)
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
                what: path, why: "an object with \"onDone\", an array of words, is expected", status: .malformedInput)
        }
    }
}
