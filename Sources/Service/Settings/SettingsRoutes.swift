import FoundationEssentials
import HTTPTypes
import Hummingbird
import Places
import Syntax

/// `/api/settings` and `/api/tokens`: the settings of the web page, and the rotation of tokens.
struct SettingsRoutes: Sendable {
    let settings: SettingsFile
    let tokens: RotatingTokens
    let sessions: SessionRegistry
    let port: BoundPort
    /// The directories below which downloads are saved.
    let directories: ConfirmedDirectories

    /// The maximum size of a request's body, in bytes.
    static let bodyLimit = 256 * 1024

    /// The routes.
    var routes: [Route] {
        [
            Self.reading(settings, directories: directories), .patch("/api/settings", change),
            .post("/api/tokens/rotate", rotate),
        ]
    }

    /// Returns the route that reads the settings, which the extension uses too.
    ///
    /// - Parameters:
    ///   - settings: The current settings.
    ///   - directories: The directories below which downloads are saved.
    /// - Returns: The route.
    static func reading(_ settings: SettingsFile, directories: ConfirmedDirectories) -> Route {
        .get("/api/settings") { _, _ in
            Response.json(document(of: settings.current, directories: directories))
        }
    }

    @Sendable
    private func change(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let patch = try await request.decoded(
            JSONValue.self, limit: Self.bodyLimit, types: ["application/json", "application/merge-patch+json"],
            expected: "an object")
        let changed = try await Blocking.run { [settings, directories] in
            try settings.change { settings in
                let known = ByteBuffer(bytes: Response.jsonBytes(document(of: settings)))
                try request.expectMatch(of: EntityTag(of: known))
                let usual = settings.downloadDirectory
                try settings.merge(patch)
                try settings.checkPrivateHosts()
                guard let folder = settings.downloadDirectory, folder != usual else { return }
                if let refusal = directories.refusal(of: folder) { throw Problem(.unprocessableContent, refusal) }
                if let obstacle = DownloadFolder(path: folder).obstacle() {
                    throw Problem(.unprocessableContent, "\"downloadDirectory\" is not writable: \(obstacle)")
                }
            }
        }
        return .json(document(of: changed))
    }

    /// Returns the settings as JSON, including the directories that can receive downloads.
    private func document(of settings: ServiceSettings) -> JSONValue {
        Self.document(of: settings, directories: directories)
    }

    private static func document(of settings: ServiceSettings, directories: ConfirmedDirectories) -> JSONValue {
        var members = settings.json.object ?? [:]
        members["usualDownloadDirectory"] = directories.standard.map(JSONValue.string) ?? .null
        members["downloadDirectories"] = .array(directories.roots.map(JSONValue.string))
        return .object(members)
    }

    /// Replaces the tokens.
    ///
    /// All bookmarklets, extensions and sessions, except this session, must then be set up again. This session goes on
    /// with a new cookie and the new secret of its page. A client with the token reads the new one from its file.
    @Sendable
    private func rotate(_ request: Request, _ context: ServiceContext) async throws -> Response {
        guard let id = context.sessionID, let session = sessions.session(id: id) else {
            try await request.expectNoBody()
            _ = try await Blocking.run { [tokens] in try tokens.rotate() }
            return Response(status: .noContent)
        }
        let order = try await request.decoded(
            Rotation.self, limit: SessionRoutes.bodyLimit, expected: "an object with the string \"secret\"")
        guard let secret = Token(stored: order.secret) else {
            throw Problem(.unprocessableContent, "\"secret\" must have \(Token.length) characters of URL-safe Base64")
        }
        let cookie = try await Blocking.run { [tokens, sessions] in
            // After the tokens were replaced, an error would leave the page without access.
            try sessions.checkStorage()
            _ = try tokens.rotate()
            return try sessions.renew(session, secret: secret)
        }
        return Response(
            status: .noContent, headers: [.setCookie: SessionCookie(port: port.number).field(cookie)])
    }

    private struct Rotation: Decodable {
        var secret: String
    }
}
