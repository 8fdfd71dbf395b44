import LinkHarvest

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
            guard let first = name.utf8.first, (0x61...0x7A).contains(first),
                name.utf8.allSatisfy({
                    (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || "+-.".utf8.contains($0)
                })
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
