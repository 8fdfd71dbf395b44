/// How a cell's character looks.
package struct CellStyle: Sendable, Hashable {
    /// One of the terminal's own colours, which follow its theme.
    package enum Color: UInt8, Sendable, Hashable {
        case red = 31
        case green = 32
        case yellow = 33
        case cyan = 36
    }

    /// The character's colour; nil for the default one.
    package var color: Color?
    /// Whether it is bold.
    package var isBold: Bool
    /// Whether it is dim.
    package var isDim: Bool

    /// Makes a style.
    ///
    /// - Parameters:
    ///   - color: The character's colour; nil for the default one.
    ///   - isBold: Whether it is bold.
    ///   - isDim: Whether it is dim.
    package init(color: Color? = nil, isBold: Bool = false, isDim: Bool = false) {
        self.color = color
        self.isBold = isBold
        self.isDim = isDim
    }

    /// The default look.
    package static let plain = CellStyle()

    /// The bytes that switch to this style from any other.
    package var sequence: String {
        var codes = "0"
        if isBold { codes += ";1" }
        if isDim { codes += ";2" }
        if let color { codes += ";\(color.rawValue)" }
        return codes == "0" ? "\u{1B}[m" : "\u{1B}[\(codes)m"
    }
}
