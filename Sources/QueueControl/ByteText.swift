import Numbers

/// A formatter for numbers of bytes.
package enum ByteText {
    private static let units = ["B", "KiB", "MiB", "GiB", "TiB", "PiB"]

    /// Returns a size with at most three digits, such as `12 KiB` or `1.5 GiB`.
    ///
    /// - Parameter byteCount: The size in bytes; a negative one counts as 0.
    /// - Returns: The number and its binary unit.
    package static func size(_ byteCount: Int64) -> String {
        var value = Double(max(0, byteCount))
        var unit = 0
        while value >= 999.5 && unit < units.count - 1 {
            value /= 1_024
            unit += 1
        }
        if unit == 0 || value >= 9.95 { return "\(Int64(clamping: value)) \(units[unit])" }
        let tenths = Int64(clamping: value * 10)
        return "\(tenths / 10).\(tenths % 10) \(units[unit])"
    }
}
