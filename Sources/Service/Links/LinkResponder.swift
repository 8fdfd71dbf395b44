import HTTPTypes
import LinkFormats
import LinkHarvest
import LinkPipeline
import PageFetch
import Transfer
import WHATWGURL

/// The part of the service that fetches a page for an HTTP request and formats its links.
///
/// The page's URL may come from a hostile page. Therefore the fetcher connects only to public addresses, even after a
/// redirect, and to the hosts that the settings allow.
struct LinkResponder: Sendable {
    let fetcher: PageFetcher
    let settings: SettingsFile

    /// The time limit for a page; the user is waiting for it.
    private static let timeout: Duration = .seconds(45)
    /// The maximum size of a page in bytes.
    private static let maximumBytes: Int64 = 32 << 20

    /// Returns the links of a page in a format.
    ///
    /// - Parameters:
    ///   - url: The page's URL.
    ///   - linksInView: The URLs of the links that were in view when the page was captured; nil without a snapshot.
    ///   - request: The links to return, and their format.
    /// - Returns: A whole document in the format.
    /// - Throws: `Problem` for a page that cannot be fetched or harvested.
    func text(of url: WebURL, linksInView: Set<WebURL>?, _ request: LinkRequest) async throws -> [UInt8] {
        var fetcher = fetcher
        fetcher.policy.addressPolicy = .publicExcept(hosts: settings.allowedPrivateHosts)
        fetcher.policy.totalTimeout = Self.timeout
        fetcher.policy.maximumBodyBytes = Self.maximumBytes
        fetcher.policy.maximumRetries = 0
        let links: [HarvestedLink]
        do {
            links = try await LinkReader(fetcher: fetcher).links(of: url, linksInView: linksInView, request.query)
        } catch let error as TransferError {
            throw Self.problem(of: error)
        } catch let error as LinkHarvestError {
            throw Problem(.badGateway, "\(error)")
        } catch let error as LinkPipelineError {
            throw Self.problem(of: error)
        }
        var format = request.format.makeFormat(
            LinkFormatDescriptor.Options(
                directory: request.directory, repeatsURLs: request.query.harvest.keepsDuplicates))
        return format.document(of: links)
    }

    private static func problem(of error: TransferError) -> Problem {
        switch error {
        case .refusedAddress: .refusedAddress(error)
        case .request: Problem(.unprocessableContent, "\(error)")
        case .timeout, .lowSpeed: Problem(.gatewayTimeout, "\(error)")
        case .unavailable, .cancelled, .shutDown: Problem(.serviceUnavailable, "\(error)")
        case .dns, .connect, .tls, .connectionLost, .http, .truncated, .tooLarge, .decompressionBomb, .redirect:
            Problem(.badGateway, "\(error)")
        }
    }

    private static func problem(of error: LinkPipelineError) -> Problem {
        switch error {
        case .status(_, let code): Problem(.badGateway, "the page's server responded with HTTP \(code)")
        case .empty: Problem(.badGateway, "the page is empty")
        case .emptyInput, .invalidURL, .unsupportedScheme, .unsupportedBucket, .invalidArchiveName, .foreignArchive,
            .unreadList, .malformedCapture, .localCaptures:
            Problem(.badRequest, "\(error)")
        }
    }
}
