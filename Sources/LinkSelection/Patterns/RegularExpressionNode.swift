/// A node of the syntax tree of a regular expression.
indirect enum RegularExpressionNode: Sendable, Hashable {
    /// A condition on the position between two characters.
    enum Assertion: Sendable, Hashable {
        case start
        case end
        case wordBoundary
        case noWordBoundary
    }

    case one(CharacterClass)
    case assertion(Assertion)
    case sequence([RegularExpressionNode])
    case choice([RegularExpressionNode])
    /// A node that is repeated at least `minimum` and at most `maximum` times; nil means no limit.
    case repeated(RegularExpressionNode, minimum: Int, maximum: Int?)
}
