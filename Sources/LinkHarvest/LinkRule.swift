/// That an attribute of an element holds addresses.
struct LinkRule: Sendable {
    /// How addresses stand in a value.
    enum Syntax: Sendable {
        /// One address; an empty value is the address of the document.
        case address
        /// One address; an empty value is none.
        case nonEmptyAddress
        /// Addresses parted by white space.
        case spaceList
        /// Addresses parted by white space, that are never relative.
        case absoluteList
        /// Addresses parted by commas.
        case commaList
        /// Image candidates of `srcset`.
        case imageCandidates
        /// Time and address of a declarative refresh.
        case refresh
        /// CSS declarations.
        case declarations
        /// An HTML document of its own.
        case document
        /// A style sheet; content of an element.
        case styleSheet
        /// JSON-LD, whose keys tell what their addresses are for; content of an element.
        case linkedData
        /// A script whose strings may be addresses; content of an element.
        case scriptStrings
    }

    /// When the rule holds.
    enum Condition: Sendable {
        case always
        /// In SVG and MathML only.
        case foreign
        /// Where `http-equiv` is `refresh`.
        case refreshPragma
        /// Where `valuetype` is `ref`.
        case referenceValue
        /// Where `property`, `name` or `itemprop` is one of those that hold addresses.
        case addressProperty
        /// Where the caller asked for what scripts load late.
        case lazyLoading
        /// Where `type` says JSON-LD.
        case linkedDataType
        /// Where the caller asked for the strings in scripts.
        case scriptStrings
    }

    /// What stands in place of an attribute's name for the content of an element.
    static let content = "text()"

    /// The element's name, or `*` for any element.
    var element: String
    /// The attribute's name; ``content`` for what stands between the tags.
    var attribute: String
    /// How addresses stand in the value.
    var syntax: Syntax
    /// What the link is for; `link` is refined by its `rel`.
    var kind: LinkKind
    /// When the rule holds.
    var condition = Condition.always

    init(
        _ element: String, _ attribute: String, _ syntax: Syntax, _ kind: LinkKind, when condition: Condition = .always
    ) {
        self.element = element
        self.attribute = attribute
        self.syntax = syntax
        self.kind = kind
        self.condition = condition
    }
}
