/// What a window's icon shows of a run (OSC 9;4).
package enum TaskbarProgress: Sendable, Hashable {
    /// How much is done, in percent.
    case percent(Int)
    /// It is not known how much.
    case busy

    /// The sequence that shows it.
    var sequence: String {
        switch self {
        case .percent(let number): "\u{1B}]9;4;1;\(min(max(number, 0), 100))\u{1B}\\"
        case .busy: "\u{1B}]9;4;3\u{1B}\\"
        }
    }

    /// The sequence that shows nothing.
    static let clear = "\u{1B}]9;4;0\u{1B}\\"
}
