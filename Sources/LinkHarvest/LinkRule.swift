/// A rule stating that an attribute of an element contains URLs.
struct LinkRule: Sendable {
    /// The syntax of a value.
    enum Syntax: Sendable {
        /// One URL; an empty value is the URL of the document.
        case address
        /// One URL; an empty value is ignored.
        case nonEmptyAddress
        /// URLs separated by white space.
        case spaceList
        /// Absolute URLs separated by white space.
        case absoluteList
        /// URLs separated by commas.
        case commaList
        /// The image candidates of `srcset`.
        case imageCandidates
        /// The time and URL of a declarative refresh.
        case refresh
        /// CSS declarations.
        case declarations
        /// A complete HTML document.
        case document
        /// A style sheet; the content of an element.
        case styleSheet
        /// JSON-LD, whose keys determine the kinds of its URLs; the content of an element.
        case linkedData
        /// A script whose strings may be URLs; the content of an element.
        case scriptStrings
    }

    /// The condition under which a rule applies.
    enum Condition: Sendable {
        case always
        /// The element belongs to SVG or MathML.
        case foreign
        /// The attribute `http-equiv` is `refresh`.
        case refreshPragma
        /// The attribute `valuetype` is `ref`.
        case referenceValue
        /// The attribute `property`, `name` or `itemprop` has a name whose value is a URL.
        case addressProperty
        /// The caller requested attributes for lazy loading.
        case lazyLoading
        /// The attribute `type` is that of JSON-LD.
        case linkedDataType
        /// The caller requested the strings in scripts.
        case scriptStrings
    }

    /// The attribute name that represents the content of an element.
    static let content = "text()"

    /// The element's name, or `*` for any element.
    var element: String
    /// The attribute's name; ``content`` for the text between the tags.
    var attribute: String
    /// The syntax of the value.
    var syntax: Syntax
    /// The kind of the link; `link` is replaced by the kind that `rel` determines.
    var kind: LinkKind
    /// The condition under which the rule applies.
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
