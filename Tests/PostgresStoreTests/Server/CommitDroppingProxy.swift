import Foundation
import Synchronization

/// A TCP proxy in front of a server that closes a connection when a client commits.
///
/// The client then does not know if its transaction was committed.
final class CommitDroppingProxy: Sendable {
    /// The fate of a transaction whose COMMIT arrives at the proxy.
    enum Loss: CaseIterable {
        /// The request is lost, so the transaction is rolled back.
        case request
        /// The reply is lost, so the transaction is committed.
        case reply
    }

    private let listener: LoopbackSocket
    private let serverPort: UInt16
    private let losses = Mutex<[Loss]>([])

    /// Starts a proxy, which forwards everything until ``lose(_:)`` is called.
    init(serverPort: UInt16) throws {
        self.serverPort = serverPort
        listener = try LoopbackSocket.listening()
        Thread.detachNewThread { [listener, self] in
            while let client = listener.accepted() {
                guard let server = try? LoopbackSocket.connected(to: self.serverPort) else { return client.close() }
                self.forward(client, server)
            }
        }
    }

    /// The port on which the proxy listens.
    var port: UInt16 { listener.port }

    /// The number of losses that have not happened yet.
    var pendingCount: Int { losses.withLock { $0.count } }

    /// Loses the next commits, one for each value.
    func lose(_ next: [Loss]) { losses.withLock { $0 += next } }

    /// Accepts no more connections.
    func stop() { listener.shutDown() }

    private func forward(_ client: LoopbackSocket, _ server: LoopbackSocket) {
        let ended = DispatchGroup()
        let shutDown: @Sendable () -> Void = {
            client.shutDown()
            server.shutDown()
        }
        let dropsReply = SharedFlag()
        ended.enter()
        Thread.detachNewThread {
            while case let bytes = client.read(), !bytes.isEmpty {
                switch self.loss(for: bytes) {
                case .request: shutDown()
                case .reply: dropsReply.set()
                case nil: break
                }
                guard server.write(bytes) else { break }
            }
            shutDown()
            ended.leave()
        }
        ended.enter()
        Thread.detachNewThread {
            while case let bytes = server.read(), !bytes.isEmpty {
                // The server has replied, so the transaction has been committed.
                if dropsReply.isSet { break }
                guard client.write(bytes) else { break }
            }
            shutDown()
            ended.leave()
        }
        ended.notify(queue: .global()) {
            client.close()
            server.close()
        }
    }

    private final class SharedFlag: Sendable {
        private let value = Mutex(false)

        var isSet: Bool { value.withLock { $0 } }

        func set() { value.withLock { $0 = true } }
    }

    private func loss(for bytes: [UInt8]) -> Loss? {
        // libpq sends a statement without parameters in a Parse message, whose text ends with NUL.
        guard String(decoding: bytes, as: UTF8.self).contains("COMMIT\0") else { return nil }
        return losses.withLock { $0.isEmpty ? nil : $0.removeFirst() }
    }
}
