import Testing

@testable import Service

@Suite("Long work of requests", .timeLimit(.minutes(5)))
struct RequestCancellationTests {
    @Test("Work ends when its task is cancelled, as at the end of the service")
    func cancelled() async {
        let task = Task {
            try await RequestCancellation.observe { cancellation in
                while true {
                    try cancellation.check()
                    await Task.yield()
                }
            }
        }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }
}
