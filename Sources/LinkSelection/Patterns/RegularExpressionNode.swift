/// A part of a regular expression.
indirect enum RegularExpressionNode: Sendable, Hashable {
    /// A place between two characters.
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
    /// A part repeated at least `minimum` times, and at most `maximum` times or without limit.
    case repeated(RegularExpressionNode, minimum: Int, maximum: Int?)
}
