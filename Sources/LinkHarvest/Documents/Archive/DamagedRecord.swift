/// A record of a web archive that could not be read completely.
package struct DamagedRecord: Sendable, Hashable, CustomStringConvertible {
    /// The name of the archive.
    package var archive: String
    /// The offset in the archive of the record, or of its member in a compressed archive, in bytes from 0.
    package var offset: Int
    /// The URL of the record's document, of at most 200 characters; nil if it is unknown.
    package var targetURI: String?
    /// The description of the problem, without the record.
    package var reason: String

    /// Creates a record.
    ///
    /// - Parameters:
    ///   - archive: The name of the archive.
    ///   - offset: The offset in the archive, in bytes from 0.
    ///   - targetURI: The URL of the record's document; nil if it is unknown.
    ///   - reason: The description of the problem, without the record.
    package init(archive: String, offset: Int, targetURI: String?, reason: String) {
        self.archive = archive
        self.offset = offset
        self.targetURI = targetURI.map { String($0.prefix(200)) }
        self.reason = reason
    }

    /// The damage in one line.
    package var description: String {
        "\(archive): record at byte \(offset)\(targetURI.map { " of \($0)" } ?? ""): \(reason)"
    }
}
