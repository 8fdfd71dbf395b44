import HTTPTypes
import LinkFormats
import LinkHarvest
import LinkSelection
import PageFetch
import Transfer
import WHATWGURL

/// Fetches a page for somebody who asks by HTTP, and takes the links that are wanted.
///
/// The address comes from a page or from a request, so it may lead to public addresses alone, on every hop, but for the hosts
/// that the settings name.
struct LinkReader: Sendable {
    let fetcher: PageFetcher
    let settings: SettingsFile

    /// How long a page may take: a person waits for it.
    private static let longestFetch: Duration = .seconds(45)
    /// The longest page.
    private static let mostBytes: Int64 = 32 << 20

    /// The links of a page, written in a format.
    ///
    /// - Parameters:
    ///   - url: The page's address.
    ///   - linksInView: The links that were in view when it was captured; nil if it was not.
    ///   - request: Which links are wanted.
    /// - Returns: The text.
    /// - Throws: `Problem`.
    func text(of url: WebURL, linksInView: Set<WebURL>?, _ request: LinkRequest) async throws -> [UInt8] {
        let (batches, address) = try await fetch(url, request)
        var judge = request.selection.begin(LinkPage(address: address ?? url, linksInView: linksInView))
        var chosen: [HarvestedLink] = []
        for batch in batches {
            judge.follow(batch)
            for index in 0..<batch.count {
                guard request.order != .document || chosen.count < request.limit else { break }
                if case .selected(let link) = judge.judge(batch[index]) { chosen.append(link) }
            }
        }
        var format = request.format.makeFormat(
            directory: request.directory, repeats: request.harvest.keepsDuplicates)
        var bytes = format.opening()
        for link in request.order.sorted(chosen).prefix(request.limit) { format.write(link, into: &bytes) }
        return bytes + format.closing()
    }

    private func fetch(_ url: WebURL, _ request: LinkRequest) async throws -> (links: [LinkBatch], url: WebURL?) {
        var fetcher = fetcher
        fetcher.policy.addressPolicy = .publicExcept(hosts: Set(settings.current.privateHosts))
        fetcher.policy.totalTimeout = Self.longestFetch
        fetcher.policy.maximumBodyBytes = Self.mostBytes
        fetcher.policy.maximumRetries = 0
        let sink = LinkSink(harvester: LinkHarvester(options: request.harvest), name: url.withoutCredentials().href)
        do {
            _ = try await fetcher.fetch(url, into: sink)
            return try sink.finish()
        } catch let error as TransferError {
            throw Self.problem(of: error)
        } catch let error as LinkHarvestError {
            throw Problem(.badGateway, "\(error)")
        }
    }

    private static func problem(of error: TransferError) -> Problem {
        switch error {
        case .refusedAddress:
            Problem(.forbidden, "\(error); the settings can allow this host")
        case .request: Problem(.unprocessableContent, "\(error)")
        case .timeout, .lowSpeed: Problem(.gatewayTimeout, "\(error)")
        case .cancelled, .shutDown: Problem(.serviceUnavailable, "\(error)")
        case .dns, .connect, .tls, .connectionLost, .http, .truncated, .tooLarge, .redirect:
            Problem(.badGateway, "\(error)")
        }
    }
}
