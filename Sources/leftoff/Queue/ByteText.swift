/// Numbers of bytes as people write and read them.
enum ByteText {
    private static let units = ["B", "KiB", "MiB", "GiB", "TiB", "PiB"]

    /// Returns a size with three digits at most, such as `12 KiB` or `1.5 GiB`.
    ///
    /// - Parameter byteCount: The size.
    /// - Returns: The text.
    static func size(_ byteCount: Int64) -> String {
        var value = Double(max(0, byteCount))
        var unit = 0
        while value >= 999.5 && unit < units.count - 1 {
            value /= 1_024
            unit += 1
        }
        if unit == 0 || value >= 9.95 { return "\(Int64(value.rounded())) \(units[unit])" }
        let tenths = Int64((value * 10).rounded())
        return "\(tenths / 10).\(tenths % 10) \(units[unit])"
    }
}

/// A speed limit, as curl and wget take it: bytes per second, with K, M or G for powers of 1,024.
struct RateLimit {
    /// Why a text is no limit.
    struct Refusal: Error, CustomStringConvertible {
        let description = "bytes per second from 1 are needed, such as 500000, 500K, 1.5M or 2G"
    }

    /// The limit in bytes per second, at least 1.
    let bytesPerSecond: Int64

    /// Reads a limit.
    ///
    /// - Parameter argument: For instance `500K` or `1.5M`.
    /// - Throws: ``Refusal``.
    init(argument: String) throws(Refusal) {
        let factors: [Character: Double] = ["k": 1_024, "m": 1_048_576, "g": 1_073_741_824]
        var digits = argument[...]
        var factor = 1.0
        if let last = digits.last, let known = factors[Character(last.lowercased())] {
            factor = known
            digits.removeLast()
        }
        let isPlain = digits.allSatisfy { $0.isASCII && ($0.isNumber || $0 == ".") }
        guard isPlain, let number = Double(digits), case let rate = number * factor, rate >= 1, rate < 1e15 else {
            throw Refusal()
        }
        bytesPerSecond = Int64(rate)
    }
}
