/// What goes wrong with the queue as such; failures of single downloads are ``QueueFailure``.
package enum QueueError: Error, Equatable, CustomStringConvertible {
    /// No item has this id.
    case notFound(id: String)
    /// Several ids begin like this.
    case ambiguous(id: String, count: Int)
    /// The item's state does not allow it.
    case notAllowed(id: String, state: QueueState, command: String)
    /// Another live item has the same address and place.
    case duplicate(id: String, of: String)
    /// The item is being downloaded without the digest that is asked for now.
    case otherChecksum(id: String)
    /// The lease has ended or somebody else has it.
    case leaseLost(id: String)
    /// Another live item writes to this name.
    case nameTaken(directory: String, name: String)
    /// The stored item cannot be read.
    case damaged(id: String, field: String)
    /// A digest that is not an algorithm's name, `=` and as many hexadecimal digits as it has.
    case malformedChecksum(String)
    /// A field that would break out of its place in an exported file.
    case unsafeExport(id: String, field: String)

    package var description: String {
        switch self {
        case .notFound(let id): "\(id): no such item in the queue"
        case .ambiguous(let id, let count): "\(id): ambiguous: \(count) ids begin like this; give more characters"
        case .notAllowed(let id, let state, let command): "\(id): cannot \(command): it is \(state.rawValue)"
        case .duplicate(let id, let other): "\(id): cannot try again: \(other) downloads the same to the same place"
        case .otherChecksum(let id): "\(id): is already being downloaded, with another checksum or none"
        case .leaseLost(let id): "\(id): another worker has taken it over"
        case .nameTaken(let directory, let name): "\(directory)/\(name): another download writes there"
        case .damaged(let id, let field): "\(id): cannot read the stored item: its \(field) is malformed"
        case .malformedChecksum(let text):
            "\(text): not a checksum: sha256=, sha512=, sha1= or md5= and the hexadecimal digits are needed"
        case .unsafeExport(let id, let field): "\(id): cannot export: line break or NUL in its \(field)"
        }
    }
}
