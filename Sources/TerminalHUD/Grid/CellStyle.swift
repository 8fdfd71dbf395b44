package import Motion

/// The style of a cell.
package struct CellStyle: Sendable, Hashable {
    /// A color that a terminal can show.
    package enum Color: Sendable, Hashable {
        /// A color of the terminal's theme.
        case red, green, yellow, cyan, gray
        /// A color of the 256-color palette, by number.
        case indexed(UInt8)
        /// A 24-bit color.
        case rgb(RGBColor)

        /// Returns the parameters of the SGR sequence that selects the color, for the character or for its
        /// background.
        func codes(isBackground: Bool) -> String {
            let base = isBackground ? 40 : 30
            switch self {
            case .red: return String(base + 1)
            case .green: return String(base + 2)
            case .yellow: return String(base + 3)
            case .cyan: return String(base + 6)
            case .gray: return String(base + 60)
            case .indexed(let number): return "\(base + 8);5;\(number)"
            case .rgb(let color): return "\(base + 8);2;\(color.red);\(color.green);\(color.blue)"
            }
        }
    }

    /// The color of the character; nil for the default.
    package var color: Color?
    /// The color of the background; nil for the default.
    package var background: Color?
    /// True if the character is bold.
    package var isBold: Bool
    /// True if the character is dim.
    package var isDim: Bool

    /// Creates a style.
    package init(color: Color? = nil, background: Color? = nil, isBold: Bool = false, isDim: Bool = false) {
        self.color = color
        self.background = background
        self.isBold = isBold
        self.isDim = isDim
    }

    /// The default style.
    package static let plain = CellStyle()

    /// The SGR sequence that switches to this style from any other.
    package var sequence: String {
        let codes = codes(from: .plain)
        return codes.isEmpty ? "\u{1B}[m" : "\u{1B}[0;\(codes.joined(separator: ";"))m"
    }

    /// Returns the shortest SGR sequence that switches to this style from another one; empty if both are equal.
    func sequence(from old: CellStyle) -> String {
        if self == old { return "" }
        if self == .plain { return "\u{1B}[m" }
        // Removing an attribute needs a reset.
        let loses =
            (old.isBold && !isBold) || (old.isDim && !isDim) || (old.color != nil && color == nil)
            || (old.background != nil && background == nil)
        return loses ? sequence : "\u{1B}[\(codes(from: old).joined(separator: ";"))m"
    }

    private func codes(from old: CellStyle) -> [String] {
        var codes: [String] = []
        if isBold && !old.isBold { codes.append("1") }
        if isDim && !old.isDim { codes.append("2") }
        if let color, color != old.color { codes.append(color.codes(isBackground: false)) }
        if let background, background != old.background { codes.append(background.codes(isBackground: true)) }
        return codes
    }
}
