/// The progress in the taskbar (OSC 9;4).
package enum TaskbarProgress: Sendable, Hashable {
    /// A percentage.
    case percent(Int)
    /// Work in progress whose extent is unknown.
    case busy

    /// The control sequence that shows the progress.
    var sequence: String {
        switch self {
        case .percent(let number): "\u{1B}]9;4;1;\(min(max(number, 0), 100))\u{1B}\\"
        case .busy: "\u{1B}]9;4;3\u{1B}\\"
        }
    }

    /// The control sequence that removes the progress.
    static let clear = "\u{1B}]9;4;0\u{1B}\\"
}
