import FoundationEssentials

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The name under which a worker holds leases.
///
/// It identifies the process, so that items of a killed process can be claimed before their leases expire.
package struct WorkerIdentity: Sendable, Hashable {
    /// The name: boot, process namespace, process, its start time, and a random part.
    package let name: String

    /// Creates the identity of a worker of this process.
    package init() {
        let pid = getpid()
        // If a part is empty, other processes cannot determine that this one has ended.
        let machine = Self.machine ?? ("", "")
        let start = Self.startTime(of: pid) ?? ""
        name = "\(machine.boot) \(machine.namespace) \(pid) \(start) \(UInt32.random(in: 0...UInt32.max))"
    }

    /// Returns true if the process of a worker has certainly ended.
    ///
    /// - Parameter name: The worker's name.
    /// - Returns: False if it runs, or if that cannot be determined: the worker belongs to another boot, machine or
    ///   process namespace, or there is no `/proc`.
    package static func isGone(_ name: String) -> Bool {
        let parts = name.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 5, let machine, parts[0] == machine.boot, parts[1] == machine.namespace,
            let pid = pid_t(parts[2]), pid > 0, !parts[3].isEmpty
        else { return false }
        if kill(pid, 0) != 0 { return errno == ESRCH }
        // Process ids are reused, but then the start times differ.
        guard let start = startTime(of: pid) else { return false }
        return start != parts[3]
    }

    /// The boot and the process namespace; nil if the system does not provide them.
    private static let machine: (boot: String, namespace: String)? = {
        guard let boot = try? String(contentsOfFile: "/proc/sys/kernel/random/boot_id", encoding: .utf8),
            let namespace = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/ns/pid")
        else { return nil }
        return (String(boot.prefix { !$0.isWhitespace }), String(namespace.filter { !$0.isWhitespace }))
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
