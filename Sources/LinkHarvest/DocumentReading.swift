/// The way in which a document was read, if it is not the stated one or if no links were found.
package struct DocumentReading: Sendable, Hashable, CustomStringConvertible {
    /// The origin of the statement that a document was not read as.
    package enum Statement: Sendable, Hashable {
        /// The file name or the path of the URL names this kind.
        case name(DocumentKind)
        /// The media type names this kind.
        case mediaType(DocumentKind)
        /// The document claims to be XML, but is ill-formed.
        case illFormedXML
    }

    /// The name of the document's origin.
    package var source: String
    /// The kind as which the document was read.
    package var kind: DocumentKind
    /// The statement that differs from the kind; nil if the document was read as stated, or if nothing was stated.
    package var contradicted: Statement?
    /// True if links were found.
    package var hasLinks: Bool

    /// The reading as one line of text.
    package var description: String {
        let reason =
            switch contradicted {
            case .name(let stated): ", although its name says \(stated.title)"
            case .mediaType(let stated): ", although its media type says \(stated.title)"
            case .illFormedXML: ", because it is not well-formed XML"
            case nil: ""
            }
        return hasLinks
            ? "\(source): read as \(kind.title)\(reason)"
            : "\(source): no links found; it was read as \(kind.title)\(reason)"
    }
}

extension DocumentKind {
    /// The name of the kind in messages.
    fileprivate var title: String {
        switch self {
        case .html: "HTML"
        case .xml: "XML"
        case .css: "CSS"
        case .markdown: "Markdown"
        case .text: "plain text"
        case .json: "JSON"
        case .warc: "a web archive"
        case .gzip: "compressed data"
        case .binary: "data without links"
        }
    }
}
