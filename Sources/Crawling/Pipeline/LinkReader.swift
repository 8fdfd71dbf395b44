package import Fetching
package import LinkHarvest
package import LinkOutput
import Synchronization
package import WHATWGURL

/// A reader of the links of a single page.
package struct LinkReader: Sendable {
    /// The links to return, and their order.
    package struct Query: Sendable {
        /// The links to find.
        package var harvest: HarvestOptions
        /// The links to keep.
        package var selection: LinkSelection
        /// The order of the links.
        package var order: LinkOrder
        /// The maximum number of links.
        package var limit: Int

        /// Creates a query.
        package init(harvest: HarvestOptions, selection: LinkSelection, order: LinkOrder, limit: Int) {
            self.harvest = harvest
            self.selection = selection
            self.order = order
            self.limit = limit
        }
    }

    private let fetcher: PageFetcher

    /// Creates a reader.
    ///
    /// - Parameter fetcher: Fetches the page; its policy decides which hosts it may connect to.
    package init(fetcher: PageFetcher) {
        self.fetcher = fetcher
    }

    /// Returns the selected links of a page.
    ///
    /// - Parameters:
    ///   - url: The page's URL.
    ///   - linksInView: The URLs of the links that were in view when the page was captured; nil without a snapshot.
    ///   - query: The links to return.
    /// - Returns: The links in the order of the query.
    /// - Throws: ``LinkPipelineError``, `TransferError` and `LinkHarvestError`.
    package func links(of url: WebURL, linksInView: Set<WebURL>?, _ query: Query) async throws -> [HarvestedLink] {
        let (batches, finalURL) = try await fetch(url, query.harvest)
        var page = query.selection.begin(LinkPage(address: finalURL ?? url, linksInView: linksInView))
        var selected: [HarvestedLink] = []
        for batch in batches {
            page.prepare(for: batch)
            for index in 0..<batch.count {
                guard query.order != .document || selected.count < query.limit else { break }
                var link = batch[index]
                if page.evaluate(&link) == nil { selected.append(link) }
            }
        }
        return Array(query.order.sorted(selected).prefix(query.limit))
    }

    private func fetch(_ url: WebURL, _ options: HarvestOptions) async throws -> ([LinkBatch], WebURL?) {
        let collector = LinkBatchCollector()
        let sink = PageHarvestSink(
            harvester: LinkHarvester(options: options), name: url.withoutCredentials().href, receiver: collector)
        let result: Result<PageOutcome, any Error>
        do { result = .success(try await fetcher.fetch(url, into: sink)) } catch { result = .failure(error) }
        if let error = sink.finish(after: result) { throw error }
        return (collector.batches, sink.finalURL)
    }
}

/// A receiver that keeps all links of a page.
private final class LinkBatchCollector: LinkBatchReceiver {
    private let collected = Mutex<[LinkBatch]>([])

    var batches: [LinkBatch] { collected.withLock { $0 } }

    var isReady: Bool { true }

    func receive(_ batch: LinkBatch, at url: WebURL?) { collected.withLock { $0.append(batch) } }

    func reportRead(byteCount: Int, at url: WebURL?) {}

    func restart() -> Bool {
        collected.withLock { $0 = [] }
        return true
    }
}
