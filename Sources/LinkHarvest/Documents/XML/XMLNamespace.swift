import Markup

/// The namespaces in which links are found.
enum XMLNamespace {
    static let xhtml = "http://www.w3.org/1999/xhtml"
    static let svg = "http://www.w3.org/2000/svg"
    static let mathML = "http://www.w3.org/1998/Math/MathML"
    static let xlink = "http://www.w3.org/1999/xlink"
    static let xml = "http://www.w3.org/XML/1998/namespace"

    /// The prefixes that the rules use for the namespaces, regardless of the prefixes in a document.
    static let prefixes = [
        "http://www.w3.org/2005/Atom": "atom",
        "http://purl.org/atom/ns#": "atom",
        "http://purl.org/rss/1.0/": "rss",
        "http://my.netscape.com/rdf/simple/0.9/": "rss",
        "http://channel.netscape.com/rdf/simple/0.9/": "rss",
        "http://backend.userland.com/rss2": "rss",
        "http://blogs.law.harvard.edu/tech/rss": "rss",
        "http://www.w3.org/1999/02/22-rdf-syntax-ns#": "rdf",
        "http://purl.org/rss/1.0/modules/content/": "content",
        "http://search.yahoo.com/mrss/": "media",
        "http://search.yahoo.com/mrss": "media",
        "http://www.itunes.com/dtds/podcast-1.0.dtd": "itunes",
        "http://www.itunes.com/DTDs/Podcast-1.0.dtd": "itunes",
        "https://podcastindex.org/namespace/1.0": "podcast",
        "http://wellformedweb.org/CommentAPI/": "wfw",
        "http://purl.org/syndication/thread/1.0": "thr",
        "http://rssnamespace.org/feedburner/ext/1.0": "feedburner",
        "http://www.sitemaps.org/schemas/sitemap/0.9": "sitemap",
        "http://www.google.com/schemas/sitemap/0.84": "sitemap",
        "http://www.google.com/schemas/sitemap-image/1.1": "image",
        "http://www.google.com/schemas/sitemap-video/1.1": "video",
        "http://www.google.com/schemas/sitemap-news/0.9": "news",
        "http://opml.org/spec2": "opml",
        xhtml: "xhtml",
    ]
}
