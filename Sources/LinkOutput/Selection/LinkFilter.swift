package import LinkHarvest
import Syntax
package import WHATWGURL

/// A condition that a link must meet.
package enum LinkFilter: Sendable {
    /// The kind is one of these.
    case kinds(Set<LinkKind>)
    /// One of the patterns matches the URL.
    case included([TextPattern])
    /// None of the patterns matches the URL.
    case excluded([TextPattern])
    /// The file name ends with one of these extensions, given in lower case and without dots.
    case extensions([String])
    /// The media type is one of these.
    case types([MediaTypePattern])
    /// The scheme is one of these.
    case schemes(Set<String>)
    /// The host is the page's host.
    case sameHost
    /// The registrable domain is the page's.
    case sameSite
    /// `rel` has one of these values, given in lower case.
    case relations(Set<String>)
    /// One of the patterns matches the text.
    case texts([TextPattern])
    /// The link was in view when its page was captured.
    case inView

    /// The name of the condition's command line option, without dashes.
    package var name: String {
        switch self {
        case .kinds: "kind"
        case .included: "include"
        case .excluded: "exclude"
        case .extensions: "ext"
        case .types: "type"
        case .schemes: "scheme"
        case .sameHost: "same-host"
        case .sameSite: "same-site"
        case .relations: "rel"
        case .texts: "text"
        case .inView: "in-view"
        }
    }

    /// True if the condition depends on a link's text, relations, media type or proposed file name.
    var readsDescriptions: Bool {
        switch self {
        case .extensions, .types, .relations, .texts: true
        case .kinds, .included, .excluded, .schemes, .sameHost, .sameSite, .inView: false
        }
    }

    /// Returns the reason why a link does not meet the condition, or nil if it does.
    ///
    /// - Parameters:
    ///   - link: The link as it was harvested.
    ///   - url: The link's URL after normalization.
    ///   - page: The page that the link is on.
    /// - Returns: The reason in words, or nil if the link meets the condition.
    func reasonToExclude(_ link: HarvestedLink, at url: WebURL?, on page: LinkPage) -> String? {
        switch self {
        case .kinds(let kinds): kinds.contains(link.kind) ? nil : "its kind is \(link.kind.rawValue)"
        case .relations(let wanted): wanted.isDisjoint(with: link.rel) ? "its rel is \(Self.listed(link.rel))" : nil
        case .texts(let patterns):
            patterns.contains { $0.matches(link.text ?? "") }
                ? nil : link.text == nil ? "it has no text" : "no pattern matches its text"
        case .excluded(let patterns):
            url.flatMap { url in patterns.first { $0.matches(url.href) } }.map { "its address matches \($0)" }
        default:
            if let url {
                reasonToExclude(url, of: link, on: page)
            } else {
                "it has no address"
            }
        }
    }

    /// Returns the reason why a link's URL does not meet the condition; nil if it does.
    private func reasonToExclude(_ url: WebURL, of link: HarvestedLink, on page: LinkPage) -> String? {
        switch self {
        case .included(let patterns):
            return patterns.contains { $0.matches(url.href) } ? nil : "no pattern matches its address"
        case .extensions(let wanted):
            let names = [FileNaming.proposed(by: link), FileNaming.inPath(of: url)].compactMap { $0 }
            return names.contains { name in wanted.contains { FileNaming.has($0, name) } }
                ? nil : names.isEmpty ? "its address names no file" : "its file is \(names.joined(separator: " or "))"
        case .types(let patterns):
            guard let type = LinkMediaType.of(link, at: url) else { return "its media type is unknown" }
            return patterns.contains { $0.matches(type) } ? nil : "its media type is \(type)"
        case .schemes(let schemes): return schemes.contains(url.scheme) ? nil : "its scheme is \(url.scheme)"
        case .sameHost:
            guard let host = page.host else { return "the page has no host" }
            return host == LinkPage.host(of: url) ? nil : "its host is \(Self.named(url)), not \(host)"
        case .sameSite:
            guard let site = page.site else { return "the page has no host" }
            return site == LinkPage.host(of: url).map(RegistrableDomain.site)
                ? nil : "its host is \(Self.named(url)), which is not part of \(site)"
        case .inView:
            return page.linksInView?.contains(link.url ?? url) == true ? nil : "it was not in view"
        case .kinds, .excluded, .relations, .texts: return nil
        }
    }

    private static func named(_ url: WebURL) -> String { LinkPage.host(of: url) ?? "none" }

    private static func listed(_ words: [String]) -> String { words.isEmpty ? "empty" : words.joined(separator: " ") }
}

/// Conditions from the values of options, each of which may be a list separated by commas.
extension LinkFilter {
    /// Parses names of kinds.
    ///
    /// - Parameter values: The values of `--kind`.
    /// - Returns: The condition; nil if there are no values.
    /// - Throws: ``LinkSelectionError/value(_:option:expected:)`` for an unknown kind.
    package static func kinds(named values: [String]) throws(LinkSelectionError) -> LinkFilter? {
        var kinds: Set<LinkKind> = []
        for word in try words(values, option: "kind") {
            guard let kind = LinkKind(rawValue: word) else {
                let known = LinkKind.allCases.map(\.rawValue).joined(separator: ", ")
                throw .value(word, option: "kind", expected: "expected one of \(known)")
            }
            kinds.insert(kind)
        }
        return kinds.isEmpty ? nil : .kinds(kinds)
    }

    /// Parses file extensions, with or without a leading `.` or `*.`.
    ///
    /// - Parameter values: The values of `--ext`.
    /// - Returns: The condition; nil if there are no values.
    /// - Throws: ``LinkSelectionError/value(_:option:expected:)`` for a value that cannot end a file name.
    package static func extensions(named values: [String]) throws(LinkSelectionError) -> LinkFilter? {
        var extensions: [String] = []
        for word in try words(values, option: "ext") {
            var name = word[...]
            if name.hasPrefix("*") { name.removeFirst() }
            if name.hasPrefix(".") { name.removeFirst() }
            guard !name.isEmpty, !name.contains(where: { "/*?".contains($0) || $0.isWhitespace }) else {
                throw .value(word, option: "ext", expected: "not a file extension such as pdf or tar.gz")
            }
            extensions.append(String(name))
        }
        return extensions.isEmpty ? nil : .extensions(extensions)
    }

    /// Parses media types, such as `application/pdf`, `image/*` or `image`.
    ///
    /// - Parameter values: The values of `--type`.
    /// - Returns: The condition; nil if there are no values.
    /// - Throws: ``LinkSelectionError/value(_:option:expected:)`` for an invalid media type.
    package static func types(named values: [String]) throws(LinkSelectionError) -> LinkFilter? {
        var types: [MediaTypePattern] = []
        for word in try words(values, option: "type") {
            guard let type = MediaTypePattern(word), word.contains("/") || topLevelTypes.contains(word) else {
                throw .value(word, option: "type", expected: "not a media type such as application/pdf or image/*")
            }
            types.append(type)
        }
        return types.isEmpty ? nil : .types(types)
    }

    /// The top-level media types that IANA has registered (RFC 9694 and earlier).
    private static let topLevelTypes: Set<String> = [
        "application", "audio", "example", "font", "haptics", "image", "message", "model", "multipart", "text", "video",
    ]

    /// Parses schemes, with or without a colon.
    ///
    /// - Parameter values: The values of `--scheme`.
    /// - Returns: The condition; nil if there are no values.
    /// - Throws: ``LinkSelectionError/value(_:option:expected:)`` for an invalid scheme.
    package static func schemes(named values: [String]) throws(LinkSelectionError) -> LinkFilter? {
        var schemes: Set<String> = []
        for word in try words(values, option: "scheme") {
            let name = word.hasSuffix("://") ? word.dropLast(3) : word.hasSuffix(":") ? word.dropLast() : word[...]
            guard let first = name.utf8.first, ASCII.isAlpha(first),
                name.utf8.allSatisfy({ ASCII.isAlphanumeric($0) || "+-.".utf8.contains($0) })
            else { throw .value(word, option: "scheme", expected: "not a scheme such as https or mailto") }
            schemes.insert(String(name))
        }
        return schemes.isEmpty ? nil : .schemes(schemes)
    }

    /// Parses values of `rel`.
    ///
    /// - Parameter values: The values of `--rel`.
    /// - Returns: The condition; nil if there are no values.
    /// - Throws: ``LinkSelectionError/value(_:option:expected:)`` for an empty value or one with a space.
    package static func relations(named values: [String]) throws(LinkSelectionError) -> LinkFilter? {
        let relations = Set(try words(values, option: "rel"))
        if let several = relations.first(where: { $0.contains(where: \.isWhitespace) }) {
            throw .value("'\(several)'", option: "rel", expected: "not a single word; separate several with commas")
        }
        return relations.isEmpty ? nil : .relations(relations)
    }

    /// Returns the items of comma-separated lists, in lower case and without surrounding white space.
    static func words(_ values: [String], option: String) throws(LinkSelectionError) -> [String] {
        var words: [String] = []
        for value in values {
            for part in value.split(separator: ",", omittingEmptySubsequences: false) {
                let word = part.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed()
                guard !word.isEmpty else {
                    throw .value("'\(value)'", option: option, expected: "a value is empty")
                }
                words.append(String(word).lowercased())
            }
        }
        return words
    }
}

extension URLNormalization {
    /// Parses the names of normalizations.
    ///
    /// - Parameter values: The values of `--normalize`, each a name or a list separated by commas.
    /// - Throws: ``LinkSelectionError/value(_:option:expected:)`` for an unknown name.
    package init(named values: [String]) throws(LinkSelectionError) {
        self = []
        for word in try LinkFilter.words(values, option: "normalize") {
            guard let normalization = Self.names.first(where: { $0.name == word })?.normalization else {
                let known = Self.names.map(\.name).joined(separator: ", ")
                throw .value(word, option: "normalize", expected: "expected one of \(known)")
            }
            formUnion(normalization)
        }
    }
}

/// An error in the options that describe a selection.
package enum LinkSelectionError: Error, Sendable, Hashable, CustomStringConvertible {
    /// A pattern with a syntax error, and the reason.
    case pattern(String, reason: String)
    /// A value that an option does not accept, and the accepted values.
    case value(String, option: String, expected: String)

    package var description: String {
        switch self {
        case .pattern(let text, let reason): "pattern \(text): \(reason)"
        case .value(let text, let option, let expected): "--\(option) \(text): \(expected)"
        }
    }
}
