import HTTPSyntax
import Numbers
import Synchronization
import Transfer

/// A sink that collects a body in memory; the policy limits its length.
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
        // The server chooses the announced length, so only little memory is reserved in advance.
        let length = head.fields.first { $0.isNamed("Content-Length") }?.value
        if let announced = length.flatMap({ ByteCount(digits: $0) }) {
            collected.withLock { $0.reserveCapacity(Int(min(announced.bytes, 1 << 20))) }
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
