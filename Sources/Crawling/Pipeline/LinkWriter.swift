import LinkHarvest
package import LinkOutput
import WHATWGURL

/// A writer of selected links: it sorts, limits, formats and counts them.
///
/// Formatted links are kept in a buffer, which is written in large blocks.
package final class LinkWriter {
    /// The settings of a writer.
    package struct Options: Sendable {
        /// The output format.
        package var format: LinkFormatDescriptor
        /// The settings of the output format.
        package var formatOptions = LinkFormatDescriptor.Options()
        /// The order of the links.
        package var order = LinkOrder.document
        /// The maximum number of links to write; nil for all.
        package var limit: Int?
        /// True if, of the checked links, only the broken ones are written.
        package var writesOnlyBroken = false
        /// True if excluded links are reported with their reasons.
        package var explainsExclusions = false

        /// Creates options for writing all links in document order.
        package init(format: LinkFormatDescriptor) { self.format = format }
    }

    /// The number of buffered bytes above which they are written.
    ///
    /// It is the size of a pipe's buffer, 64 KiB; larger blocks are not measurably faster.
    private static let blockSize = 1 << 16

    private let options: Options
    private let limit: Int
    private let output: any LinkSink
    private let observer: any LinkPipelineObserver
    private var format: any LinkFormat
    private var bytes: [UInt8]
    private var preparation: PagePreparation
    /// The links that are kept until all have been received and can be sorted.
    private var unsorted: [CheckedLink] = []
    private var tally = LinkTally()
    /// A second writer, which predicts the number of links to be written, so that no further links are checked.
    private var predicted: (format: any LinkFormat, count: Int)

    /// The number of links written.
    package var count: Int { tally.written }
    /// The number of written links that are broken.
    private(set) var brokenCount = 0
    /// True if there were more links than can be remembered, so that some may have been written twice.
    package private(set) var mayHaveRepeated = false

    /// Creates a writer.
    ///
    /// - Parameters:
    ///   - options: The format, the order and the limit.
    ///   - output: The destination of the bytes.
    ///   - observer: Receives notices about excluded and broken links.
    package init(_ options: Options, output: any LinkSink, observer: any LinkPipelineObserver) {
        self.options = options
        self.output = output
        self.observer = observer
        limit = options.limit ?? .max
        format = Self.makeFormat(options)
        predicted = (Self.makeFormat(options), 0)
        bytes = format.opening()
        preparation = PagePreparation(
            evaluatesLinks: options.order != .document || options.explainsExclusions,
            explainsExclusions: options.explainsExclusions)
    }

    private static func makeFormat(_ options: Options) -> any LinkFormat {
        options.format.makeFormat(options.formatOptions)
    }

    /// True if no further link can be written or reported as excluded.
    var isFull: Bool { count >= limit && !options.explainsExclusions }

    /// True if the number of links is limited.
    var hasLimit: Bool { options.limit != nil }

    /// Begins a page.
    ///
    /// - Parameters:
    ///   - page: The page with which some conditions compare a link, for example by host.
    ///   - selection: The links of the page to write; nil for all.
    func begin(_ page: LinkPage, selection: LinkSelection?) {
        reportForgotten()
        preparation.selection = selection?.begin(page)
    }

    /// The preparation of links on other threads, without a selection.
    var concurrentPreparation: PagePreparation {
        var preparation = preparation
        preparation.selection = nil
        preparation.format = options.limit == nil ? format.concurrentFormat : nil
        return preparation
    }

    /// Writes the selected links of a batch.
    func write(_ batch: LinkBatch) {
        write(preparation.prepare(batch))
        reportForgotten()
    }

    /// Writes links that another thread has prepared.
    ///
    /// - Parameters:
    ///   - links: The next links of the page.
    ///   - hasForgotten: True if the page had more links than can be remembered.
    func write(_ links: PreparedLinks, hasForgotten: Bool) {
        write(links)
        if hasForgotten { reportDuplicates() }
        reportForgotten()
    }

    private func write(_ links: PreparedLinks) {
        switch links {
        case .formatted(var formatted, let formattedTally):
            guard formattedTally.written > 0 else { break }
            format.join(&formatted)
            // An assignment copies nothing.
            if bytes.isEmpty { bytes = formatted } else { bytes += formatted }
            tally.add(formattedTally)
        case .batch(let batch, let indices):
            tally.add(format.write(batch, indices, limit: limit - count, into: &bytes))
        case .evaluated(let evaluated):
            for (link, exclusion) in evaluated {
                if let exclusion { explain(link, exclusion) } else { write(CheckedLink(link)) }
            }
        }
    }

    /// Returns the selected links of a batch without writing them, up to the limit.
    func selected(of batch: LinkBatch) -> [HarvestedLink] {
        preparation.selection?.prepare(for: batch)
        var selected: [HarvestedLink] = []
        for index in 0..<batch.count {
            guard !hasSelectedAll || options.explainsExclusions else { break }
            var link = batch[index]
            if let exclusion = preparation.selection?.evaluate(&link) {
                explain(link, exclusion)
                continue
            }
            guard !hasSelectedAll else {
                explainLimit(link)
                continue
            }
            selected.append(link)
            // Only the checks show how many are broken.
            guard options.order == .document, limit < .max, !options.writesOnlyBroken else { continue }
            var written: [UInt8] = []
            if predicted.format.write(link, into: &written) == nil { predicted.count += 1 }
        }
        reportForgotten()
        return selected
    }

    /// True if as many links have been selected as can be written.
    private var hasSelectedAll: Bool { predicted.count >= limit }

    /// Writes a selected link, or keeps it until all can be sorted.
    func write(_ record: CheckedLink) {
        if options.writesOnlyBroken, record.checkResult?.isBroken != true {
            return explain(record.link, LinkExclusion(cause: "broken-only", reason: "it is not broken"))
        }
        if options.order == .document { format(record) } else { unsorted.append(record) }
    }

    /// Writes all buffered bytes and flushes the output.
    ///
    /// - Throws: An error of the output.
    func flush() throws {
        guard !bytes.isEmpty else { return }
        try output.write(bytes)
        bytes.removeAll(keepingCapacity: true)
        try output.flush()
    }

    /// Flushes if the buffer is large.
    ///
    /// - Throws: An error of the output.
    func flushIfLarge() throws {
        if bytes.count >= Self.blockSize { try flush() }
    }

    /// Writes the links that were kept for sorting.
    func sort() {
        for record in options.order.sorted(unsorted, by: { $0.link }) { format(record) }
        unsorted = []
        reportForgotten()
    }

    /// Ends the output.
    ///
    /// - Returns: The number of links that the format could not represent, by reason.
    /// - Throws: An error of the output.
    package func finish() throws -> [(omission: LinkOmission, count: Int)] {
        sort()
        bytes += format.closing()
        try output.write(bytes)
        bytes = []
        return LinkOmission.allCases.compactMap { omission in tally.omissions[omission].map { (omission, $0) } }
    }

    private func format(_ record: CheckedLink) {
        guard count < limit else { return explainLimit(record.link) }
        let omission = format.write(record.link, check: record.check, into: &bytes)
        tally.register(omission)
        if let omission {
            explain(record.link, LinkExclusion(cause: "format", reason: omission.why))
        } else if let result = record.checkResult, result.isBroken {
            brokenCount += 1
            if !options.format.contents.contains(.checkResults) { observer.report(.broken(record.link, result)) }
        }
    }

    private func reportForgotten() {
        if format.hasForgotten || preparation.hasForgotten { reportDuplicates() }
    }

    /// Reports once that URLs may be written twice from now on.
    private func reportDuplicates() {
        guard !mayHaveRepeated else { return }
        mayHaveRepeated = true
        observer.report(.duplicatesPossible)
    }

    private func explainLimit(_ link: HarvestedLink) {
        explain(link, LinkExclusion(cause: "limit", reason: "\(limit) links are printed"))
    }

    private func explain(_ link: HarvestedLink, _ exclusion: LinkExclusion) {
        guard options.explainsExclusions else { return }
        observer.report(.excluded(link, exclusion))
    }
}

/// The destination of a pipeline's bytes, such as a file or standard output.
package protocol LinkSink: AnyObject {
    /// Writes bytes, which may be buffered.
    ///
    /// - Parameter bytes: Whole links.
    /// - Throws: An error that ends the run.
    func write(_ bytes: [UInt8]) throws

    /// Flushes all buffered bytes, so that the next program of a pipe receives them.
    ///
    /// - Throws: An error that ends the run.
    func flush() throws
}

/// The part of the work on a page's links that depends on no other page, so that any thread can do it: the selection,
/// and the formatting if the output format allows it.
struct PagePreparation: Sendable {
    /// The links to write; nil for all.
    var selection: PageSelection?
    /// The format of the parts; nil if the writer formats the links.
    var format: (any LinkFormat)?
    /// True if the writer needs each link as a value, for example because it sorts them.
    var evaluatesLinks: Bool
    /// True if the writer reports excluded links, so that it needs them too.
    var explainsExclusions = false

    /// True if the page had more links than can be remembered, so that some may have been selected twice.
    var hasForgotten: Bool { selection?.hasForgotten == true }

    /// Selects links, and formats them if possible.
    ///
    /// - Parameter batch: The next links of the page in document order.
    /// - Returns: The selected links.
    mutating func prepare(_ batch: LinkBatch) -> PreparedLinks {
        selection?.prepare(for: batch)
        if evaluatesLinks || selection?.changesURLs == true {
            var evaluated: [(link: HarvestedLink, exclusion: LinkExclusion?)] = []
            for index in 0..<batch.count {
                var link = batch[index]
                let exclusion = selection?.evaluate(&link)
                if explainsExclusions || exclusion == nil { evaluated.append((link: link, exclusion: exclusion)) }
            }
            return .evaluated(evaluated)
        }
        let indices: LinkIndices =
            if selection == nil { .all } else {
                .some(
                    (0..<batch.count).filter { index in
                        var link = batch[index]
                        return selection?.evaluate(&link) == nil
                    })
            }
        guard var format else { return .batch(batch, indices) }
        var bytes: [UInt8] = []
        // The size of most outputs, so that they are rarely reallocated.
        bytes.reserveCapacity(batch.byteCount)
        let tally = format.write(batch, indices, limit: .max, into: &bytes)
        return .formatted(bytes.isEmpty ? [] : bytes, tally)
    }
}

/// Links of one page that have been selected, as ``LinkWriter`` receives them.
enum PreparedLinks: Sendable {
    /// Links in the output format.
    case formatted([UInt8], LinkTally)
    /// Links of a batch, which are written from its bytes.
    case batch(LinkBatch, LinkIndices)
    /// Links as values: the selected ones, and if they are to be reported the excluded ones, with the reasons.
    case evaluated([(link: HarvestedLink, exclusion: LinkExclusion?)])

    /// The approximate memory size in bytes.
    var byteCount: Int {
        switch self {
        case .formatted(let bytes, _): bytes.capacity
        case .batch(let batch, _): batch.byteCount
        case .evaluated(let links): links.reduce(0) { $0 + $1.link.byteCount }
        }
    }
}

extension HarvestedLink {
    /// The approximate memory size in bytes.
    fileprivate var byteCount: Int {
        // 512 bytes for the stored properties, `rel` and short texts.
        512 + raw.utf8.count + (url?.href.utf8.count ?? 0)
            + [text, title, type, hreflang, download].reduce(0) { $0 + ($1?.utf8.count ?? 0) }
    }
}
