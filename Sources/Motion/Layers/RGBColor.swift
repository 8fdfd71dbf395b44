/// A colour by its parts of red, green and blue, as sRGB has them.
package struct RGBColor: Sendable, Hashable {
    /// The parts, 0 to 255.
    package var red, green, blue: UInt8

    /// Makes a colour.
    ///
    /// - Parameters:
    ///   - red: 0 to 255.
    ///   - green: 0 to 255.
    ///   - blue: 0 to 255.
    package init(_ red: UInt8, _ green: UInt8, _ blue: UInt8) {
        self.red = red
        self.green = green
        self.blue = blue
    }

    /// The colour with another one laid over it.
    ///
    /// - Parameters:
    ///   - other: The colour above.
    ///   - opacity: How much of it: 0 is nothing, 1 covers.
    /// - Returns: The blend, part by part.
    package func blended(with other: RGBColor, opacity: Double) -> RGBColor {
        let share = min(max(opacity, 0), 1)
        func mix(_ a: UInt8, _ b: UInt8) -> UInt8 {
            UInt8((Double(a) + (Double(b) - Double(a)) * share).rounded())
        }
        return RGBColor(mix(red, other.red), mix(green, other.green), mix(blue, other.blue))
    }
}
