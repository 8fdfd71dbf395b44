import Places
import Syntax

/// The choice of a page's main content, as in `js/copy/main-content.js`: the smallest element that holds nearly all of
/// its prose, without what its markup or its links show to be something else.
struct MainContent {
    private let blocks: [FoundBlock]
    private let containers: [BlockContainer]
    /// The number of the block at the reading line, which is always included; nil if it is not known.
    private let line: Int?
    /// The containers of the line, which are never omitted.
    private let ofLine: Set<Int>
    /// Sums over the blocks before each one: of the prose, of the text, and of the text in links.
    private var prose: [Double] = [0]
    private var texts: [Int] = [0]
    private var linked: [Int] = [0]
    private var children: [[Int]]

    /// The share of an element's prose that a part must hold to be chosen instead of it.
    private static let nearlyAll = 0.9
    /// The share for a part that is marked up as the article.
    private static let most = 0.6
    /// The weight of what is marked as something else when the part is chosen.
    private static let asideWeight = 0.2
    /// The share of the prose above which even a part that is marked as something else is kept.
    private static let keptShare = 0.3
    /// A part in which more than this share of the text is links is a list of links.
    private static let linkDensity = 0.6
    /// If less than this share of the words remains, the page consists of links, and these are its content.
    private static let smallestRest = 0.35

    /// Chooses the main content.
    ///
    /// - Parameters:
    ///   - blocks: The blocks of the page.
    ///   - containers: The containers in document order.
    ///   - line: The number of the block at the reading line, which is always included; nil if it is not known.
    /// - Returns: The numbers of its blocks, in their order.
    static func choice(of blocks: [FoundBlock], in containers: [BlockContainer], line: Int?) -> [Int] {
        guard !containers.isEmpty else { return Array(blocks.indices) }
        let page = MainContent(blocks, containers, line)
        let root = page.root
        var kept = page.blocks(of: root, omittingLinks: true)
        if Double(page.length(kept)) < smallestRest * Double(page.length(Array(page.range(root)))) {
            kept = page.blocks(of: root, omittingLinks: false)
        }
        if let line, !kept.contains(line) { kept = page.adding(line, to: kept, of: root) }
        return kept
    }

    private init(_ blocks: [FoundBlock], _ containers: [BlockContainer], _ line: Int?) {
        self.blocks = blocks
        self.containers = containers
        self.line = line
        ofLine = Set(line.map { Self.ancestors(of: blocks[$0].container, containers) } ?? [])
        children = containers.map { _ in [] }
        var isAside: [Bool] = []
        for (number, container) in containers.enumerated() {
            let inherits = container.hint == .none && container.parent >= 0 && isAside[container.parent]
            isAside.append((container.hint == .aside || inherits) && !ofLine.contains(number))
            if container.parent >= 0 { children[container.parent].append(number) }
        }
        for found in blocks {
            let isElse = found.isControl || found.container >= 0 && isAside[found.container]
            prose.append((prose.last ?? 0) + (isElse ? Self.asideWeight : 1) * Self.prose(of: found))
            texts.append((texts.last ?? 0) + found.length)
            linked.append((linked.last ?? 0) + found.linkedLength)
        }
    }

    /// Returns the length of a block's text, reduced for links and labels.
    private static func prose(of found: FoundBlock) -> Double {
        guard found.length > 0 else { return 0 }
        let length = Double(found.length)
        let unlinked = length - Double(found.linkedLength)
        let weight = unlinked * (unlinked / length)
        if found.length < 25 { return 0.3 * weight }
        switch found.block.kind {
        case .paragraph, .quote: return weight
        default: return found.length > 80 ? weight : 0.6 * weight
        }
    }

    private static func ancestors(of container: Int, _ containers: [BlockContainer]) -> [Int] {
        var found: [Int] = []
        var number = container
        while number >= 0 {
            found.append(number)
            number = containers[number].parent
        }
        return found
    }

    private func range(_ container: Int) -> Range<Int> { containers[container].first..<containers[container].end }

    private func sum<Number: Numeric>(_ sums: [Number], _ container: Int) -> Number {
        sums[containers[container].end] - sums[containers[container].first]
    }

    private func length(_ numbers: [Int]) -> Int { numbers.reduce(0) { $0 + blocks[$1].length } }

    /// The container that holds the main content.
    private var root: Int {
        var root = 0
        while true {
            let whole = sum(prose, root)
            let part = children[root].first { child in
                let share = whole > 0 ? sum(prose, child) / whole : 0
                let hint = containers[child].hint
                return share >= (hint == .article || hint == .body ? Self.most : Self.nearlyAll)
            }
            // A single block is not divided further, so that a heading beside it stays.
            guard let part, range(part).count >= 2 else { return root }
            root = part
        }
    }

    /// Returns the blocks of a container without those of parts that are something else.
    private func blocks(of root: Int, omittingLinks: Bool) -> [Int] {
        var isOmitted = [Bool](repeating: false, count: blocks.count)
        let whole = sum(prose, root)
        for number in containers.indices.dropFirst(root + 1) {
            let range = range(number)
            if range.lowerBound >= containers[root].end { break }
            guard !range.isEmpty, !ofLine.contains(number), isElse(number, whole, omittingLinks) else { continue }
            for block in range { isOmitted[block] = true }
        }
        return range(root).filter { $0 == line || !(isOmitted[$0] || omittingLinks && blocks[$0].isControl) }
    }

    /// Returns true if a container is not part of the article.
    private func isElse(_ number: Int, _ whole: Double, _ omittingLinks: Bool) -> Bool {
        let container = containers[number]
        let text = Double(sum(texts, number))
        if container.hint == .aside { return text < Self.keptShare * whole }
        guard omittingLinks, container.name != "p", container.name != "tr", range(number).count >= 2 else {
            return false
        }
        return text > 0 && Double(sum(linked, number)) > Self.linkDensity * text && text < Self.keptShare * whole
    }

    /// Returns the blocks with those of the largest container of the line that does not contain the root.
    private func adding(_ line: Int, to kept: [Int], of root: Int) -> [Int] {
        let around = Set(Self.ancestors(of: root, containers))
        let largest = Self.ancestors(of: blocks[line].container, containers).last { !around.contains($0) }
        let added = largest.map { blocks(of: $0, omittingLinks: true) } ?? []
        return Set(kept + added + [line]).sorted()
    }
}

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

    /// The part of an attribute that is read, in UTF-16 units.
    private static let longestNames = 1_000

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
            ["", "-", "_", "--", "-_", "_-", "__"].map { noun + $0 + part }
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
        let names = { (attribute: PageTree.Attribute) in
            String(
                decoding: (tree.value(of: attribute, at: number) ?? "").utf16.prefix(Self.longestNames), as: UTF16.self)
        }
        for word in [names(.id)] + ASCII.tokens(names(.class)) where !word.isEmpty {
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
