package import LinkHarvest
import WHATWGURL

/// One URL per line, each URL once in the whole output unless repetitions are allowed.
///
/// With a check, the line also contains the result in one word, after a tab. Fragments are kept, because links to
/// different targets are different links. A URL contains no line breaks, so every line is one link.
package struct LinesFormat: LinkFormat {
    package static let descriptor = LinkFormatDescriptor(
        name: "lines", mediaType: "text/plain; charset=utf-8", fileExtension: "txt", contents: [.checkResults]
    ) { LinesFormat(repeats: $0.repeatsURLs) }

    // Nil if URLs may be repeated.
    private var seen: SeenAddresses?

    /// Creates a writer for one output.
    ///
    /// - Parameters:
    ///   - repeats: True if a URL may be repeated.
    ///   - rememberedCount: The number of URLs that are remembered to avoid repetitions.
    package init(repeats: Bool = false, rememberedCount: Int = LinkLimits.rememberedLinkCount) {
        seen = repeats ? nil : SeenAddresses(limit: rememberedCount)
    }

    package var hasForgotten: Bool { seen?.hasForgotten == true }

    package mutating func write(_ record: LinkRecord, into output: inout [UInt8]) -> LinkOmission? {
        guard var address = record.link.url?.href else { return .noAddress }
        return address.withUTF8 { write($0, check: record.check, into: &output) }
    }

    package mutating func write(
        _ batch: LinkBatch, _ indices: LinkIndices, limit: Int, into output: inout [UInt8]
    ) -> LinkTally {
        var tally = LinkTally()
        batch.withAddresses { links in
            indices.forEach(in: links.count) { index in
                guard tally.written < limit else { return false }
                tally.register(links.url(at: index).map { write($0, check: nil, into: &output) } ?? .noAddress)
                return true
            }
        }
        return tally
    }

    private mutating func write(
        _ address: UnsafeBufferPointer<UInt8>, check: LinkRecord.Check?, into output: inout [UInt8]
    ) -> LinkOmission? {
        if let hash = seen?.hash(address), seen?.insert(hash) == false { return .repeated }
        output.append(contentsOf: address)
        if let check { output.append(contentsOf: "\t\(check.word)".utf8) }
        output.append(UInt8(ascii: "\n"))
        return nil
    }
}
