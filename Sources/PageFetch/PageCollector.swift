import Synchronization
import Transfer

/// A sink that collects a body in memory, which the policy's limit bounds.
final class PageCollector: PageSink {
    private let collected = Mutex<[UInt8]>([])

    /// Removes and returns the body.
    func removeBody() -> [UInt8] {
        collected.withLock { body in
            defer { body = [] }
            return body
        }
    }

    func receive(head: PageHead) -> BodyDecision {
        // The server chooses the length, so little is reserved.
        if let announced = head.fields.first(where: { $0.isNamed("Content-Length") }).flatMap({ Int($0.value) }) {
            collected.withLock { $0.reserveCapacity(min(max(announced, 0), 1 << 20)) }
        }
        return .accept
    }

    func receive(body: UnsafeRawBufferPointer) -> BodyDecision {
        collected.withLock { $0.append(contentsOf: body) }
        return .accept
    }

    func restart() -> Bool {
        collected.withLock { $0.removeAll(keepingCapacity: true) }
        return true
    }
}
