import Syntax

/// An age on the command line: a number and a unit, such as `30m`, `12h`, `7d` or `2w`.
struct AgeArgument {
    /// The error for text that is not an age.
    struct InvalidArgument: Error, CustomStringConvertible {
        let description = "must be an age such as 30m, 12h, 7d or 2w"
    }

    /// The age.
    let duration: Duration

    /// The seconds of each unit.
    private static let units: [Character: Int64] = ["m": 60, "h": 3_600, "d": 86_400, "w": 604_800]

    /// The maximum number of digits; six digits of weeks are 19,000 years.
    private static let maximumDigitCount = 6

    /// Parses an age.
    ///
    /// - Parameter argument: The value of the option.
    /// - Throws: ``InvalidArgument``.
    init(argument: String) throws(InvalidArgument) {
        let digits = argument.dropLast()
        guard let unit = argument.last.flatMap({ Self.units[$0] }), ASCII.isDigits(digits),
            digits.utf8.count <= Self.maximumDigitCount, let number = Int64(digits)
        else { throw InvalidArgument() }
        duration = .seconds(number * unit)
    }
}
