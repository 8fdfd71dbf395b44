import FoundationEssentials

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The name under which a worker holds leases.
///
/// It tells which process it is, so that the leases of a killed one need not run out before somebody goes on with its
/// items.
package struct WorkerIdentity: Sendable, Hashable {
    /// The name: boot, process namespace, process, its start time, and a random part.
    package let name: String

    /// Makes the identity of a worker of this process.
    package init() {
        let pid = getpid()
        let place = Self.place ?? ("", "")
        let start = Self.startTime(of: pid) ?? ""
        name = "\(place.boot) \(place.namespace) \(pid) \(start) \(UInt32.random(in: 0...UInt32.max))"
    }

    /// Tells whether the process of a worker is certainly gone.
    ///
    /// - Parameter name: The worker's name.
    /// - Returns: False when it runs, and also when nobody can know from here: in another boot, on another machine, in
    ///   another process namespace, or without `/proc`.
    package static func isGone(_ name: String) -> Bool {
        let parts = name.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 5, let place, parts[0] == place.boot, parts[1] == place.namespace,
            let pid = pid_t(parts[2]), pid > 0, !parts[3].isEmpty
        else { return false }
        if kill(pid, 0) != 0 { return errno == ESRCH }
        // Numbers of processes are used again; their start times then differ.
        guard let start = startTime(of: pid) else { return false }
        return start != parts[3]
    }

    /// The boot and the process namespace.
    private static let place: (boot: String, namespace: String)? = {
        guard let boot = try? String(contentsOfFile: "/proc/sys/kernel/random/boot_id", encoding: .utf8),
            let namespace = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/ns/pid")
        else { return nil }
        return (String(boot.prefix { !$0.isWhitespace }), String(namespace.filter { !$0.isWhitespace }))
    }()

    /// The start time of a process, in ticks since the boot; "zombie" for one that has ended and was not yet reaped.
    private static func startTime(of pid: pid_t) -> String? {
        // The command's name, in parentheses, can hold blanks and parentheses; the last one ends it.
        guard let status = try? String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8),
            let end = status.lastIndex(of: ")")
        else { return nil }
        let fields = status[end...].split(separator: " ")
        guard fields.count > 20 else { return nil }
        return fields[1] == "Z" ? "zombie" : String(fields[20])
    }
}
