import Foundation

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
