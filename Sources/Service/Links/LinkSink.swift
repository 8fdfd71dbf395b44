import HTTPTypes
import LinkHarvest
import PageFetch
import Transfer
import WHATWGURL

/// Takes in one fetched page and harvests it as it comes.
final class LinkSink: PageSink {
    private let harvester: LinkHarvester
    private let name: String
    // The fetcher calls one at a time, and asks for the end after the last call.
    nonisolated(unsafe) private var head: PageHead?
    nonisolated(unsafe) private var harvest: DocumentHarvest?
    nonisolated(unsafe) private var links: [LinkBatch] = []
    nonisolated(unsafe) private var isEmpty = true

    init(harvester: LinkHarvester, name: String) {
        self.harvester = harvester
        self.name = name
    }

    func receive(head: PageHead) throws -> BodyDecision {
        self.head = head
        guard head.isSuccess else { return .refuse }
        if let type = head.contentType, DocumentKind(contentType: type, name: nil, bytes: []) == .binary {
            throw LinkHarvestError.notADocument(source: name, kind: String(type.prefix { $0 != ";" }))
        }
        let description = DocumentHarvest.Description(
            source: name, contentType: head.contentType, url: head.url,
            fields: head.fields.map { HeaderField(name: $0.name, value: $0.value) })
        harvest = harvester.begin(description) { [unowned self] in links.append($0) }
        return .accept
    }

    func receive(body: UnsafeRawBufferPointer) throws -> BodyDecision {
        isEmpty = false
        try harvest?.receive(body.bindMemory(to: UInt8.self))
        return .accept
    }

    func restart() -> Bool {
        (head, harvest, links, isEmpty) = (nil, nil, [], true)
        return true
    }

    /// The links, once the page has come.
    ///
    /// - Returns: The links and the address that answered.
    /// - Throws: `Problem` (502) for a status other than success, and for what is no page.
    func finish() throws -> (links: [LinkBatch], url: WebURL?) {
        guard let head else { return ([], nil) }
        guard head.isSuccess else { throw Problem(.badGateway, "the page's server answers HTTP \(head.status)") }
        try harvest?.finish()
        harvest = nil
        if isEmpty { throw Problem(.badGateway, "the page is empty") }
        return (links, head.url)
    }
}
