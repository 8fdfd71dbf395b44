package import Motion

/// How a cell's character looks.
package struct CellStyle: Sendable, Hashable {
    /// A colour that a terminal can be asked for.
    package enum Color: Sendable, Hashable {
        /// Of the terminal's own colours, which follow its theme.
        case red, green, yellow, cyan
        /// Of the 256 colours, by number.
        case indexed(UInt8)
        /// Any.
        case rgb(RGBColor)

        /// The codes after `38` or `48`, or the whole code of one of the terminal's own colours.
        ///
        /// - Parameter isBackground: Whether it is to be behind the character.
        /// - Returns: The parameters of the sequence.
        func codes(isBackground: Bool) -> String {
            let base = isBackground ? 40 : 30
            switch self {
            case .red: return String(base + 1)
            case .green: return String(base + 2)
            case .yellow: return String(base + 3)
            case .cyan: return String(base + 6)
            case .indexed(let number): return "\(base + 8);5;\(number)"
            case .rgb(let color): return "\(base + 8);2;\(color.red);\(color.green);\(color.blue)"
            }
        }
    }

    /// The character's colour; nil for the default one.
    package var color: Color?
    /// What is behind it; nil for the default.
    package var background: Color?
    /// Whether it is bold.
    package var isBold: Bool
    /// Whether it is dim.
    package var isDim: Bool

    /// Makes a style.
    ///
    /// - Parameters:
    ///   - color: The character's colour; nil for the default one.
    ///   - background: What is behind it; nil for the default.
    ///   - isBold: Whether it is bold.
    ///   - isDim: Whether it is dim.
    package init(color: Color? = nil, background: Color? = nil, isBold: Bool = false, isDim: Bool = false) {
        self.color = color
        self.background = background
        self.isBold = isBold
        self.isDim = isDim
    }

    /// The default look.
    package static let plain = CellStyle()

    /// The bytes that switch to this style from any other.
    package var sequence: String {
        let codes = codes(from: .plain)
        return codes.isEmpty ? "\u{1B}[m" : "\u{1B}[0;\(codes.joined(separator: ";"))m"
    }

    /// The bytes that switch to this style from a known one.
    ///
    /// - Parameter old: The style before.
    /// - Returns: The shortest sequence; empty if both are the same.
    func sequence(from old: CellStyle) -> String {
        if self == old { return "" }
        if self == .plain { return "\u{1B}[m" }
        // What is to be taken away needs a reset.
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
