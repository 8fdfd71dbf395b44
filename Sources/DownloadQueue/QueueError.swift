/// An error of the queue itself; failures of single downloads are ``QueueFailure``.
package enum QueueError: Error, Equatable, CustomStringConvertible {
    /// No item has this id.
    case notFound(id: String)
    /// Several ids begin with this prefix.
    case ambiguous(id: String, count: Int)
    /// The item's state does not allow the operation.
    case notAllowed(id: String, state: QueueState, command: String)
    /// The queue already contains a download with the same URL, directory and name.
    case duplicate(id: String, of: String)
    /// The item is being downloaded without the digest that is now requested.
    case otherChecksum(id: String)
    /// The lease has ended or belongs to another worker.
    case leaseLost(id: String)
    /// Another item of the queue writes to this name.
    case nameTaken(directory: String, name: String)
    /// The store cannot be reached for the moment, for example because its server restarts.
    ///
    /// The caller may repeat the call later. A worker continues its downloads meanwhile.
    case storeUnavailable(reason: String)
    /// The stored item cannot be read.
    case damaged(id: String, field: String)
    /// The text is not the name of an algorithm, `=` and the right number of hexadecimal digits.
    case malformedChecksum(String)
    /// A field contains a line break or NUL, which would end its line in an exported file.
    case unsafeExport(id: String, field: String)
    /// The address is not http or https, so other programs must not receive it.
    case unsupportedAddress(id: String)

    package var description: String {
        switch self {
        case .notFound(let id): "\(id): no such item in the queue"
        case .ambiguous(let id, let count):
            "\(id): ambiguous: \(count) ids begin with these characters; enter more of them"
        case .notAllowed(let id, let state, let command): "\(id): cannot \(command): its state is \(state.rawValue)"
        case .duplicate(let id, let other):
            "\(id): cannot retry: \(other) downloads the same address to the same directory and name"
        case .otherChecksum(let id): "\(id): is already being downloaded, with another checksum or none"
        case .leaseLost(let id): "\(id): another worker has claimed it"
        case .nameTaken(let directory, let name): "\(directory)/\(name): another download uses this name"
        case .storeUnavailable(let reason): "the queue is unavailable for the moment: \(reason)"
        case .damaged(let id, let field): "\(id): cannot read the stored item: its \(field) is malformed"
        case .malformedChecksum(let text):
            "\(text): not a checksum: expected sha256=, sha512=, sha1= or md5= followed by the hexadecimal digits"
        case .unsafeExport(let id, let field): "\(id): cannot export: its \(field) contains a line break or NUL"
        case .unsupportedAddress(let id): "\(id): cannot export: its address is not http or https"
        }
    }
}
