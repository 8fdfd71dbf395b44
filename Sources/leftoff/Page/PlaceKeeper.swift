import FoundationEssentials
import PageCopies
import PageFetch
import PageReading
import Snapshots
import TextDirectives
import Transfer
import WHATWGURL

/// A keeper of pages: it fetches the page of a place and stores its text as a copy.
struct PlaceKeeper: Sendable {
    /// The result of keeping a page.
    enum Outcome: Sendable {
        /// The text is stored.
        case kept(StoredCopy)
        /// The place has a copy of its text already, so nothing was fetched.
        case alreadyKept(StoredCopy)
    }

    /// Fetches the pages.
    let fetcher: PageFetcher
    /// Stores the copies.
    let copies: any CopyArchive
    /// The hosts whose pages are neither requested nor stored.
    let excludedHosts: ExcludedHosts
    /// True to fetch pages of which there is a copy.
    var replacesCopies = false
    /// True to store a page that does not contain the words of the place.
    var acceptsOtherPages = false

    /// The maximum length of a page in bytes: ten times the largest article that was found.
    private static let maximumByteCount: Int64 = 16 << 20

    /// Returns the policy by which pages are fetched.
    ///
    /// - Parameter privateHosts: The hosts that may be requested although their addresses are private.
    /// - Returns: The policy. The addresses come from captures, so other private hosts are refused.
    static func policy(privateHosts: PermittedHosts) -> FetchPolicy {
        var policy = FetchPolicy(userAgent: FetchPolicy.userAgent(version: Version.current))
        policy.addressPolicy = .publicExcept(hosts: privateHosts)
        policy.maximumBodyBytes = maximumByteCount
        policy.connectTimeout = .seconds(10)
        policy.totalTimeout = .seconds(60)
        policy.maximumRetries = 1
        return policy
    }

    /// Fetches the page of a place, and stores its text.
    ///
    /// - Parameter place: The place whose page is fetched.
    /// - Returns: The outcome.
    /// - Throws: `CommandFailure` if the page is gone, is not a page, is another one or is never captured,
    ///   `TransferError` if it cannot be fetched, and the errors of the archive.
    func keep(_ place: StoredSnapshot) async throws -> Outcome {
        let url = place.snapshot.url
        guard url.isHTTP else {
            throw CommandFailure(what: place.id, why: "its page is a file, and is not copied", status: .refused)
        }
        if !replacesCopies, let copy = try copies.copies(of: place.id).first(where: { $0.kind == .text }) {
            return .alreadyKept(copy)
        }
        if let host = excludedHosts.host(of: place.snapshot) { throw Self.refusal(of: place, .excludedHost(host)) }
        let response = try await fetcher.fetch(url.withoutFragment())
        if let host = excludedHosts.host(of: response.url) { throw Self.refusal(of: place, .excludedHost(host)) }
        let address = url.withoutCredentials().href
        guard response.isSuccess else { throw Self.failure(address, status: response.status, place) }
        let page: PageReader.Page
        do throws(PageReadingError) {
            page = try PageReader(url: response.url, words: PlaceWords(place.snapshot))
                .read(response.body, contentType: response.contentType)
        } catch {
            throw CommandFailure(what: address, why: "\(error)", status: .malformedInput)
        }
        guard acceptsOtherPages || page.containsPlace != false else {
            throw CommandFailure(
                what: address,
                why: "the page does not contain the words of the place: it may require a login, or has changed; "
                    + "--anyway keeps it nevertheless", status: .notFound)
        }
        var text = page.copy
        if !place.snapshot.isPage(at: response.url) {
            // The archive accepts only copies of the place's page. A short address, for example, redirects to another.
            text = TextCopy(
                url: url.withoutCredentials().href, title: text.title, byline: text.byline, language: text.language,
                direction: text.direction, blocks: text.blocks)
        }
        switch try copies.add(text.encoded(), kind: .text, to: place.id) {
        case .stored(let copy): return .kept(copy)
        case .refused(let reason): throw Self.refusal(of: place, reason)
        }
    }

    private static func refusal(of place: StoredSnapshot, _ reason: CopyRefusal) -> CommandFailure {
        CommandFailure(what: place.id, why: "not kept: \(reason.reason)", status: .refused)
    }

    private static func failure(_ address: String, status: Int, _ place: StoredSnapshot) -> CommandFailure {
        switch status {
        case 404, 410:
            CommandFailure(
                what: address,
                why: "the page is gone (HTTP \(status)); leftoff open \(place.id) --archive opens a public copy",
                status: .notFound)
        default:
            CommandFailure(what: address, why: "the server responded with HTTP \(status)", status: .unavailable)
        }
    }
}

extension PlaceWords {
    /// Creates the words of a snapshot.
    init(_ snapshot: PageSnapshot) {
        self.init(primary: snapshot.primaryAnchor?.quote?.exact, quotes: snapshot.quotes, sketch: snapshot.sketch)
    }
}
