import JSON

extension JSONValue {
    /// Creates a number rounded to four decimal places, more than any screen shows.
    static func rounded(_ number: Double) -> JSONValue { .number((number * 10_000).rounded() / 10_000) }
}
