import FoundationEssentials
import HTTPTypes
import Hummingbird
import NIOCore
import Places
import Syntax

/// `/api/windows`: the window sets.
struct WindowRoutes: Sendable {
    let archive: any WindowSetArchive
    let settings: SettingsFile

    /// The maximum and the default number of sets in a response.
    private static let limits = (maximum: 500, standard: 50)
    /// The lengths of the identifier of a request, in bytes.
    private static let requestLengths = 8...64

    private struct TitleChange: Decodable {
        var title: String
    }

    /// The routes.
    var routes: [Route] {
        [
            .post("/api/windows", add), .get("/api/windows", list), .get("/api/windows/{id}", show),
            .get("/api/windows/{id}/tab", showTab), .patch("/api/windows/{id}", rename),
            .delete("/api/windows/{id}", remove), .action("/api/windows/{id}/undo", undoRemoval),
        ]
    }

    @Sendable
    private func add(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let body = try await request.jsonBody(limit: WindowSet.maximumByteCount)
        let settings = settings.current
        let (stored, omissions) = try await Blocking.run { [archive] in
            let value: JSONValue
            do throws(JSONError) {
                value = try JSONValue(json: body.readableBytesView, limit: WindowSet.maximumByteCount)
            } catch {
                throw WindowSetError.unreadable(error)
            }
            var (set, omissions) = try WindowSet.read(value)
            omissions += set.withholdPlaces { tab in
                settings.hostNeverCaptured(of: tab).map { "pages of \($0) are never captured" }
            }
            set.removeFrames { settings.isFrameNeverCaptured(in: $0) }
            let addition = WindowSetAddition(set: set, request: try Self.requestIdentifier(value["request"]))
            return (try archive.add([addition])[0], omissions)
        }
        guard case .object(var members) = Self.document(stored.set) else { return Response(status: .noContent) }
        members["omissions"] = .array(omissions.map(JSONValue.string))
        return .json(
            .object(members), status: stored.isNew ? .created : .ok,
            fields: [.location: "/api/windows/\(stored.set.id)"])
    }

    @Sendable
    private func list(_ request: Request, _ context: ServiceContext) async throws -> Response {
        try request.expectParameters(["q", "limit", "after"])
        let limit = try request.number("limit", standard: Self.limits.standard, in: 1...Self.limits.maximum)
        let position = try request.queryValue("after").map { cursor in
            guard let position = Int64(cursor), position >= 0 else {
                throw Problem(.badRequest, "after must be the value in the Link field of the previous page")
            }
            return position
        }
        let query = request.queryValue("q")
        let list = try await Blocking.run { [archive] in
            try archive.list(matching: query, limit: limit, before: position)
        }
        context.report(list.damaged)
        return .json(
            .array(list.sets.map(Self.document)), fields: request.linkToNext(after: list.next.map { String($0) }))
    }

    @Sendable
    private func show(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let id = try context.parameters.require("id")
        return .json(Self.document(try await Blocking.run { [archive] in try archive.set(id: id) }))
    }

    @Sendable
    private func showTab(_ request: Request, _ context: ServiceContext) async throws -> Response {
        try request.expectParameters(["number"])
        let number = try request.number("number", standard: 1, in: 1...WindowSet.maximumTabCount)
        let id = try context.parameters.require("id")
        let snapshot = try await Blocking.run { [archive] in try archive.snapshot(ofTab: number, in: id) }
        let document: JSONValue = ["number": .number(Double(number)), "snapshot": snapshot?.json ?? .null]
        return .json(document)
    }

    @Sendable
    private func rename(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let change = try await request.decoded(
            TitleChange.self, limit: PairingRoutes.bodyLimit,
            types: ["application/json", "application/merge-patch+json"],
            expected: "an object with the string \"title\"")
        guard let title = WindowSet.title(change.title) else {
            throw Problem(.unprocessableContent, "\"title\" must not be empty")
        }
        let id = try context.stableID(of: "window")
        return .json(Self.document(try await Blocking.run { [archive] in try archive.rename(id: id, to: title) }))
    }

    @Sendable
    private func remove(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let id = try context.stableID(of: "window")
        _ = try await Blocking.run { [archive] in try archive.remove(ids: [id]) }
        return Response(status: .noContent)
    }

    @Sendable
    private func undoRemoval(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let id = try context.stableID(of: "window")
        return .json(Self.document(try await Blocking.run { [archive] in try archive.undoRemoval(id: id) }))
    }

    private static func document(_ set: StoredWindowSet) -> JSONValue {
        set.json(storedAt: RFC3339.string(set.storedAt))
    }

    /// Returns the identifier that the client chose, with which it can repeat the request.
    private static func requestIdentifier(_ value: JSONValue?) throws(WindowSetError) -> String {
        let isValid = value?.string.map { text in
            requestLengths.contains(text.utf8.count)
                && text.utf8.allSatisfy { ASCII.isAlphanumeric($0) || $0 == UInt8(ascii: "-") }
        }
        guard let text = value?.string, isValid == true else {
            throw .invalid(
                "\"request\" must have 8 to 64 letters, digits or hyphens, which the client chooses at random")
        }
        return text
    }
}
