package import LinkHarvest

/// One URL per line, each URL once in the whole output unless repetitions are allowed.
///
/// With a check, the line also contains the result in one word, after a tab, and the reason if the word does not say
/// it. In a crawl, it always has a column for the reason, and one for the page. Fragments are kept, because links to
/// different targets are different links. A URL contains no line breaks, so every line is one link.
package struct LinesFormat: LinkFormat {
    package static let descriptor = LinkFormatDescriptor(
        name: "lines", mediaType: "text/plain; charset=utf-8", fileExtension: "txt", contents: [.checkResults]
    ) { LinesFormat(repeats: $0.repeatsURLs, namesPages: $0.namesPages) }

    private let namesPages: Bool
    // Nil if URLs may be repeated.
    private var seen: SeenAddresses?

    /// Creates a writer for one output.
    ///
    /// - Parameters:
    ///   - repeats: True if a URL may be repeated.
    ///   - namesPages: True if each checked link is written with its page.
    ///   - rememberedCount: The number of URLs that are remembered to avoid repetitions.
    init(
        repeats: Bool = false, namesPages: Bool = false, rememberedCount: Int = LinkLimits.rememberedLinkCount
    ) {
        self.namesPages = namesPages
        seen = repeats ? nil : SeenAddresses(limit: rememberedCount)
    }

    package static var readsOnlyAddresses: Bool { true }
    package var hasForgotten: Bool { seen?.hasForgotten == true }

    package mutating func write(
        _ link: LinkBytes, check: CheckedLink.Check?, into output: inout [UInt8]
    ) -> LinkOmission? {
        guard let address = link.url else { return .noAddress }
        if let hash = seen?.hash(address), seen?.insert(hash) == false { return .repeated }
        output.append(contentsOf: address)
        if let check { output.append(contentsOf: columns(of: check, for: link).utf8) }
        output.append(UInt8(ascii: "\n"))
        return nil
    }

    private func columns(of check: CheckedLink.Check, for link: LinkBytes) -> String {
        let columns =
            namesPages
            ? [check.word, check.reason ?? "-", String(decoding: link.source, as: UTF8.self)]
            : [check.word, check.reasonBesideWord]
        return columns.compactMap(\.self).map { "\t" + $0.replacingControlCharacters() }.joined()
    }
}

extension String {
    /// Returns the text with U+FFFD for the characters that would end a column or a line.
    fileprivate func replacingControlCharacters() -> String {
        String(String.UnicodeScalarView(unicodeScalars.map { $0.value < 0x20 || $0.value == 0x7F ? "\u{FFFD}" : $0 }))
    }
}
