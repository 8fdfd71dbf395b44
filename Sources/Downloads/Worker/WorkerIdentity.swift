import FoundationEssentials
import Glibc

/// The name under which a worker holds leases.
///
/// It identifies the process among all machines that share a queue, so that items of a killed process can be claimed
/// before their leases expire.
package struct WorkerIdentity: Sendable, Hashable {
    /// The name: host, boot, process namespace, process, its start time, and a random part.
    package let name: String

    /// The machine on which a process runs.
    private struct Machine {
        /// The host's name, because a copied virtual machine may have the same boot.
        let host: String
        let boot: String
        /// The process namespace; two containers of a machine have different ones.
        let namespace: String
    }

    /// Creates the identity of a worker of this process.
    init() {
        let pid = getpid()
        // If a part is empty, other processes cannot determine that this one has ended.
        let machine = Self.machine ?? Machine(host: Self.host, boot: "", namespace: "")
        let start = Self.startTime(of: pid) ?? ""
        name =
            "\(machine.host) \(machine.boot) \(machine.namespace) \(pid) \(start) \(UInt64.random(in: 0...UInt64.max))"
    }

    /// Returns true if the process of a worker has certainly ended.
    ///
    /// - Parameter name: The worker's name.
    /// - Returns: False if it runs, or if that cannot be determined: the worker belongs to another machine, boot or
    ///   process namespace, or there is no `/proc`.
    static func isGone(_ name: String) -> Bool {
        let parts = name.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 6, let machine, parts[0] == machine.host, parts[1] == machine.boot,
            parts[2] == machine.namespace, let pid = pid_t(parts[3]), pid > 0, !parts[4].isEmpty
        else { return false }
        if kill(pid, 0) != 0 { return errno == ESRCH }
        // Process ids are reused, but then the start times differ.
        guard let start = startTime(of: pid) else { return false }
        return start != parts[4]
    }

    /// This machine; nil if the system does not provide its boot and process namespace.
    private static let machine: Machine? = {
        guard let boot = BootIdentity.current,
            let namespace = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/ns/pid")
        else { return nil }
        return Machine(host: host, boot: boot, namespace: String(namespace.filter { !$0.isWhitespace }))
    }()

    /// The name of this host, without blanks.
    private static let host: String = {
        var names = utsname()
        guard uname(&names) == 0 else { return "" }
        let name = withUnsafeBytes(of: names.nodename) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        return name.filter { !$0.isWhitespace }
    }()

    /// Returns the start time of a process in ticks since the boot, or "zombie" if it has ended and was not reaped yet.
    private static func startTime(of pid: pid_t) -> String? {
        // The command's name, in parentheses, can contain spaces and parentheses; the last parenthesis ends it.
        guard let status = try? String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8),
            let end = status.lastIndex(of: ")")
        else { return nil }
        let fields = status[end...].split(separator: " ")
        guard fields.count > 20 else { return nil }
        return fields[1] == "Z" ? "zombie" : String(fields[20])
    }
}

/// The identifier of the machine's current boot.
enum BootIdentity {
    /// The identifier; nil if the system does not provide one.
    static let current: String? = {
        guard let text = try? String(contentsOfFile: "/proc/sys/kernel/random/boot_id", encoding: .utf8) else {
            return nil
        }
        let name = text.prefix { !$0.isWhitespace }
        return name.isEmpty ? nil : String(name)
    }()
}
