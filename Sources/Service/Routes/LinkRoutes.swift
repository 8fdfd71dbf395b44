import HTTPTypes
import Hummingbird
import LinkFormats
import Snapshots
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
        try request.expectParameters(LinkRequest.parameters.union(["url", "snapshot"]))
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
