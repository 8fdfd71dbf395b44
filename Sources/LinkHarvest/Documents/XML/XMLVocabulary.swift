package import Markup

/// The vocabulary of an XML document, determined by its root element.
package enum XMLVocabulary: String, Sendable, Hashable {
    case rss, rdf, atom, sitemap, sitemapIndex, opml, xhtml, svg, mathML, other

    /// Determines the vocabulary.
    ///
    /// A known name is sufficient even without its namespace, because feeds often omit the namespace.
    ///
    /// - Parameter root: The name of the root element.
    package init(root: XMLName) {
        switch (root.local, root.namespace) {
        case (_, XMLNamespace.xhtml): self = .xhtml
        case (_, XMLNamespace.svg), ("svg", nil): self = .svg
        case (_, XMLNamespace.mathML), ("math", nil): self = .mathML
        case ("rss", _): self = .rss
        case ("RDF", _): self = .rdf
        case ("feed", _), ("entry", XMLVocabulary.atomNamespace): self = .atom
        case ("urlset", _): self = .sitemap
        case ("sitemapindex", _): self = .sitemapIndex
        case ("opml", _): self = .opml
        default: self = .other
        }
    }

    private static let atomNamespace = "http://www.w3.org/2005/Atom"

    /// The prefix that the rules use for the vocabulary's own elements; nil for a vocabulary without rules.
    var prefix: String? {
        switch self {
        case .rss, .rdf: "rss"
        case .atom: "atom"
        case .sitemap, .sitemapIndex: "sitemap"
        case .opml: "opml"
        case .xhtml, .svg, .mathML, .other: nil
        }
    }
}
