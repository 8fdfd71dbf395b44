package import LinkHarvest
import WHATWGURL

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

    package var hasForgotten: Bool { seen?.hasForgotten == true }

    package mutating func write(_ record: CheckedLink, into output: inout [UInt8]) -> LinkOmission? {
        guard var address = record.link.url?.href else { return .noAddress }
        let check = record.check.map { check in
            let columns =
                namesPages
                ? [check.word, check.reason ?? "-", record.link.source] : [check.word, check.reasonBesideWord]
            return columns.compactMap(\.self).map { "\t" + $0.replacingControlCharacters() }.joined()
        }
        return address.withUTF8 { write($0, check: check ?? "", into: &output) }
    }

    package mutating func write(
        _ batch: LinkBatch, _ indices: LinkIndices, limit: Int, into output: inout [UInt8]
    ) -> LinkTally {
        var tally = LinkTally()
        batch.withAddresses { links in
            indices.forEach(in: links.count) { index in
                guard tally.written < limit else { return false }
                tally.register(links.url(at: index).map { write($0, check: "", into: &output) } ?? .noAddress)
                return true
            }
        }
        return tally
    }

    private mutating func write(
        _ address: UnsafeBufferPointer<UInt8>, check: String, into output: inout [UInt8]
    ) -> LinkOmission? {
        if let hash = seen?.hash(address), seen?.insert(hash) == false { return .repeated }
        output.append(contentsOf: address)
        output.append(contentsOf: check.utf8)
        output.append(UInt8(ascii: "\n"))
        return nil
    }
}

extension String {
    /// Returns the text with U+FFFD for the characters that would end a column or a line.
    fileprivate func replacingControlCharacters() -> String {
        String(String.UnicodeScalarView(unicodeScalars.map { $0.value < 0x20 || $0.value == 0x7F ? "\u{FFFD}" : $0 }))
    }
}
