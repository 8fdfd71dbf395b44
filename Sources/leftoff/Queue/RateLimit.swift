import Numbers

/// A speed limit on the command line, with the suffixes of curl and wget: K, M and G are powers of 1,024.
struct RateLimit {
    /// The error for text that is not a speed limit.
    struct InvalidArgument: Error, CustomStringConvertible {
        let description = "must be a number of bytes per second from 1, such as 500000, 500K, 1.5M or 2G"
    }

    /// The limit in bytes per second, at least 1.
    let bytesPerSecond: Int64

    /// Parses a limit.
    ///
    /// - Parameter argument: The value of the option, such as `500K` or `1.5M`.
    /// - Throws: ``InvalidArgument``.
    init(argument: String) throws(InvalidArgument) {
        let factors: [Character: Double] = ["k": 1_024, "m": 1_048_576, "g": 1_073_741_824]
        var digits = argument[...]
        var factor = 1.0
        if let last = digits.last, let known = factors[Character(last.lowercased())] {
            factor = known
            digits.removeLast()
        }
        let isPlain = digits.allSatisfy { $0.isASCII && ($0.isNumber || $0 == ".") }
        guard isPlain, let number = Double(digits), case let rate = number * factor, rate >= 1, rate < 1e15 else {
            throw InvalidArgument()
        }
        bytesPerSecond = Int64(clamping: rate, to: 1...1 << 50, rounding: .towardZero)
    }
}
