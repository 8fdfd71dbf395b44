/// The progress in the taskbar (OSC 9;4).
package enum TaskbarProgress: Sendable, Hashable {
    /// A percentage.
    case percent(Int)
    /// Work in progress without a known extent.
    case busy

    /// The control sequence that shows it.
    var sequence: String {
        switch self {
        case .percent(let number): "\u{1B}]9;4;1;\(min(max(number, 0), 100))\u{1B}\\"
        case .busy: "\u{1B}]9;4;3\u{1B}\\"
        }
    }

    /// The control sequence that removes it.
    static let clear = "\u{1B}]9;4;0\u{1B}\\"
}
