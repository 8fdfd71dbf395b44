import Numbers

/// A formatter of numbers for SVG and CSS.
package enum SVGNumber {
    /// Returns a number as text, without trailing zeros.
    ///
    /// - Parameters:
    ///   - value: The number; infinity and NaN are written as 0.
    ///   - digits: The maximum number of decimals.
    /// - Returns: Text such as `0.5`, `12` or `-3.25`.
    package static func text(_ value: Double, digits: Int = 3) -> String {
        guard value.isFinite, abs(value) < 1e12 else { return "0" }
        var power = 1
        for _ in 0..<digits { power *= 10 }
        let scaled = Int(clamping: value * Double(power), to: -1 << 62...1 << 62)
        guard scaled != 0 else { return "0" }
        guard digits > 0 else { return String(scaled) }
        let whole = abs(scaled) / power
        var fraction = String(abs(scaled) % power)
        fraction = String(repeating: "0", count: digits - fraction.count) + fraction
        while fraction.last == "0" { fraction.removeLast() }
        return (scaled < 0 ? "-" : "") + String(whole) + (fraction.isEmpty ? "" : "." + fraction)
    }
}
