/// The queue in a format of another program.
///
/// ```swift
/// func printForAria2(_ items: [QueueItem]) throws {
///     let export = try QueueExportFormat.aria2.export(items)
///     print(export.text)
///     for note in export.notes {
///         print("note: \(note)")
///     }
/// }
/// ```
package struct QueueExport: Sendable, Hashable {
    /// The content of the file.
    package var text: String

    /// A message for the user about each kind of data that was omitted or that the format cannot represent.
    package var notes: [String]

    /// A message for the user about each download that was left out, because one of its fields would change the meaning
    /// of the file.
    package var problems: [String] = []
}
