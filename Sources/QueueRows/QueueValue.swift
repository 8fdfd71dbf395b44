/// A value of a column, as an SQL database stores it.
package enum QueueValue: Sendable, Hashable {
    /// NULL.
    case null
    /// An integer.
    case integer(Int64)
    /// A text.
    case text(String)

    /// Creates a text; nil is NULL.
    package init(_ text: String?) { self = text.map(QueueValue.text) ?? .null }

    /// Creates an integer; nil is NULL.
    package init(_ number: (some BinaryInteger)?) { self = number.map { QueueValue.integer(Int64($0)) } ?? .null }

    /// Creates 1 or 0; nil is NULL.
    package init(_ flag: Bool?) { self = flag.map { QueueValue.integer($0 ? 1 : 0) } ?? .null }
}
