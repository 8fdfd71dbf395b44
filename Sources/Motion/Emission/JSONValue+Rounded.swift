import JSON

extension JSONValue {
    /// Creates a number rounded to four decimal places, which is more precise than any screen.
    static func rounded(_ number: Double) -> JSONValue { .number((number * 10_000).rounded() / 10_000) }
}
