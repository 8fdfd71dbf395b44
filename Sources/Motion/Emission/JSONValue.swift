/// What a JSON text says, its members in the order in which they are given.
enum JSONValue: Sendable {
    /// Nothing.
    case null
    /// A number, to four digits after the point.
    case number(Double)
    /// A text.
    case text(String)
    /// Several values.
    case list([JSONValue])
    /// Values with names.
    case object([(name: String, value: JSONValue)])

    /// The text, without a space that it does not need.
    var text: String {
        switch self {
        case .null: "null"
        case .number(let number): SVGNumber.text(number, digits: 4)
        case .text(let text): JSONString.quoted(text)
        case .list(let values): "[" + values.map(\.text).joined(separator: ",") + "]"
        case .object(let members):
            "{" + members.map { JSONString.quoted($0.name) + ":" + $0.value.text }.joined(separator: ",") + "}"
        }
    }
}

extension JSONValue: ExpressibleByDictionaryLiteral {
    init(dictionaryLiteral elements: (String, JSONValue)...) {
        self = .object(elements.map { (name: $0.0, value: $0.1) })
    }
}
