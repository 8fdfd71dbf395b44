/// The directory and the name of a file that is about to be renamed or deleted.
struct PartLocation: Sendable {
    let directory: DestinationDirectory
    let name: String

    /// The path, for messages.
    var path: String { directory.path(of: name) }

    /// Deletes the name; does nothing if it does not exist.
    func unlink() throws { try directory.unlink(name) }
}
