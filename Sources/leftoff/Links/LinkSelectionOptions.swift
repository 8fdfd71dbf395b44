import ArgumentParser
import FileFormats
import LinkOutput
import Markup
import WHATWGURL

/// The options of `leftoff links` that decide what counts as a link.
struct LinkFindingOptions: ParsableArguments {
    @Flag(help: "Also print links that repeat the element, attribute and address of another link.")
    var keepDuplicates = false

    @Flag(help: "Also print values that are not valid addresses; their url is null.")
    var invalid = false

    @Flag(help: "Also find addresses in lazy-loading attributes, such as data-src.")
    var lazy = false

    @Flag(help: "Also find strings in scripts that are http addresses or paths from the root.")
    var scriptStrings = false

    @Option(help: ArgumentHelp("Print only links within these elements of HTML and XML.", valueName: "css|xpath"))
    var within: String?

    @Option(help: "The parser of HTML; libxml2 is a cross-check.")
    var parser = HTMLParser.Engine.standard
}

extension HTMLParser.Engine: ExpressibleByArgument {}

/// The options of `leftoff links` that select links.
struct LinkSelectionOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Print only links of these kinds, such as anchor, image or feed.", valueName: "kinds"))
    var kind: [String] = []

    @Option(
        help: ArgumentHelp(
            "Print only addresses that match: a glob for the whole address, or re:REGEX for a part of it.",
            valueName: "patterns"))
    var include: [String] = []

    @Option(
        help: ArgumentHelp(
            "Leave out addresses that match; the patterns are those of --include.", valueName: "patterns"))
    var exclude: [String] = []

    @Option(
        help: ArgumentHelp(
            "Print only links to files with these extensions, such as pdf,tar.gz.", valueName: "extensions"))
    var ext: [String] = []

    @Option(
        help: ArgumentHelp(
            "Print only links to these media types, such as application/pdf or image/*.", valueName: "types"))
    var type: [String] = []

    @Option(help: ArgumentHelp("Print only addresses of these schemes, such as https,mailto.", valueName: "schemes"))
    var scheme: [String] = []

    @Flag(help: "Print only links to the page's own host.")
    var sameHost = false

    @Flag(help: "Print only links to the page's own site, by the Public Suffix List.")
    var sameSite = false

    @Option(help: ArgumentHelp("Print only links with one of these words in rel, such as next.", valueName: "words"))
    var rel: [String] = []

    @Option(help: ArgumentHelp("Print only links whose text matches; case is ignored.", valueName: "patterns"))
    var text: [String] = []

    @Flag(help: "With --snapshot: print only links that were in view.")
    var inView = false

    @Option(parsing: .unconditional, help: ArgumentHelp("Stop after this many links.", valueName: "number"))
    var limit: Int?

    @Option(help: ArgumentHelp("The order of the links.", valueName: "order"))
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

/// The options of `leftoff links` for the output format and its destination.
struct LinkFormatOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The output format: \(LinkFormatDescriptor.namesForHelp) (default: lines).", valueName: "format"),
        transform: { try LinkFormatDescriptor(parsing: $0) })
    var format = LinkFormatDescriptor.lines

    @Option(
        name: .shortAndLong, help: ArgumentHelp("Write to this file instead of standard output.", valueName: "file"))
    var output: String?

    @Option(
        help: ArgumentHelp("The directory of the downloaded files; only for aria2 and curl.", valueName: "directory"))
    var dir: String?

    /// Checks that the format can represent the directory.
    ///
    /// - Throws: `CommandFailure` (usage) if it cannot, or if the directory is empty or contains a line break.
    func checkDirectory() throws {
        guard let dir else { return }
        guard format.contents.contains(.directory) else {
            throw CommandFailure(what: "--dir", why: "\(format.name) cannot represent a directory", status: .usage)
        }
        guard !dir.isEmpty, DownloadEntry.fitsLine(dir) else {
            throw CommandFailure(what: "--dir", why: "must not be empty or contain a line break", status: .usage)
        }
    }
}
