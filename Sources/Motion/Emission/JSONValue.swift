/// A JSON value whose members keep their order.
enum JSONValue: Sendable {
    /// The value null.
    case null
    /// A number, written with at most four decimals.
    case number(Double)
    /// A string.
    case text(String)
    /// An array.
    case list([JSONValue])
    /// An object.
    case object([(name: String, value: JSONValue)])

    /// The JSON text without optional spaces.
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
