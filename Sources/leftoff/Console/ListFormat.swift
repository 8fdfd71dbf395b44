import ArgumentParser

/// An output format of the commands that list something.
enum ListFormat: String, CaseIterable, ExpressibleByArgument {
    /// Aligned columns.
    case table
    /// A JSON array.
    case json
    /// One JSON object per line.
    case ndjson
}
