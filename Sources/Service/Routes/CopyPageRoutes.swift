import CopyRendering
import HTTPTypes
import Hummingbird
import PageCopies
import Snapshots

/// `/copies/{id}/text` and `/copies/{id}/picture`: the copies of pages as documents that run and load nothing.
struct CopyPageRoutes: Sendable {
    let archive: any SnapshotArchive
    let copies: any CopyArchive

    /// The Content Security Policy of a copy.
    ///
    /// `sandbox` gives the document an origin of its own, without scripts and forms. Nothing can be loaded.
    static let contentSecurityPolicy =
        "sandbox; default-src 'none'; img-src data:; style-src 'unsafe-inline'"

    /// The routes.
    ///
    /// They check for the access themselves, because their errors are pages for people. A browser that navigates here
    /// sends only the cookie, so it gets a page without data, whose script requests a ticket for the copy.
    var routes: [Route] {
        [
            .get("/copies/{id}/text", access: .none, allowsVisits: true, acceptsTickets: true) { request, context in
                try await show(.text, request, context)
            },
            .get("/copies/{id}/picture", access: .none, allowsVisits: true, acceptsTickets: true) { request, context in
                try await show(.picture, request, context)
            },
            .get("/copies/{id}/place", access: .none, allowsVisits: true) { request, context in
                _ = try Self.isFromCopy(request)
                return try Self.continuation(to: "/places/\(try Self.id(context))", context)
            },
        ]
    }

    private func show(_ kind: CopyKind, _ request: Request, _ context: ServiceContext) async throws -> Response {
        // A copy has an opaque origin, so browsers send no cookie if a link in it leads to another one.
        let isFromCopy = try Self.isFromCopy(request)
        let id = try Self.id(context)
        guard context.access == .full else {
            guard isFromCopy || context.isSignedIn else { throw PageRoutes.signInProblem }
            guard let shell = WebAsset.embedded["web/copy-shell.html"] else { throw HTTPError(.notFound) }
            return Self.challenging(.text(shell.body, type: shell.mediaType), context)
        }
        let html = try await Blocking.run { [archive, copies] in
            try Self.document(kind, of: archive.snapshot(id: id), from: copies)
        }
        return .text(
            ByteBuffer(string: html), type: "text/html; charset=utf-8",
            fields: [.contentSecurityPolicy: Self.contentSecurityPolicy])
    }

    /// Returns the document of the copy of a place, or of the newest copy of its page.
    private static func document(
        _ kind: CopyKind, of place: StoredSnapshot, from copies: any CopyArchive
    ) throws -> String {
        guard let copy = try copies.nearestCopy(to: place.id, kind: kind) else {
            let name = kind == .text ? "the text" : "the picture"
            throw Problem(.notFound, "no copy of \(name) of this page is stored")
        }
        let content = try copies.content(of: copy)
        let kinds = try CopyKind.allCases.filter { try copies.nearestCopy(to: place.id, kind: $0) != nil }
        let details = CopyDetails(
            placeID: place.id, kinds: Set(kinds), snapshot: place.snapshot,
            capturedAt: place.snapshot.capturedAt ?? place.storedAt, copiedAt: copy.storedAt)
        switch kind {
        case .text: return ReaderDocument(try TextCopy(json: content), details: details).html
        case .picture: return PictureDocument(try PictureCopy(json: content), details: details).html
        }
    }

    /// Returns a page of this service that leads on to a path at once, whose request then has the session cookie.
    ///
    /// Browsers send a cookie with SameSite=Strict neither with a request from another origin nor with its redirect,
    /// but with the next request of a page of this service.
    private static func continuation(to path: String, _ context: ServiceContext) throws -> Response {
        guard let page = WebAsset.embedded["web/continue.html"] else { throw HTTPError(.notFound) }
        let text = HTMLTemplate(text: page.text).filled(with: ["next": path])
        return challenging(
            .text(ByteBuffer(string: text), type: page.mediaType, fields: [.refresh: "0; url=\(path)"]), context)
    }

    /// Makes a page without data a challenge (401), like the page that explains how to sign in, unless the request has
    /// the cookie of a session.
    private static func challenging(_ page: Response, _ context: ServiceContext) -> Response {
        guard !context.isSignedIn else { return page }
        var response = page
        response.status = .unauthorized
        response.headers.append(contentsOf: PageRoutes.signInProblem.fields)
        return response
    }

    /// Returns true if a link in a copy has led to the request.
    ///
    /// - Throws: `Problem` (400) for another value of `from`.
    private static func isFromCopy(_ request: Request) throws -> Bool {
        guard let origin = request.queryValue("from") else { return false }
        guard origin == "copy" else { throw Problem(.badRequest, "from must be copy") }
        return true
    }

    /// Returns the id in the path; it has only characters that an id, a prefix of one and `@` have.
    private static func id(_ context: ServiceContext) throws -> String {
        let id = try context.parameters.require("id")
        guard id == "@" || id.utf8.allSatisfy({ isIDByte($0) }) else { throw HTTPError(.notFound) }
        return id
    }

    private static func isIDByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}
