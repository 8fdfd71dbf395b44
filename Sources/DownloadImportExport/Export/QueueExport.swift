/// The queue as another program reads it.
package struct QueueExport: Sendable, Hashable {
    /// The file's text.
    package var text: String

    /// What the format cannot say or what was left out, each a line for people.
    package var notes: [String]
}
