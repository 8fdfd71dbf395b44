import Copies
import FoundationEssentials
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import Places
import Syntax

/// `/api/snapshots/{id}/copies`: the copies of the pages of places.
struct CopyRoutes: Sendable {
    let archive: any SnapshotArchive
    let copies: any CopyArchive
    let tickets: UndoTickets
    let settings: SettingsFile

    /// The routes.
    var routes: [Route] {
        [.get("/api/snapshots/{id}/copies", list)]
            + CopyKind.allCases.flatMap { kind in
                let path = "/api/snapshots/{id}/copies/\(kind.rawValue)"
                return [
                    Route.get(path) { request, context in try await show(kind, context) },
                    // Only the extension and the command line take pictures, and they have the full token.
                    .put(path, access: kind == .text ? .capture : .full) { request, context in
                        try await store(kind, request, context)
                    },
                    .delete(path) { request, context in try await remove(kind, context) },
                ]
            }
    }

    @Sendable
    private func list(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let found = try await run(context) { place in try copies.copies(of: place) }
        return .json(.array(found.map(Self.document)))
    }

    private func show(_ kind: CopyKind, _ context: ServiceContext) async throws -> Response {
        let (copy, content) = try await run(context) { place in
            guard let copy = try copies.copies(of: place).first(where: { $0.kind == kind }) else {
                throw Problem(.notFound, "this place has no copy of the kind \(kind.rawValue)")
            }
            return (copy, try copies.content(of: copy))
        }
        return .text(
            ByteBuffer(bytes: content), type: "application/json", fields: [.eTag: "\"\(copy.digest)\""])
    }

    /// Stores a copy; the capture token may do so for a place that it has just added, with the place's undo ticket.
    private func store(_ kind: CopyKind, _ request: Request, _ context: ServiceContext) async throws -> Response {
        try request.expectParameters(["ticket"])
        if context.access != .full { try checkTicket(request, context) }
        let body = try await request.jsonBody(limit: kind.maximumByteCount)
        guard try context.parameters.require("id") != "@" else {
            throw Problem(.notFound, "the newest place can change at any moment: use an id")
        }
        // The userscript and the bookmarklet cannot read the setting.
        if context.access != .full, !settings.current.copyText {
            return .json(["notice": .string("The settings say that no copies of the text are kept.")])
        }
        let outcome = try await run(context) { place in
            try copies.add(try kind.normalized(json: body.readableBytesView), kind: kind, to: place)
        }
        switch outcome {
        case .stored(let copy): return .json(Self.document(copy), status: .created)
        case .refused(let reason): return .json(["notice": .string("\(reason)")])
        }
    }

    private func remove(_ kind: CopyKind, _ context: ServiceContext) async throws -> Response {
        guard try context.parameters.require("id") != "@" else {
            throw Problem(.notFound, "the newest place can change at any moment: use an id")
        }
        try await run(context) { place in try copies.remove(kind, of: place) }
        return Response(status: .noContent)
    }

    /// Runs blocking work with the complete id of the place in the path.
    ///
    /// An error of the store, such as a damaged file, becomes a problem that names it.
    private func run<Value: Sendable>(
        _ context: ServiceContext, _ work: @escaping @Sendable (_ place: String) throws -> Value
    ) async throws -> Value {
        let id = try context.parameters.require("id")
        do {
            return try await Blocking.run { [archive] in try work(archive.snapshot(id: id).id) }
        } catch {
            if let problem = Problem(describing: error) { throw problem }
            context.logger.error("a copy cannot be read or stored", metadata: ["error": "\(error)"])
            throw Problem(.internalServerError, "\(error)")
        }
    }

    private func checkTicket(_ request: Request, _ context: ServiceContext) throws {
        let id = try context.parameters.require("id")
        guard let ticket = request.queryValue("ticket"), tickets.isValid(ticket, for: id) else {
            throw Problem(
                .forbidden,
                "the capture token needs the undo ticket of this place, which is valid for ten minutes: add ?ticket=")
        }
    }

    private static func document(_ copy: StoredCopy) -> JSONValue {
        [
            "kind": .string(copy.kind.rawValue), "bytes": .number(Double(copy.byteCount)),
            "storedBytes": .number(Double(copy.storedByteCount)), "storedAt": .string(RFC3339.string(copy.storedAt)),
        ]
    }
}

/// `/copies/{id}/text` and `/copies/{id}/picture`: the copies of pages as documents that run and load nothing.
struct CopyPageRoutes: Sendable {
    let archive: any SnapshotArchive
    let copies: any CopyArchive
    let settings: SettingsFile

    /// The number of a page's highlights that its copy shows, the newest ones.
    private static let highlightLimit = 500

    /// The Content Security Policy of a copy.
    ///
    /// `sandbox` gives the document an origin of its own, without scripts and forms. Nothing can be loaded.
    private static let contentSecurityPolicy =
        "sandbox; default-src 'none'; img-src data:; style-src 'unsafe-inline'"

    /// The routes.
    ///
    /// They check for the access themselves, because their errors are pages for people. A browser that navigates here
    /// sends only the cookie, so it gets a page without data, whose script requests a ticket for the copy.
    var routes: [Route] {
        [
            .get("/copies/{id}/text", access: .none, allowsNavigation: true, acceptsTickets: true) { request, context in
                try await show(.text, request, context)
            },
            .get("/copies/{id}/picture", access: .none, allowsNavigation: true, acceptsTickets: true) {
                request, context in
                try await show(.picture, request, context)
            },
            .get("/copies/{id}/place", access: .none, allowsNavigation: true) { request, context in
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
            guard isFromCopy || Self.hasTicket(request) || context.isSignedIn else { throw PageRoutes.signInProblem }
            guard let shell = WebAsset.embedded["web/copy-shell.html"] else { throw HTTPError(.notFound) }
            return Self.challenging(.text(shell.body, type: shell.mediaType), context)
        }
        let html = try await Blocking.run { try document(kind, of: archive.snapshot(id: id)) }
        return .text(
            ByteBuffer(string: html), type: "text/html; charset=utf-8",
            fields: [.contentSecurityPolicy: Self.contentSecurityPolicy])
    }

    /// Returns the document of the copy of a place, or of the newest copy of its page.
    private func document(_ kind: CopyKind, of place: StoredSnapshot) throws -> String {
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
        case .text:
            let listing = SnapshotListing(
                pageKey: place.snapshot.pageKey, limit: Self.highlightLimit, isHighlight: true)
            let highlights = try archive.list(listing).snapshots.compactMap { CopyHighlight($0) }
            return ReaderDocument(
                try TextCopy(json: content), details: details, highlights: highlights,
                size: settings.current.readerSize
            ).html
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

    /// Returns true if the address has a ticket, which may be over.
    ///
    /// After a click in a copy, a reload is a request from its opaque origin, which has no cookie.
    private static func hasTicket(_ request: Request) -> Bool { request.queryValue("ticket") != nil }

    /// Returns the id in the path; it has only characters that an id, a prefix of one and `@` have.
    private static func id(_ context: ServiceContext) throws -> String {
        let id = try context.parameters.require("id")
        guard id == "@" || id.utf8.allSatisfy({ ASCII.isAlphanumeric($0) || "-_".utf8.contains($0) }) else {
            throw HTTPError(.notFound)
        }
        return id
    }
}
