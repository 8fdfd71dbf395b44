/// Hints in the markup of an element that it contains the article, or that it does not, as in `js/copy/boilerplate.js`.
struct Boilerplate {
    /// A hint.
    enum Hint {
        /// An element that contains one article.
        case article
        /// The text of an article.
        case body
        /// An element beside an article.
        case aside
        case none
    }

    private var words: [String: Hint] = [:]

    private static let asideRoles: Set<String> = [
        "alert", "alertdialog", "banner", "complementary", "contentinfo", "dialog", "menu", "menubar", "navigation",
        "search", "toolbar", "tooltip",
    ]
    private static let asideNames: Set<String> = [
        "aside", "dialog", "footer", "nav", "menu", "fieldset", "form", "label", "button",
    ]
    /// Parts of words; `^` and `$` stand for the start and the end of the word.
    private static let asideWords = [
        "-ad-", "^ad$", "^ads$", "^ad-", "adsense", "advert", "banner", "breadcrumb", "combx", "comment", "consent",
        "cookie", "disqus", "footer", "footnav", "gdpr", "infobar", "masthead", "menu", "modal", "^nav", "-nav",
        "navbar", "navigation", "newsletter", "outbrain", "pager", "pagination", "popup", "promo", "recirc",
        "recommend", "related", "remark", "replies", "^rss", "share", "sharing", "shoutbox", "sidebar", "skyscraper",
        "social", "sponsor", "subscri", "signup", "taboola", "^tag$", "^tags$", "toolbar", "widget", "yom-remote",
        "^meta$", "utility", "trending", "most-popular", "most-read", "read-more", "readmore", "read-next", "readnext",
        "more-stories", "more-from",
    ]
    private static let articleWords: [String] = ["article", "post", "entry", "story"].flatMap { noun in
        ["body", "content", "text"].flatMap { part in
            ["", "-", "_", "-_"].map { noun + $0 + part }
        }
    }
    private static let otherArticleWords = ["mw-parser-output", "markdown-body"]
    /// Words for columns and wrappers, which often also contain the article.
    private static let ambiguousWords = [
        "article", "body", "column", "content", "main", "wrapper", "container", "has-", "with-", "no-", "page",
    ]

    /// Returns the hint of an element.
    ///
    /// - Parameters:
    ///   - number: The number of the element.
    ///   - tree: The page that contains the element.
    /// - Returns: The hint.
    mutating func hint(of number: Int, in tree: PageTree) -> Hint {
        let name = tree.nodes[number].name
        let role = tree.value(of: .role, at: number)
        if Self.asideNames.contains(name) || role.map(Self.asideRoles.contains) == true { return .aside }
        if name == "body" || name == "html" { return .none }
        if tree.value(of: .itemprop, at: number) == "articleBody" { return .body }
        if tree.value(of: .ariaModal, at: number) == "true" { return .aside }
        var isAside = false
        let classes = (tree.value(of: .class, at: number) ?? "").split(whereSeparator: \.isWhitespace)
        let identifier = Substring(tree.value(of: .id, at: number) ?? "")
        for word in [identifier] + classes where !word.isEmpty {
            switch hint(ofWord: word.lowercased()) {
            case .body: return .body
            case .aside: isAside = true
            case .article, .none: break
            }
        }
        if name == "article" || name == "main" || role == "main" || role == "article" { return .article }
        return isAside ? .aside : .none
    }

    private mutating func hint(ofWord word: String) -> Hint {
        if let known = words[word] { return known }
        let hint: Hint
        if (Self.articleWords + Self.otherArticleWords).contains(where: { word.contains($0) }) {
            hint = .body
        } else if Self.asideWords.contains(where: { Self.matches($0, word) }),
            !Self.ambiguousWords.contains(where: { word.contains($0) })
        {
            hint = .aside
        } else {
            hint = .none
        }
        words[word] = hint
        return hint
    }

    private static func matches(_ pattern: String, _ word: String) -> Bool {
        guard pattern.hasPrefix("^") else { return word.contains(pattern) }
        let text = pattern.dropFirst()
        return text.hasSuffix("$") ? word == text.dropLast() : word.hasPrefix(text)
    }
}
