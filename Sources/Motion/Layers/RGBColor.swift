import Numbers

/// A color with red, green and blue components in sRGB.
package struct RGBColor: Sendable, Hashable {
    /// The components, from 0 to 255.
    package var red, green, blue: UInt8

    /// Creates a color from components from 0 to 255.
    package init(_ red: UInt8, _ green: UInt8, _ blue: UInt8) {
        self.red = red
        self.green = green
        self.blue = blue
    }

    /// Returns the color that results from painting another color over this one with an opacity from 0 to 1.
    package func blended(with other: RGBColor, opacity: Double) -> RGBColor {
        let share = min(max(opacity, 0), 1)
        func mix(_ a: UInt8, _ b: UInt8) -> UInt8 {
            UInt8(clamping: Double(a) + (Double(b) - Double(a)) * share)
        }
        return RGBColor(mix(red, other.red), mix(green, other.green), mix(blue, other.blue))
    }
}
