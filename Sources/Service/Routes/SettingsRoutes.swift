import FoundationEssentials
import HTTPTypes
import Hummingbird
import JSON
import Snapshots

/// `/api/settings` and `/api/tokens`: the settings of the web page, and the rotation of tokens.
struct SettingsRoutes: Sendable {
    let settings: SettingsFile
    let tokens: RotatingTokens
    let port: BoundPort
    /// The directory for downloads if the settings contain none.
    let defaultDirectory: String

    /// The maximum size of a request's body, in bytes.
    static let bodyLimit = 256 * 1024

    /// The routes.
    var routes: [Route] {
        [
            Self.reading(settings, defaultDirectory: defaultDirectory), .patch("/api/settings", change),
            .action("/api/tokens/rotate", rotate),
        ]
    }

    /// Returns the route that reads the settings, which the extension uses too.
    ///
    /// - Parameters:
    ///   - settings: The current settings.
    ///   - defaultDirectory: The directory for downloads if the settings contain none.
    /// - Returns: The route.
    static func reading(_ settings: SettingsFile, defaultDirectory: String) -> Route {
        .get("/api/settings") { _, _ in
            Response.json(document(of: settings.current, defaultDirectory: defaultDirectory))
        }
    }

    @Sendable
    private func change(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let patch = try await request.decoded(
            JSONValue.self, limit: Self.bodyLimit, types: ["application/json", "application/merge-patch+json"],
            expected: "an object")
        let changed = try await Blocking.run { [settings] in
            try settings.change { settings in
                let known = ByteBuffer(bytes: Response.jsonBytes(document(of: settings)))
                try request.expectMatch(of: EntityTag(of: known))
                let usual = settings.downloadDirectory
                try settings.merge(patch)
                if let folder = settings.downloadDirectory, folder != usual,
                    let obstacle = DownloadFolder(path: folder).obstacle()
                {
                    throw Problem(.unprocessableContent, "\"downloadDirectory\" is not writable: \(obstacle)")
                }
            }
        }
        return .json(document(of: changed))
    }

    /// Returns the settings as JSON, including the default directory for downloads.
    private func document(of settings: ServiceSettings) -> JSONValue {
        Self.document(of: settings, defaultDirectory: defaultDirectory)
    }

    private static func document(of settings: ServiceSettings, defaultDirectory: String) -> JSONValue {
        var members = settings.json.object ?? [:]
        members["usualDownloadDirectory"] = .string(defaultDirectory)
        return .object(members)
    }

    /// Replaces the tokens.
    ///
    /// All bookmarklets, extensions and sessions, except this session, must then be set up again.
    @Sendable
    private func rotate(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let fresh = try await Blocking.run { [tokens] in try tokens.rotate() }
        var fields = HTTPFields()
        // A client with a cookie gets a new cookie; a client with the token reads the new one from its file.
        if request.headers[.authorization] == nil {
            fields[.setCookie] = SessionCookie(port: port.number).field(fresh.full)
        }
        return Response(status: .noContent, headers: fields)
    }
}
