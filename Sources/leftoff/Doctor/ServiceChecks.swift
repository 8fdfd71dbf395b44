import FoundationEssentials
import JSON
import Service
import Snapshots
import Transfer

/// The checks of the service and its port.
struct ServiceChecks {
    let port: UInt16
    let home: String

    /// Runs the checks.
    func findings() async -> [Finding] {
        guard PortOwners.owner(ofPort: port) != .otherUser else {
            return [
                .problem(
                    "port", "a program of another user listens on port \(port)",
                    advice: "run leftoff serve --port NUMBER")
            ]
        }
        let client = ServiceClient(port: port, token: nil)
        do {
            let (status, json) = try await client.get("/healthz")
            guard status == 200, json["status"]?.string == "ok" else {
                return [
                    .problem(
                        "port", "another program uses port \(port)",
                        advice: "stop it, or run leftoff serve --port NUMBER")
                ]
            }
            return [.ok("port", "the service is running on port \(port)"), await signIn()]
        } catch TransferError.connect {
            return [.warning("port", "\(port) is free; the service is not running", advice: "leftoff serve")]
        } catch {
            return [
                .problem(
                    "port", "\(port): \(error)", advice: "find the program that listens: ss -ltnp 'sport = :\(port)'")
            ]
        }
    }

    /// Checks that the running service accepts the token of this data directory.
    private func signIn() async -> Finding {
        let files = TokenFiles(home: home)
        guard (try? files.exist()) == true, let tokens = try? files.load(),
            let (status, _) = try? await ServiceClient(port: port, token: tokens.full).get("/api/settings")
        else { return .warning("service", "the token in \(home) could not be checked", advice: "check LEFTOFF_HOME") }
        return status == 200
            ? .ok("service", "accepts the token in \(home)")
            : .problem("service", "refuses the token in \(home)", advice: "check LEFTOFF_HOME, or restart the service")
    }
}
