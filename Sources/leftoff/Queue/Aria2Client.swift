import DownloadImportExport
import FoundationEssentials
import Synchronization
import Transfer
import WHATWGURL

/// Calls the JSON-RPC interface of a running aria2.
struct Aria2Client {
    /// Takes the answer in, up to a size that no true answer has.
    private final class Answer: TransferSink {
        private static let byteLimit = 64 << 20
        let bytes = Mutex<[UInt8]>([])

        func receive(head: ResponseHead) throws -> BodyDecision { .accept }

        func receive(body: UnsafeRawBufferPointer) throws {
            try bytes.withLock { bytes in
                guard bytes.count + body.count <= Self.byteLimit else {
                    throw Aria2Call.Failure.malformed("it is longer than \(Self.byteLimit) bytes")
                }
                bytes.append(contentsOf: body)
            }
        }
    }

    /// The interface's address.
    let address: WebURL

    /// Makes a call.
    ///
    /// A redirect is not followed: the secret is for this host.
    ///
    /// - Parameter call: The call.
    /// - Returns: What aria2 said about each item.
    /// - Throws: `CommandFailure`.
    func send(_ call: Aria2Call) async throws -> [Aria2Call.Answer] {
        let engine = TransferEngine()
        var request = TransferRequest(
            url: address, method: .post, headers: [HTTPField(name: "Content-Type", value: "application/json")],
            totalTimeout: .seconds(120), userAgent: "Leftoff/\(Version.current)")
        request.body = call.body
        request.followsRedirects = false
        let answer = Answer()
        let result: Result<TransferSummary, any Error>
        do {
            result = .success(try await engine.run(request, into: answer))
        } catch {
            result = .failure(error)
        }
        await engine.shutdown()
        let status = try result.get().head?.status ?? 0
        if (300..<400).contains(status) {
            throw failure("it redirects elsewhere (\(status)), which is not followed", .refused)
        }
        do {
            // aria2 gives its errors status 400 and 500, and says more in the body.
            return try call.answers(answer.bytes.withLock { $0 })
        } catch .unauthorized {
            throw failure("\(Aria2Call.Failure.unauthorized)", .refused)
        } catch {
            throw failure("\(error) (status \(status))", .unavailable)
        }
    }

    private func failure(_ why: String, _ status: ExitStatus) -> CommandFailure {
        CommandFailure(what: address.shown, why: why, status: status)
    }
}
