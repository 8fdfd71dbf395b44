import FoundationEssentials
import HTTPTypes
import Hummingbird
import JSON
import Logging
import NIOCore
import PageCopies
import Snapshots
import Timestamps

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
            throw Problem(.notFound, "the newest snapshot can change at any moment: use an id")
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
            throw Problem(.notFound, "the newest snapshot can change at any moment: use an id")
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
