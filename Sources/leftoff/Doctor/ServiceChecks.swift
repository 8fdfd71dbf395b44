import FoundationEssentials
import Service
import Snapshots
import Transfer

/// Looks at the port, and at what answers there.
struct ServiceChecks {
    let port: UInt16
    let home: String

    /// What is found.
    func findings() async -> [Finding] {
        let client = ServiceClient(port: port, token: nil)
        do {
            let (status, json) = try await client.get("/healthz")
            guard status == 200, json["status"]?.string == "ok" else {
                return [
                    .wrong("port", "another program answers on \(port)", do: "end it, or leftoff serve --port NUMBER")
                ]
            }
            return [.ok("port", "the service runs on \(port)"), await signIn()]
        } catch TransferError.connect {
            return [.note("port", "\(port) is free: the service does not run", do: "leftoff serve")]
        } catch {
            return [.wrong("port", "\(port): \(error)", do: "see what listens there: ss -ltnp 'sport = :\(port)'")]
        }
    }

    /// Whether the service that answers is the one of this data directory.
    private func signIn() async -> Finding {
        let files = TokenFiles(home: home)
        guard (try? files.areThere()) == true, let tokens = try? files.load(),
            let (status, _) = try? await ServiceClient(port: port, token: tokens.full).get("/api/settings")
        else { return .note("service", "its tokens are not those of \(home)", do: "check LEFTOFF_HOME") }
        return status == 200
            ? .ok("service", "it takes the token of \(home)")
            : .wrong("service", "it refuses the token of \(home)", do: "check LEFTOFF_HOME, or start the service again")
    }
}
