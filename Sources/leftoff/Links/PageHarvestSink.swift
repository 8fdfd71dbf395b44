import Crawling
import LinkHarvest
import PageFetch
import Transfer
import WHATWGURL

/// Takes in one fetched page, harvests it as it comes, and hands its links on.
final class PageHarvestSink: PageSink {
    private let harvester: LinkHarvester
    private let warn: @Sendable (String) -> Void
    private let name: String
    private let flow: CrawlPageHandle
    // The fetcher calls one at a time, and asks for the end after the last call.
    nonisolated(unsafe) private var head: PageHead?
    nonisolated(unsafe) private var harvest: DocumentHarvest?
    nonisolated(unsafe) private var bodyBytes = 0
    // The links that come with the page's end.
    nonisolated(unsafe) private var lastLinks: [LinkBatch] = []
    nonisolated(unsafe) private var isEnding = false
    nonisolated(unsafe) private var isBroken = false

    /// Makes a sink.
    ///
    /// - Parameters:
    ///   - loader: Harvests.
    ///   - name: How the links name their page.
    ///   - flow: Takes the links.
    init(loader: PageLoader, name: String, flow: CrawlPageHandle) {
        harvester = loader.harvester
        warn = loader.warn
        self.name = name
        self.flow = flow
    }

    func receive(head: PageHead) throws -> BodyDecision {
        self.head = head
        guard head.isSuccess else { return .refuse }
        // Nearly all pages say so, in these words.
        if let type = head.contentType, !type.hasPrefix("text/"),
            DocumentKind(contentType: type, name: nil, bytes: []) == .binary
        {
            throw LinkHarvestError.notADocument(source: name, kind: String(type.prefix { $0 != ";" }))
        }
        let description = DocumentHarvest.Description(
            source: name, contentType: head.contentType, url: head.url,
            fields: head.fields.map { HeaderField(name: $0.name, value: $0.value) })
        harvest = harvester.begin(
            description, warn: { [unowned self] in if !isBroken { warn($0) } },
            deliver: { [unowned self] batch in
                if isEnding { lastLinks.append(batch) } else { flow.add(batch, at: self.head?.url) }
            })
        return .accept
    }

    func receive(body: UnsafeRawBufferPointer) throws -> BodyDecision {
        // Most pages come in one piece, and are counted by their links.
        if bodyBytes > 0 { flow.note(byteCount: body.count, at: head?.url) }
        bodyBytes += body.count
        try harvest?.receive(body.bindMemory(to: UInt8.self))
        return .accept
    }

    var isReady: Bool { bodyBytes == 0 || flow.isReady }

    func restart() -> Bool {
        guard flow.restart() else { return false }
        (head, harvest, bodyBytes, lastLinks) = (nil, nil, 0, [])
        return true
    }

    /// Ends the page, once nothing more comes; the links that were found before a failure are handed on.
    ///
    /// - Parameter result: How its fetch went.
    func end(_ result: Result<PageOutcome, any Error>) {
        isEnding = true
        do {
            _ = try result.get()
            try finish()
            flow.finish(at: head?.url, links: lastLinks)
        } catch {
            // What breaks off is told by its one failure; that it is cut is not news then.
            isBroken = true
            if error is TransferError, bodyBytes > 0 { try? harvest?.finish() }
            flow.finish(at: head?.url, links: lastLinks, failure: error)
        }
        harvest = nil
    }

    private func finish() throws {
        guard let head else { return }
        guard head.isSuccess else {
            throw CommandFailure(what: name, why: "HTTP \(head.status)", status: Self.exitStatus(of: head.status))
        }
        try harvest?.finish()
        if bodyBytes == 0 { throw CommandFailure(what: name, why: "empty", status: .malformedInput) }
    }

    /// What a status other than success says about the page.
    private static func exitStatus(of status: Int) -> ExitStatus {
        switch status {
        // The page may be there; the server has no time for us now.
        case 408, 425, 429: .unavailable
        case 400..<500: .notFound
        default: .unavailable
        }
    }
}
