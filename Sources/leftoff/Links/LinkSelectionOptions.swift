import ArgumentParser
import LinkSelection
import Normalization

/// The options of `leftoff links` that select links.
struct LinkSelectionOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Only links of these kinds, such as anchor, image, feed.", valueName: "kinds"))
    var kind: [String] = []

    @Option(
        help: ArgumentHelp(
            "Only addresses that match: a glob for the whole address, or re:REGEX for a part of it.",
            valueName: "patterns"))
    var include: [String] = []

    @Option(
        help: ArgumentHelp(
            "Leave out addresses that match; the patterns are those of --include.", valueName: "patterns"))
    var exclude: [String] = []

    @Option(help: ArgumentHelp("Only files with these extensions, such as pdf,tar.gz.", valueName: "extensions"))
    var ext: [String] = []

    @Option(help: ArgumentHelp("Only these media types, such as application/pdf or image/*.", valueName: "types"))
    var type: [String] = []

    @Option(help: ArgumentHelp("Only addresses of these schemes.", valueName: "schemes"))
    var scheme: [String] = []

    @Flag(help: "Only links to the page's own host.")
    var sameHost = false

    @Flag(help: "Only links to the page's own site, by the Public Suffix List.")
    var sameSite = false

    @Option(help: ArgumentHelp("Only links with one of these words in rel.", valueName: "words"))
    var rel: [String] = []

    @Option(help: ArgumentHelp("Only links whose text matches, ignoring case.", valueName: "patterns"))
    var text: [String] = []

    @Flag(help: "With --snapshot: only links that were in view.")
    var inView = false

    @Option(parsing: .unconditional, help: ArgumentHelp("Stop after this many links.", valueName: "number"))
    var limit: Int?

    @Option(help: "The order: \(LinkOrder.allCases.map(\.rawValue).joined(separator: ", ")).")
    var sort = LinkOrder.document

    @Option(
        help: ArgumentHelp(
            "Normalize addresses: \(URLNormalization.names.map(\.name).joined(separator: ", ")).",
            valueName: "parts"))
    var normalize: [String] = []

    @Flag(help: "Print each excluded link on standard error, as JSON with the reason.")
    var explain = false

    /// Returns the selection that the options describe.
    ///
    /// - Parameters:
    ///   - keepsDuplicates: True if repeated links are kept.
    ///   - includesInvalid: True if values that are not valid URLs are kept.
    /// - Returns: The selection. Its filters are in order, the cheapest and most effective ones first.
    /// - Throws: `LinkSelectionError` and `CommandFailure` (usage) for malformed values.
    func selection(keepsDuplicates: Bool, includesInvalid: Bool) throws -> LinkSelection {
        if let limit, limit < 1 {
            throw CommandFailure(what: "--limit \(limit)", why: "must be at least 1", status: .usage)
        }
        let normalization = try URLNormalization(named: normalize)
        // The filters that are cheapest and exclude most come first.
        let filters: [LinkFilter?] = [
            try .kinds(named: kind), try .relations(named: rel), try .schemes(named: scheme),
            sameHost ? .sameHost : nil, sameSite ? .sameSite : nil, try .extensions(named: ext),
            try .types(named: type), inView ? .inView : nil,
            include.isEmpty ? nil : .included(try Self.patterns(include, of: "include")),
            exclude.isEmpty ? nil : .excluded(try Self.patterns(exclude, of: "exclude")),
            text.isEmpty ? nil : .texts(try Self.patterns(text, of: "text", ignoresCase: true)),
        ]
        return LinkSelection(
            normalization: normalization, filters: filters.compactMap { $0 },
            // The harvester drops duplicates of one page, except with --explain.
            keepsDuplicates: keepsDuplicates || (normalization.isEmpty && !explain), includesInvalid: includesInvalid)
    }

    /// Parses the patterns of an option; the option's name is used in error messages.
    private static func patterns(
        _ values: [String], of option: String, ignoresCase: Bool = false
    ) throws -> [TextPattern] {
        do {
            return try TextPattern.list(values, ignoresCase: ignoresCase)
        } catch LinkSelectionError.pattern(let text, let reason) {
            throw CommandFailure(what: "--\(option) \(text)", why: reason, status: .usage)
        }
    }
}

extension LinkOrder: ExpressibleByArgument {}
