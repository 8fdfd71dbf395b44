import FoundationEssentials
import PageCopies
import Service
import Snapshots

/// An opening of the copy of a place's page in the default browser, through the service.
struct CopyOpening {
    let home: DataHome
    let environment: [String: String]

    /// Opens a copy, and waits until the browser has signed in.
    ///
    /// - Parameters:
    ///   - place: The place whose line is shown.
    ///   - kind: The kind of the copy; nil for the text, or else the picture.
    /// - Throws: `CommandFailure` if there is no copy or no browser signs in.
    func open(_ place: StoredSnapshot, kind: CopyKind? = nil) async throws {
        let (service, path) = try await find(place, kind)
        try await PageOpening(home: home, environment: environment).open(service, at: path)
    }

    /// Returns the address of a copy, for a browser that is signed in.
    ///
    /// - Parameters:
    ///   - place: The place whose line is shown.
    ///   - kind: The kind of the copy; nil for the text, or else the picture.
    /// - Returns: An address of the service, without a secret.
    /// - Throws: `CommandFailure` if there is no copy.
    func address(of place: StoredSnapshot, kind: CopyKind? = nil) async throws -> String {
        let (service, path) = try await find(place, kind)
        return service.origin + path
    }

    /// Returns the service, which is started if it does not run, and the path of the copy.
    private func find(
        _ place: StoredSnapshot, _ kind: CopyKind?
    ) async throws -> (service: RunningService, path: String) {
        let service = try await ServiceLauncher(home: home, port: nil, environment: environment).running()
        for kind in kind.map({ [$0] }) ?? [.text, .picture] {
            let path = "/copies/\(place.id)/\(kind.rawValue)"
            switch try await service.status(ofHead: path, home: home) {
            case 200: return (service, "\(path)#leftoff-line")
            case 404: continue
            case let status:
                throw CommandFailure(
                    what: path, why: "the service responded with HTTP \(status)", status: .unavailable)
            }
        }
        throw CommandFailure(
            what: place.id,
            why: "no copy of this page is stored: capture it again with the extension, which stores one, or use "
                + "leftoff keep for a public page",
            status: .notFound)
    }
}
