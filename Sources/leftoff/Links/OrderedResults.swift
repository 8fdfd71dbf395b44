/// Results of work on many inputs at once, in the order of the inputs.
///
/// At most `limit` inputs are worked on or wait for an earlier one, which bounds the memory.
struct OrderedResults<Input: Sendable, Output: Sendable>: AsyncSequence {
    typealias Element = Result<Output, CommandFailure>

    private let stream: AsyncStream<Element>

    /// Starts the work.
    ///
    /// - Parameters:
    ///   - inputs: What to work on.
    ///   - limit: The most inputs under way at once.
    ///   - perform: The work on one input.
    init(_ inputs: [Input], limit: Int, perform: @escaping @Sendable (Input) async throws(CommandFailure) -> Output) {
        let (stream, continuation) = AsyncStream.makeStream(of: Element.self)
        self.stream = stream
        let work = Task {
            await withTaskGroup(of: (Int, Element).self) { group in
                var finished: [Int: Element] = [:]
                var nextToStart = 0
                var nextToYield = 0
                while nextToYield < inputs.count {
                    while nextToStart < inputs.count && nextToStart - nextToYield < limit {
                        let index = nextToStart
                        group.addTask {
                            do throws(CommandFailure) {
                                return (index, .success(try await perform(inputs[index])))
                            } catch {
                                return (index, .failure(error))
                            }
                        }
                        nextToStart += 1
                    }
                    guard let (index, result) = await group.next() else { break }
                    finished[index] = result
                    while let result = finished.removeValue(forKey: nextToYield) {
                        continuation.yield(result)
                        nextToYield += 1
                    }
                }
            }
            continuation.finish()
        }
        continuation.onTermination = { _ in work.cancel() }
    }

    func makeAsyncIterator() -> AsyncStream<Element>.Iterator {
        stream.makeAsyncIterator()
    }
}
