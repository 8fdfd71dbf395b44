import ArgumentParser

/// How a list is printed.
enum ListFormat: String, CaseIterable, ExpressibleByArgument {
    /// Columns for people.
    case table
    /// One JSON array.
    case json
    /// One JSON object a line.
    case ndjson
}
