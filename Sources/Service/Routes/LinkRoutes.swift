import Crawling
import Fetching
import FileFormats
import HTTPTypes
import Hummingbird
import LinkHarvest
import LinkOutput
import Markup
import Places
import WHATWGURL

/// The routes of `/api/links`: one returns the links of a page that the service fetches, another converts links to a
/// file.
struct LinkRoutes: Sendable {
    let archive: any SnapshotArchive
    let links: LinkResponder

    /// The maximum size of a list of links in bytes, enough for some ten thousand links.
    static let fileLimit = 8 << 20

    private struct FileOrder: Decodable {
        var format: String?
        var dir: String?
        var links: [LinkDocument]
    }

    /// The routes.
    var routes: [Route] { [.get("/api/links", linksOfPage), .post("/api/links/file", file)] }

    @Sendable
    private func linksOfPage(_ request: Request, _ context: ServiceContext) async throws -> Response {
        try request.expectParameters(LinkRequest.parameters.union(["url", "snapshot"]), lists: LinkRequest.lists)
        let wanted = try LinkRequest(request)
        let url: WebURL
        var linksInView: Set<WebURL>?
        switch (request.queryValue("url"), request.queryValue("snapshot")) {
        case (let address?, nil):
            guard let parsed = WebURL(address), parsed.isHTTP else {
                throw Problem(.badRequest, "url must be an http or https address")
            }
            url = parsed
        case (nil, let id?):
            let place = try await Blocking.run { [archive] in try archive.snapshot(id: id) }
            url = place.snapshot.url
            guard url.isHTTP else { throw Problem(.unprocessableContent, "the place is in a file, not on the web") }
            linksInView = Set(place.snapshot.links.map(\.url))
        default: throw Problem(.badRequest, "one of the parameters \"url\" and \"snapshot\" is required")
        }
        guard !wanted.isInView || linksInView != nil else {
            throw Problem(.badRequest, "the parameter \"in-view\" requires the parameter \"snapshot\"")
        }
        // The head of the response does not depend on the links, so the page is not fetched.
        guard request.method == .get else {
            return .text(ByteBuffer(), type: wanted.format.mediaType)
        }
        let text = try await links.text(of: url, linksInView: linksInView, wanted)
        var fields = wanted.format.name == LinkFormatDescriptor.json.name ? [:] : wanted.format.attachment
        let body = ByteBuffer(bytes: text)
        fields[.eTag] = EntityTag(of: body).text
        return .text(body, type: wanted.format.mediaType, fields: fields)
    }

    /// Responds with a file of links that were selected from an earlier response.
    @Sendable
    private func file(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let order = try await request.decoded(
            FileOrder.self, limit: Self.fileLimit,
            expected: "an object with \"links\", an array as /api/links returns it")
        let format = try LinkFormatDescriptor.requested(order.format, directory: order.dir)
        let links = try order.links.enumerated().map { try $1.link(at: $0) }
        var writer = format.makeFormat(LinkFormatDescriptor.Options(directory: order.dir))
        return .text(
            ByteBuffer(bytes: writer.document(of: links)), type: format.mediaType, fields: format.attachment)
    }
}

/// The parameters of a request for links, which are those of `leftoff links`.
struct LinkRequest: Sendable {
    /// The names of the parameters, except for those that identify the page.
    static let parameters: Set<String> = [
        "same-host", "same-site", "in-view", "limit", "sort", "keep-duplicates", "invalid", "lazy", "script-strings",
        "within", "format", "dir",
    ]
    /// The names of the query parameters that may occur several times.
    static let lists: Set<String> = [
        "kind", "include", "exclude", "ext", "type", "scheme", "rel", "text", "normalize",
    ]
    /// The maximum and the default number of links in a response.
    private static let limits = (most: 100_000, standard: 10_000)

    /// The links to return, and their order.
    let query: LinkReader.Query
    /// True if only the links in view are returned.
    let isInView: Bool
    let format: LinkFormatDescriptor
    /// The directory for downloaded files, for formats that can contain one.
    let directory: String?

    /// Parses the parameters.
    ///
    /// - Parameter request: A request whose parameters all have known names.
    /// - Throws: `Problem` (400) for a malformed value.
    init(_ request: Request) throws {
        let keepsDuplicates = try request.flag("keep-duplicates")
        let includesInvalid = try request.flag("invalid")
        isInView = try request.flag("in-view")
        let limit = try request.number("limit", standard: Self.limits.standard, in: 1...Self.limits.most)
        let order = try Self.choice(request, "sort", LinkOrder.document)
        directory = request.queryValue("dir")
        format = try .requested(request.queryValue("format"), directory: directory)
        do {
            let normalization = try URLNormalization(named: request.queryValues("normalize"))
            let include = request.queryValues("include")
            let exclude = request.queryValues("exclude")
            let text = request.queryValues("text")
            // The filters that are cheapest and exclude most come first.
            let filters: [LinkFilter?] = [
                try .kinds(named: request.queryValues("kind")), try .relations(named: request.queryValues("rel")),
                try .schemes(named: request.queryValues("scheme")),
                try request.flag("same-host") ? .sameHost : nil, try request.flag("same-site") ? .sameSite : nil,
                try .extensions(named: request.queryValues("ext")), try .types(named: request.queryValues("type")),
                isInView ? .inView : nil,
                include.isEmpty ? nil : .included(try TextPattern.list(include)),
                exclude.isEmpty ? nil : .excluded(try TextPattern.list(exclude)),
                text.isEmpty ? nil : .texts(try TextPattern.list(text, ignoresCase: true)),
            ]
            let selection = LinkSelection(
                normalization: normalization, filters: filters.compactMap { $0 },
                keepsDuplicates: keepsDuplicates || normalization.isEmpty, includesInvalid: includesInvalid)
            var harvest = HarvestOptions(
                keepsDuplicates: keepsDuplicates, includesInvalid: includesInvalid,
                includesLazyLoading: try request.flag("lazy"),
                locates: format.contents.contains(.positions),
                scope: try request.queryValue("within").map(ElementScope.init))
            harvest.includesScriptStrings = try request.flag("script-strings")
            query = LinkReader.Query(harvest: harvest, selection: selection, order: order, limit: limit)
        } catch let error as LinkSelectionError {
            throw Problem(.badRequest, "\(error)".trimmingPrefix("--").description)
        } catch let error as ElementScopeError {
            throw Problem(.badRequest, "within: \(error)")
        }
    }

    private static func choice<Value: RawRepresentable<String> & CaseIterable>(
        _ request: Request, _ name: String, _ standard: Value
    ) throws -> Value {
        guard let text = request.queryValue(name) else { return standard }
        guard let value = Value(rawValue: text) else {
            let known = Value.allCases.map(\.rawValue).joined(separator: ", ")
            throw Problem(.badRequest, "\(name) must be one of \(known)")
        }
        return value
    }
}

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

/// A link in JSON as `/api/links` returns it and `/api/links/file` accepts it.
struct LinkDocument: Decodable {
    var url: String?
    var raw: String?
    var element: String?
    var attribute: String?
    var kind: String?
    var text: String?
    var title: String?
    var rel: [String]?
    var type: String?
    var hreflang: String?
    var download: String?
    var line: Int?
    var column: Int?
    var byte: Int?
    var source: String?

    /// Creates the link that the document describes; missing fields get the values of an ordinary link.
    ///
    /// - Parameter index: The index in the list, from 0, for error messages.
    /// - Returns: A link for an output format.
    /// - Throws: `Problem` (422) for an invalid URL or an unknown kind.
    func link(at index: Int) throws -> HarvestedLink {
        let address = try url.map { text in
            guard let url = WebURL(text) else {
                throw Problem(.unprocessableContent, "\"links\"[\(index)] has an invalid url")
            }
            return url
        }
        guard let kind = LinkKind(rawValue: kind ?? LinkKind.anchor.rawValue) else {
            throw Problem(.unprocessableContent, "\"links\"[\(index)] has an unknown kind")
        }
        guard let raw = raw ?? url else {
            throw Problem(.unprocessableContent, "\"links\"[\(index)] has neither url nor raw")
        }
        var link = HarvestedLink(
            url: address, raw: raw, element: element ?? "a", attribute: attribute ?? "href", kind: kind,
            source: source ?? "")
        link.text = text
        link.title = title
        link.rel = rel ?? []
        link.type = type
        link.hreflang = hreflang
        link.download = download
        link.line = line ?? 1
        link.column = column ?? 1
        link.byte = byte ?? 0
        return link
    }
}

extension LinkFormatDescriptor {
    /// Parses the format of a request.
    ///
    /// - Parameters:
    ///   - text: The value of `format`; nil for JSON.
    ///   - directory: The directory for downloaded files; nil for none.
    /// - Returns: The format.
    /// - Throws: `Problem` (400) for an unknown format, or for a directory that the format cannot represent.
    static func requested(_ text: String?, directory: String?) throws -> LinkFormatDescriptor {
        let format: LinkFormatDescriptor
        do { format = try text.map { try LinkFormatDescriptor(parsing: $0) } ?? .json } catch {
            throw Problem(.badRequest, "format: \(error)")
        }
        if let directory {
            guard format.contents.contains(.directory) else {
                throw Problem(.badRequest, "dir: \(format.name) cannot represent a directory")
            }
            guard !directory.isEmpty, DownloadEntry.fitsLine(directory) else {
                throw Problem(.badRequest, "dir must not be empty or contain a line break")
            }
        }
        return format
    }

    /// The header field that makes a browser save the response as a file.
    var attachment: HTTPFields { [.contentDisposition: "attachment; filename=\"links.\(fileExtension)\""] }
}
