import CLibCurl

/// A table of an engine's sockets, which finds the socket that a transfer uses.
///
/// libcurl 7.88.1 reads a body up to its announced length and keeps the connection even if more bytes have arrived.
/// libcurl would take those bytes for the response to the next request, so a connection with unread bytes is not used
/// again.
struct ConnectionTable {
    /// A socket with a serial number, which distinguishes it from a later one with the same descriptor.
    struct Connection: Equatable {
        let descriptor: Int32
        let serial: UInt64
    }

    private struct Entry {
        let serial: UInt64
        var ports: clibcurl_ports?
        var isIdle = false
    }

    private var entries: [Int32: Entry] = [:]
    /// A cache of the descriptors that ``find(localPort:remotePort:)`` returned, by their ports.
    private var descriptors: [Int64: Int32] = [:]
    private var lastSerial: UInt64 = 0

    /// Adds a socket that was opened.
    mutating func insert(_ descriptor: Int32) {
        lastSerial += 1
        entries[descriptor] = Entry(serial: lastSerial)
    }

    /// Removes a socket that is about to be closed.
    mutating func remove(_ descriptor: Int32) {
        guard let ports = entries.removeValue(forKey: descriptor)?.ports else { return }
        if descriptors[Self.key(ports)] == descriptor { descriptors[Self.key(ports)] = nil }
    }

    /// Returns the connection with the given ports; nil if there is none.
    mutating func find(localPort: Int32, remotePort: Int32) -> Connection? {
        let wanted = Self.key(clibcurl_ports(local: localPort, remote: remotePort))
        if let descriptor = descriptors[wanted], let entry = entries[descriptor],
            entry.ports.map(Self.key) == wanted
        {
            return Connection(descriptor: descriptor, serial: entry.serial)
        }
        for (descriptor, entry) in entries {
            var ports = entry.ports
            if ports == nil {
                let found = clibcurl_socket_ports(descriptor)
                guard found.remote > 0 else { continue }  // not connected yet
                entries[descriptor]?.ports = found
                ports = found
            }
            guard ports.map(Self.key) == wanted else { continue }
            descriptors[wanted] = descriptor
            return Connection(descriptor: descriptor, serial: entry.serial)
        }
        return nil
    }

    private static func key(_ ports: clibcurl_ports) -> Int64 { Int64(ports.local) << 32 | Int64(ports.remote) }

    /// Records that a transfer uses a connection.
    ///
    /// - Returns: False if the connection was idle and has unread bytes, or was closed by the server.
    mutating func begin(_ connection: Connection) -> Bool {
        guard let entry = entries[connection.descriptor], entry.serial == connection.serial else { return true }
        entries[connection.descriptor]?.isIdle = false
        return !entry.isIdle || clibcurl_socket_peek(connection.descriptor) == 0
    }

    /// Records that an HTTP/1 connection is idle after a transfer, if it still exists.
    mutating func end(_ connection: Connection) {
        guard entries[connection.descriptor]?.serial == connection.serial else { return }
        entries[connection.descriptor]?.isIdle = true
    }

    /// Returns true if a connection has unread bytes.
    func hasPendingBytes(_ connection: Connection) -> Bool {
        guard entries[connection.descriptor]?.serial == connection.serial else { return false }
        return clibcurl_socket_peek(connection.descriptor) > 0
    }
}
