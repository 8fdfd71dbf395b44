import FoundationEssentials
import HTTPTypes
import Hummingbird
import Snapshots

/// `/api/settings` and `/api/tokens`: what a person sets.
struct SettingsRoutes: Sendable {
    let settings: SettingsFile
    let tokens: TokenKeeper
    let port: BoundPort
    /// Where files go when no directory is set.
    let usualDirectory: String

    /// The most bytes of new settings.
    static let bodyLimit = 256 * 1024

    /// Adds the routes.
    func add(to group: RouterGroup<ServiceContext>) {
        group.get("/api/settings") { _, _ in Response.json(shown(settings.current)) }
        group.patch("/api/settings", use: change)
        group.post("/api/tokens/rotate", use: rotate)
    }

    @Sendable
    private func change(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let patch = try await request.decoded(
            JSONValue.self, limit: Self.bodyLimit, types: ["application/json", "application/merge-patch+json"],
            expected: "an object")
        let changed = try await Blocking.run { [settings] in
            try settings.change { settings in
                let known = ByteBuffer(bytes: Response.jsonBytes(shown(settings)))
                try request.expectMatch(of: EntityTag(of: known))
                let usual = settings.downloadDirectory
                try settings.merge(patch)
                if let folder = settings.downloadDirectory, folder != usual,
                    let obstacle = DownloadFolder(path: folder).obstacle()
                {
                    throw Problem(.unprocessableContent, "\"downloadDirectory\" cannot take files: \(obstacle)")
                }
            }
        }
        return .json(shown(changed))
    }

    /// The settings, and what is usual where nothing is set.
    private func shown(_ settings: ServiceSettings) -> JSONValue {
        var members = settings.json.object ?? [:]
        members["usualDownloadDirectory"] = .string(usualDirectory)
        return .object(members)
    }

    /// Replaces the tokens: every bookmarklet, extension and session but this one has to be set up again.
    @Sendable
    private func rotate(_ request: Request, _ context: ServiceContext) async throws -> Response {
        try request.expectNoForm()
        let fresh = try await Blocking.run { [tokens] in try tokens.rotate() }
        var fields = HTTPFields()
        // Whoever came by a cookie goes on by one; whoever has the token reads it from its file.
        if request.headers[.authorization] == nil {
            fields[.setCookie] = RequestGuard(port: port.number, tokens: fresh).sessionCookie
        }
        return Response(status: .noContent, headers: fields)
    }
}
