import Foundation

extension ScriptedServer {
    /// Waits on a thread of its own until every request that was sent so far is among ``requests``.
    ///
    /// Requests are listed by their connections' threads, which on a busy machine come to them late.
    ///
    /// - Throws: ``ScriptedServerError/timedOut(what:)`` after ``ScriptedGate/patience`` seconds.
    package func everythingHeard() async throws {
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            Thread.detachNewThread { continuation.resume(with: Result { try self.waitUntilEverythingIsHeard() }) }
        }
    }

    /// The same, blocking this thread.
    ///
    /// - Throws: ``ScriptedServerError/timedOut(what:)``.
    package func waitUntilEverythingIsHeard() throws {
        try blockUntil("requests to be read") { [listener] state in
            var entry = pollfd(fd: listener, events: Int16(POLLIN), revents: 0)
            guard poll(&entry, 1, 0) == 0, state.heard.isEmpty else { return false }
            return state.open.allSatisfy { descriptor in
                var unread: Int32 = 0
                return ioctl(descriptor, UInt(FIONREAD), &unread) != 0 || unread == 0
            }
        }
    }
}
