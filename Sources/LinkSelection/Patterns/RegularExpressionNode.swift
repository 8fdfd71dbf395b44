/// A node of the syntax tree of a regular expression.
indirect enum RegularExpressionNode: Sendable, Hashable {
    /// A position between two characters.
    enum Place: Sendable, Hashable {
        case start
        case end
        case wordBoundary
        case noWordBoundary
    }

    case one(CharacterClass)
    case place(Place)
    case sequence([RegularExpressionNode])
    case choice([RegularExpressionNode])
    /// A node repeated at least `minimum` times, and at most `maximum` times; nil is no limit.
    case repeated(RegularExpressionNode, minimum: Int, maximum: Int?)
}
