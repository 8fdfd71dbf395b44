import ArgumentParser

/// A number of bytes as an argument: `1000`, `500K`, `64M`, `2G`.
///
/// Each unit is 1024 times the previous one.
struct ByteLimit: ExpressibleByArgument, Sendable, CustomStringConvertible {
    /// The number of bytes.
    var bytes: Int64

    init(bytes: Int64) { self.bytes = bytes }

    init?(argument: String) {
        let shifts: [Character: Int64] = ["K": 10, "M": 20, "G": 30, "T": 40]
        let shift = argument.last.flatMap { shifts[Character($0.uppercased())] }
        let digits = shift == nil ? Substring(argument) : argument.dropLast()
        guard let number = Int64(digits), number > 0, number < (1 << 50) >> (shift ?? 0) else { return nil }
        bytes = number << (shift ?? 0)
    }

    var description: String {
        if bytes % (1 << 30) == 0 { return "\(bytes >> 30)G" }
        return bytes % (1 << 20) == 0 ? "\(bytes >> 20)M" : "\(bytes)"
    }
    var defaultValueDescription: String { description }
}
