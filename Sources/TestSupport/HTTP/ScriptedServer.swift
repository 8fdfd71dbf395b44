import Foundation

/// A small real HTTP/1.1 server on 127.0.0.1 whose answers a test scripts.
///
/// It has one thread for accepting and one for each connection. Every wait inside it is bounded.
package final class ScriptedServer: Sendable {
    /// The port it listens on.
    package let port: UInt16

    private struct State {
        var routes: [String: ScriptedResponder] = [:]
        var fallback = ScriptedResponder.status(404, body: Array("not found".utf8))
        var requests: [ScriptedRequest] = []
        var open: Set<Int32> = []
        var connectionCount = 0
        var active: [String: Int] = [:]
        var maximumActive: [String: Int] = [:]
        var activeTotal = 0
        var maximumActiveTotal = 0
        var threads = 0
        var isStopped = false
    }

    // The condition guards `state`; it also tells when requests come and threads end.
    private nonisolated(unsafe) var state = State()
    private let condition = NSCondition()
    private let listener: Int32

    /// Starts a server on a free port.
    ///
    /// - Parameter routes: Responders by path, without query.
    /// - Throws: ``ScriptedServerError/socket(call:code:)``.
    package init(_ routes: [String: ScriptedResponder] = [:]) throws {
        (listener, port) = try Self.listen()
        state.routes = routes
        state.threads = 1
        Thread.detachNewThread { self.acceptConnections() }
    }

    /// The address of a path on this server.
    ///
    /// - Parameters:
    ///   - path: The path, with its slash, and the query.
    ///   - host: `127.0.0.1`, or another name of the loopback interface such as `localhost`.
    /// - Returns: The address as text.
    package func address(_ path: String = "/", host: String = "127.0.0.1") -> String {
        "http://\(host):\(port)\(path)"
    }

    /// Sets what answers the requests to a path.
    ///
    /// - Parameters:
    ///   - path: The path without query.
    ///   - responder: The responder.
    package func route(_ path: String, _ responder: ScriptedResponder) {
        withState { $0.routes[path] = responder }
    }

    /// Sets what answers the requests to a path.
    ///
    /// - Parameters:
    ///   - path: The path without query.
    ///   - respond: Answers one request; what it throws ends the connection.
    package func route(
        _ path: String, _ respond: @escaping @Sendable (ScriptedRequest, ScriptedConnection) throws -> Void
    ) {
        route(path, ScriptedResponder(respond))
    }

    /// Sets what answers the requests that no route matches; a 404 unless set.
    ///
    /// - Parameter responder: The responder.
    package func routeEverythingElse(_ responder: ScriptedResponder) {
        withState { $0.fallback = responder }
    }

    /// All requests so far, in order of their arrival.
    package var requests: [ScriptedRequest] {
        withState { $0.requests }
    }

    /// The requests to a path so far.
    ///
    /// - Parameter path: The path without query.
    /// - Returns: The requests in order of their arrival.
    package func requests(to path: String) -> [ScriptedRequest] {
        requests.filter { $0.path == path }
    }

    /// How many connections were accepted so far.
    package var connectionCount: Int {
        withState { $0.connectionCount }
    }

    /// The largest number of requests that were answered at the same time.
    package var maximumActiveRequests: Int {
        withState { $0.maximumActiveTotal }
    }

    /// The largest number of requests with one value of Host that were answered at the same time.
    ///
    /// - Parameter host: The value of Host without the port.
    /// - Returns: The number, 0 when there was none.
    package func maximumActiveRequests(host: String) -> Int {
        withState { $0.maximumActive[host, default: 0] }
    }

    /// Waits on a thread of its own until so many requests have arrived.
    ///
    /// - Parameter count: The number of requests since the server was started.
    /// - Throws: ``ScriptedServerError/timedOut(what:)`` after 20 seconds.
    package func requests(atLeast count: Int) async throws {
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            Thread.detachNewThread {
                continuation.resume(with: Result { try self.blockUntil("requests") { $0.requests.count >= count } })
            }
        }
    }

    /// Waits on a thread of its own until no connection is open any more.
    ///
    /// - Throws: ``ScriptedServerError/timedOut(what:)`` after 20 seconds.
    package func allConnectionsClosed() async throws {
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            Thread.detachNewThread {
                continuation.resume(with: Result { try self.blockUntil("connections to close") { $0.open.isEmpty } })
            }
        }
    }

    /// Stops the server: closes the listener and all connections, then waits until its threads have ended.
    package func stop() {
        withState { state in
            state.isStopped = true
            // Under the lock, since a thread takes its descriptor out of the set before it closes it.
            for descriptor in state.open { shutdown(descriptor, Int32(SHUT_RDWR)) }
        }
        shutdown(listener, Int32(SHUT_RDWR))
        try? blockUntil("threads to end", seconds: 5) { $0.threads == 0 }
    }

    /// Makes a listening socket on a free loopback port and closes it: an address at which nobody answers.
    ///
    /// - Returns: A port that was free just now.
    /// - Throws: ``ScriptedServerError/socket(call:code:)``.
    package static func deadPort() throws -> UInt16 {
        let (descriptor, port) = try listen()
        close(descriptor)
        return port
    }

    // MARK: Threads

    private func acceptConnections() {
        var entry = pollfd(fd: listener, events: Int16(POLLIN), revents: 0)
        while !isStopped {
            // A quarter of a second bounds the stop where shutting a listener down does not wake its poll.
            guard poll(&entry, 1, 250) > 0, !isStopped else { continue }
            let descriptor = accept(listener, nil, nil)
            guard descriptor >= 0 else { continue }
            let number = withState { state -> Int? in
                guard !state.isStopped else { return nil }
                state.connectionCount += 1
                state.open.insert(descriptor)
                state.threads += 1
                return state.connectionCount
            }
            guard let number else {
                close(descriptor)
                continue
            }
            let thread = Thread { self.serve(descriptor, number: number) }
            thread.stackSize = 512 * 1_024
            thread.start()
        }
        close(listener)
        withState { $0.threads -= 1 }
    }

    private func serve(_ descriptor: Int32, number: Int) {
        var patience = timeval(tv_sec: 60, tv_usec: 0)
        var one: Int32 = 1
        let size = socklen_t(MemoryLayout<timeval>.size)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, size)
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &patience, size)
        setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &one, socklen_t(MemoryLayout<Int32>.size))
        #if !os(Linux)
            setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &one, socklen_t(MemoryLayout<Int32>.size))
        #endif
        let connection = ScriptedConnection(descriptor: descriptor, number: number) { self.isStopped }
        var buffered: [UInt8] = []
        var position = 0
        while !isStopped, !connection.isClosed, let head = readHead(descriptor, buffered: &buffered) {
            let request = ScriptedRequest(head: head, connection: number, positionInConnection: position)
            guard let request else { break }
            position += 1
            guard answer(request, on: connection) else { break }
            if request.value(of: "Connection")?.lowercased() == "close" { break }
        }
        withState { _ = $0.open.remove(descriptor) }
        close(descriptor)
        withState { $0.threads -= 1 }
    }

    /// Answers one request.
    ///
    /// - Returns: False when the connection is to end.
    private func answer(_ request: ScriptedRequest, on connection: ScriptedConnection) -> Bool {
        let host = String((request.value(of: "Host") ?? "").prefix { $0 != ":" })
        let responder = withState { state in
            state.requests.append(request)
            state.active[host, default: 0] += 1
            state.activeTotal += 1
            state.maximumActive[host] = max(state.maximumActive[host, default: 0], state.active[host, default: 0])
            state.maximumActiveTotal = max(state.maximumActiveTotal, state.activeTotal)
            return state.routes[request.path] ?? state.fallback
        }
        defer {
            withState { state in
                state.active[host, default: 0] -= 1
                state.activeTotal -= 1
            }
        }
        return (try? responder.respond(request, connection)) != nil
    }

    private func readHead(_ descriptor: Int32, buffered: inout [UInt8]) -> String? {
        var block = [UInt8](repeating: 0, count: 16_384)
        let end: [UInt8] = [13, 10, 13, 10]
        while true {
            if let range = buffered.firstRange(of: end) {
                let head = String(decoding: buffered[..<range.lowerBound], as: UTF8.self)
                buffered.removeSubrange(..<range.upperBound)
                return head
            }
            guard buffered.count < 1 << 20 else { return nil }
            let count = recv(descriptor, &block, block.count, 0)
            guard count > 0 else { return nil }
            buffered.append(contentsOf: block[..<count])
        }
    }

    // MARK: State

    private var isStopped: Bool { withState { $0.isStopped } }

    private func withState<T>(_ body: (inout State) -> T) -> T {
        condition.lock()
        defer { condition.unlock() }
        let result = body(&state)
        condition.broadcast()
        return result
    }

    private func blockUntil(_ what: String, seconds: Double = 20, _ holds: (State) -> Bool) throws {
        let deadline = Date(timeIntervalSinceNow: seconds)
        condition.lock()
        defer { condition.unlock() }
        while !holds(state) {
            guard condition.wait(until: deadline) else { throw ScriptedServerError.timedOut(what: what) }
        }
    }

    private static func listen() throws -> (Int32, UInt16) {
        #if os(Linux)
            let kind = Int32(SOCK_STREAM.rawValue)
        #else
            let kind = SOCK_STREAM
        #endif
        let descriptor = socket(AF_INET, kind, 0)
        guard descriptor >= 0 else { throw ScriptedServerError.socket(call: "socket", code: errno) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let failure = withUnsafeMutablePointer(to: &address) { pointer -> String? in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
                guard bind(descriptor, generic, size) == 0 else { return "bind" }
                guard Foundation.listen(descriptor, 512) == 0 else { return "listen" }
                guard getsockname(descriptor, generic, &size) == 0 else { return "getsockname" }
                return nil
            }
        }
        if let failure {
            let code = errno
            close(descriptor)
            throw ScriptedServerError.socket(call: failure, code: code)
        }
        return (descriptor, UInt16(bigEndian: address.sin_port))
    }
}
