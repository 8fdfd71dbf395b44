import Foundation
package import Glibc

/// An HTTP/1.1 server on 127.0.0.1 whose responses are scripted by a test.
///
/// It has one thread for accepting and one for each connection. Every wait inside it has a timeout.
///
/// ```swift
/// let server = try ScriptedServer(["/a": .page("<p>hello"), "/old": .redirect(to: "/a")])
/// defer { server.stop() }
/// let engine = TransferEngine()
/// let fetcher = PageFetcher(engine: engine)
/// let url = try #require(WebURL(server.address("/old")))
/// #expect(try await fetcher.fetch(url).status == 200)
/// #expect(server.requests.map(\.path) == ["/old", "/a"])
/// await engine.shutdown()
/// ```
package final class ScriptedServer: Sendable {
    /// The port on which the server listens.
    package let port: UInt16

    struct State {
        var routes: [String: ScriptedResponder] = [:]
        var fallback = ScriptedResponder.status(404, body: Array("not found".utf8))
        var requests: [ScriptedRequest] = []
        var open: Set<Int32> = []
        /// The connections on which a request is being read; it is added to `requests` afterwards.
        var reading: Set<Int32> = []
        var connectionCount = 0
        var active: [String: Int] = [:]
        var maximumActive: [String: Int] = [:]
        var activeTotal = 0
        var maximumActiveTotal = 0
        var threads = 0
        /// False before the listener is closed.
        var isListening = true
        var isStopped = false
    }

    // Safe, because every access holds the condition's lock. The condition also signals requests and ends of threads.
    private nonisolated(unsafe) var state = State()
    private let condition = NSCondition()
    let listener: Int32

    /// Starts a server on a free port.
    ///
    /// - Parameter routes: The responders by path, without query.
    /// - Throws: ``ScriptedServerError/socket(call:code:)``.
    package init(_ routes: [String: ScriptedResponder] = [:]) throws {
        (listener, port) = try Self.listen()
        state.routes = routes
        state.threads = 1
        Thread.detachNewThread { self.acceptConnections() }
    }

    /// Returns the URL of a path on this server.
    ///
    /// - Parameters:
    ///   - path: The path, with its slash, and the query.
    ///   - host: `127.0.0.1`, or another name of the loopback interface such as `localhost`.
    /// - Returns: An http URL with the server's port.
    package func address(_ path: String = "/", host: String = "127.0.0.1") -> String {
        "http://\(host):\(port)\(path)"
    }

    /// Sets the responder for a path, given without query.
    package func route(_ path: String, _ responder: ScriptedResponder) {
        withState { $0.routes[path] = responder }
    }

    /// Sets the function that responds to requests for a path, given without query; its errors end the connection.
    package func route(
        _ path: String, _ respond: @escaping @Sendable (ScriptedRequest, ScriptedConnection) throws -> Void
    ) {
        route(path, ScriptedResponder(respond))
    }

    /// Sets the responder for requests that no route matches, which otherwise get 404.
    package func routeEverythingElse(_ responder: ScriptedResponder) {
        withState { $0.fallback = responder }
    }

    /// All requests so far, in the order of their arrival.
    package var requests: [ScriptedRequest] {
        withState { $0.requests }
    }

    /// Returns the requests for a path, given without query, in the order of their arrival.
    package func requests(to path: String) -> [ScriptedRequest] {
        requests.filter { $0.path == path }
    }

    /// The number of connections that have been accepted so far.
    package var connectionCount: Int {
        withState { $0.connectionCount }
    }

    /// The maximum number of requests that were active at the same time.
    ///
    /// A response by ``ScriptedConnection/respond(_:_:body:to:)`` or ``ScriptedFile`` counts as ended when its last
    /// write starts, because the client may send the next request before that write returns.
    package var maximumActiveRequests: Int {
        withState { $0.maximumActiveTotal }
    }

    /// Returns the maximum number of requests with one value of Host, given without port, that were active at the same
    /// time.
    package func maximumActiveRequests(host: String) -> Int {
        withState { $0.maximumActive[host, default: 0] }
    }

    /// Waits on a separate thread until a number of requests have arrived.
    ///
    /// - Parameter count: The number of requests since the server was started.
    /// - Throws: ``ScriptedServerError/timedOut(what:)`` after ``ScriptedGate/timeout`` seconds.
    package func requests(atLeast count: Int) async throws {
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            Thread.detachNewThread {
                continuation.resume(with: Result { try self.blockUntil("requests") { $0.requests.count >= count } })
            }
        }
    }

    /// Waits on a separate thread until no connection is open any more.
    ///
    /// - Throws: ``ScriptedServerError/timedOut(what:)`` after ``ScriptedGate/timeout`` seconds.
    package func allConnectionsClosed() async throws {
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            Thread.detachNewThread {
                continuation.resume(with: Result { try self.blockUntil("connections to close") { $0.open.isEmpty } })
            }
        }
    }

    /// Stops the server: closes the listener and all connections, and waits until its threads have ended.
    package func stop() {
        withState { state in
            state.isStopped = true
            // The lock is held, because a thread removes its descriptor from the set before it closes it.
            for descriptor in state.open { shutdown(descriptor, Int32(SHUT_RDWR)) }
            // So does the thread that accepts connections: a closed descriptor's number may belong to another test.
            if state.isListening { shutdown(listener, Int32(SHUT_RDWR)) }
        }
        try? blockUntil("threads to end", seconds: 5) { $0.threads == 0 }
    }

    // MARK: Threads

    private func acceptConnections() {
        var entry = pollfd(fd: listener, events: Int16(POLLIN), revents: 0)
        while !isStopped {
            // If shutting down a listener does not wake its poll, stopping takes up to a quarter of a second.
            guard poll(&entry, 1, 250) > 0, !isStopped else { continue }
            // The lock is held, so that a connection is either not accepted yet or among the open ones.
            let accepted = withState { state -> (descriptor: Int32, number: Int)? in
                guard !state.isStopped else { return nil }
                let descriptor = accept(listener, nil, nil)
                guard descriptor >= 0 else { return nil }
                // Without this flag, a program that a test starts would keep the connection open.
                _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
                state.connectionCount += 1
                state.open.insert(descriptor)
                state.threads += 1
                return (descriptor, state.connectionCount)
            }
            guard let (descriptor, number) = accepted else { continue }
            let thread = Thread { self.serve(descriptor, number: number) }
            thread.stackSize = 512 * 1_024
            thread.start()
        }
        withState { $0.isListening = false }
        close(listener)
        withState { $0.threads -= 1 }
    }

    private func serve(_ descriptor: Int32, number: Int) {
        var timeout = timeval(tv_sec: 120, tv_usec: 0)
        var one: Int32 = 1
        let size = socklen_t(MemoryLayout<timeval>.size)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &timeout, size)
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &timeout, size)
        setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &one, socklen_t(MemoryLayout<Int32>.size))
        let connection = ScriptedConnection(descriptor: descriptor, number: number) { self.isStopped }
        var buffered: [UInt8] = []
        var position = 0
        while !isStopped, !connection.isClosed, let head = readHead(descriptor, buffered: &buffered) {
            let request = ScriptedRequest(head: head, connection: number, positionInConnection: position)
            guard let request else { break }
            position += 1
            guard respond(to: request, on: connection) else { break }
            if request.value(of: "Connection")?.lowercased() == "close" { break }
        }
        withState { state in
            state.open.remove(descriptor)
            state.reading.remove(descriptor)
        }
        close(descriptor)
        withState { $0.threads -= 1 }
    }

    /// Responds to one request.
    ///
    /// - Returns: False if the connection must end.
    private func respond(to request: ScriptedRequest, on connection: ScriptedConnection) -> Bool {
        let host = request.value(of: "Host").map { String($0.prefix { $0 != ":" }) } ?? "no Host field"
        let responder = withState { state in
            state.requests.append(request)
            state.reading.remove(connection.descriptor)
            state.active[host, default: 0] += 1
            state.activeTotal += 1
            state.maximumActive[host] = max(state.maximumActive[host, default: 0], state.active[host, default: 0])
            state.maximumActiveTotal = max(state.maximumActiveTotal, state.activeTotal)
            return state.routes[request.path] ?? state.fallback
        }
        connection.beginResponse {
            self.withState { state in
                state.active[host, default: 0] -= 1
                state.activeTotal -= 1
            }
        }
        defer { connection.endResponse() }
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
            withState { _ = $0.reading.remove(descriptor) }
            // Waits without reading, so that a request is either still in the socket, being read, or in the list.
            guard uninterrupted({ recv(descriptor, &block, 1, Int32(MSG_PEEK)) }) > 0 else { return nil }
            let count = withState { state in
                state.reading.insert(descriptor)
                return uninterrupted { recv(descriptor, &block, block.count, 0) }
            }
            guard count > 0 else { return nil }
            buffered.append(contentsOf: block[..<count])
            // A TLS handshake does not contain the end of a head. Like other servers, this one responds in plain HTTP.
            if buffered.first == 0x16 {
                let response = Array("HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n".utf8)
                send(descriptor, response, response.count, 0)
                return nil
            }
        }
    }

    // MARK: State

    private var isStopped: Bool { withState { $0.isStopped } }

    func withState<T>(_ body: (inout State) -> T) -> T {
        condition.lock()
        defer { condition.unlock() }
        let result = body(&state)
        condition.broadcast()
        return result
    }

    func blockUntil(_ what: String, seconds: Double = ScriptedGate.timeout, _ holds: (State) -> Bool) throws {
        let deadline = Date(timeIntervalSinceNow: seconds)
        condition.lock()
        defer { condition.unlock() }
        while !holds(state) {
            guard condition.wait(until: deadline) else { throw ScriptedServerError.timedOut(what: what) }
        }
    }
}

extension ScriptedServer {
    /// Waits on a separate thread until every request that was sent so far is among ``requests``.
    ///
    /// The connections' threads record the requests, which may be delayed on a busy machine.
    ///
    /// - Throws: ``ScriptedServerError/timedOut(what:)`` after ``ScriptedGate/timeout`` seconds.
    package func allRequestsRecorded() async throws {
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            Thread.detachNewThread { continuation.resume(with: Result { try self.waitUntilAllRequestsAreRecorded() }) }
        }
    }

    /// Blocks the thread until every request that was sent so far is among ``requests``.
    ///
    /// - Throws: ``ScriptedServerError/timedOut(what:)``.
    package func waitUntilAllRequestsAreRecorded() throws {
        try blockUntil("requests to be read") { [listener] state in
            var entry = pollfd(fd: listener, events: Int16(POLLIN), revents: 0)
            guard poll(&entry, 1, 0) == 0, state.reading.isEmpty else { return false }
            return state.open.allSatisfy { descriptor in
                var unread: Int32 = 0
                return ioctl(descriptor, UInt(FIONREAD), &unread) != 0 || unread == 0
            }
        }
    }
}

extension ScriptedServer {
    /// Reserves a loopback port on which no server listens.
    ///
    /// The port stays reserved until the process ends: the system chooses it for no other socket. A server that is told
    /// its number can still listen on it, if it sets SO_REUSEADDR, as servers do.
    ///
    /// - Returns: A port that refuses connections until such a server has started.
    /// - Throws: ``ScriptedServerError/socket(call:code:)``.
    package static func reservedPort() throws -> UInt16 {
        let (descriptor, port) = try bind()
        // Linux lets two sockets share a port if both have this option and neither listens yet.
        var isReusable: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &isReusable, socklen_t(MemoryLayout<Int32>.size))
        return port
    }

    /// Returns a socket that listens on a free loopback port, and the port.
    static func listen() throws -> (Int32, UInt16) {
        let (descriptor, port) = try bind()
        guard Foundation.listen(descriptor, 512) == 0 else {
            let code = errno
            close(descriptor)
            throw ScriptedServerError.socket(call: "listen", code: code)
        }
        return (descriptor, port)
    }

    private static func bind() throws -> (descriptor: Int32, port: UInt16) {
        let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        let descriptor = socket(AF_INET, kind, 0)
        guard descriptor >= 0 else { throw ScriptedServerError.socket(call: "socket", code: errno) }
        var address = sockaddr_in(loopbackPort: 0)
        let failure = address.withGeneric { generic, size -> String? in
            guard Foundation.bind(descriptor, generic, size) == 0 else { return "bind" }
            guard getsockname(descriptor, generic, &size) == 0 else { return "getsockname" }
            return nil
        }
        if let failure {
            let code = errno
            close(descriptor)
            throw ScriptedServerError.socket(call: failure, code: code)
        }
        return (descriptor, address.port)
    }
}

/// An error of a ``ScriptedServer``.
package enum ScriptedServerError: Error, CustomStringConvertible {
    /// A socket call failed with an `errno`.
    case socket(call: String, code: Int32)

    /// The client closed its end, or the server was stopped.
    case connectionEnded

    /// A wait has timed out.
    case timedOut(what: String)

    package var description: String {
        switch self {
        case .socket(let call, let code): "scripted server: \(call): error \(code)"
        case .connectionEnded: "scripted server: the connection has ended"
        case .timedOut(let what): "scripted server: waited too long for \(what)"
        }
    }
}

/// Addresses of this machine.
extension sockaddr_in {
    /// The address 127.0.0.1 with a port; 0 stands for a free port.
    package init(loopbackPort port: UInt16) {
        self.init()
        sin_family = sa_family_t(AF_INET)
        sin_port = port.bigEndian
        sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    }

    /// The port.
    package var port: UInt16 { UInt16(bigEndian: sin_port) }

    /// Calls functions of the socket interface with the address, which they may change.
    ///
    /// - Parameter body: Receives the address in its generic form, and its size in bytes.
    /// - Returns: The result of `body`.
    package mutating func withGeneric<Result>(
        _ body: (UnsafeMutablePointer<sockaddr>, inout socklen_t) -> Result
    ) -> Result {
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        return withUnsafeMutablePointer(to: &self) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, &size) }
        }
    }
}

/// Repeats a system call for as long as signals interrupt it.
///
/// With SO_RCVTIMEO or SO_SNDTIMEO, calls on a socket fail with EINTR even if the signal handler has SA_RESTART
/// (signal(7)).
///
/// - Parameter call: The call, which returns a negative number and sets errno if it fails.
/// - Returns: The result of the first call that was not interrupted.
package func uninterrupted(_ call: () -> Int) -> Int {
    while true {
        let result = call()
        guard result < 0, errno == EINTR else { return result }
    }
}
