import Syntax
import Testing
import WHATWGURL

@testable import Fetching

@Suite("State of a page's fetch")
struct PageFetchStateTests {
    private final class Stream: FlowControl {
        func resume() {}
        func cancel() {}
    }

    private struct UnexpectedStep: Error {}

    private let url: WebURL
    private var policy = FetchPolicy()

    init() throws {
        url = try #require(WebURL("https://a.example/"))
    }

    private func begun(followsInEngine: Bool = false, headers: [HeaderField] = []) -> PageFetchState {
        var policy = policy
        policy.headers = headers
        var state = PageFetchState(url: url, policy: policy, followsInEngine: followsInEngine)
        _ = state.begin { _ in }
        return state
    }

    private func head(_ status: Int, _ fields: [(String, String)] = [], of state: PageFetchState) -> ResponseHead {
        ResponseHead(
            status: status, fields: fields.map { HeaderField(name: $0.0, value: $0.1) }, url: state.hop.url)
    }

    /// Runs an attempt from its request to its end, and returns the step that follows.
    private func attempt(
        _ state: inout PageFetchState, _ status: Int, _ fields: [(String, String)] = [],
        end result: Result<TransferSummary, any Error> = .success(TransferSummary(head: nil))
    ) throws -> PageFetchState.Step {
        let begun = state.beginAttempt(Stream(), now: 10)
        _ = try #require(begun.request)
        let head = head(status, fields, of: state)
        let isAccepted = state.accepts(head, now: 20)
        if isAccepted { _ = try state.receive(head) { _, _ in nil } }
        let end = PageStream.End(result: result, hasBegun: isAccepted, wasRefused: !isAccepted, bodyBytes: 0)
        return state.end(end, now: { 20 }).step
    }

    @Test("A page completes the fetch with the head that the sink got")
    func page() throws {
        var state = begun()
        guard case .complete(let result) = try attempt(&state, 200) else { throw UnexpectedStep() }
        #expect(try result.get().head.status == 200)
        #expect(state.hop.attempts == 1)
    }

    @Test("A redirect leads to the next hop, even if its body breaks off, and only portable fields go along")
    func redirect() throws {
        let fields = [HeaderField(name: "Authorization", value: "secret"), HeaderField(name: "Accept", value: "a/b")]
        for isBroken in [false, true] {
            var state = begun(headers: fields)
            let end: Result<TransferSummary, any Error> =
                isBroken
                ? .failure(TransferError.truncated(url: url, detail: "")) : .success(TransferSummary(head: nil))
            let step = try attempt(&state, 301, [("Location", "https://b.example/x")], end: end)
            guard case .beginHop = step else { throw UnexpectedStep() }
            #expect(state.hop.url.href == "https://b.example/x")
            #expect(state.hop.fields.map(\.name) == ["Accept"])
            #expect(state.hop.attempts == 0)
            #expect(state.hops == [RedirectHop(url: url, status: 301)])
        }
    }

    @Test(
        "Passwords of a netrc file are sent to the origins that a person named, until a redirect leads to another one",
        arguments: [
            (["https://a.example/x"], true), (["https://u@a.example:443/"], true), (["https://a.example:444/"], false),
            (["http://a.example/"], false), (["https://b.a.example/"], false),
            (["https://a.example/", "https://a.example/y"], true),
            (["https://a.example/", "https://b.example/"], false),
            (["https://a.example/", "https://b.example/", "https://a.example/"], false),
            (["https://b.example/", "https://a.example/"], false),
        ])
    func netrc(hops: [String], isSent: Bool) throws {
        var policy = policy
        policy.trustedOrigins = ["https://a.example"]
        let urls = try hops.map { try #require(WebURL($0)) }
        var state = PageFetchState(url: urls[0], policy: policy, followsInEngine: false)
        for target in urls.dropFirst() { state.follow(target, status: 302, hasReachedPublic: false) }
        let begun = state.beginAttempt(Stream(), now: 0)
        #expect(try #require(begun.request).usesNetrc == isSent)
    }

    @Test("A redirect from a public address is recorded in the requests of all later hops", arguments: [false, true])
    func publicRedirect(isPublic: Bool) throws {
        var state = begun()
        var redirect = head(302, [("Location", "/next")], of: state)
        redirect.hasReachedPublic = isPublic
        for expected in [false, isPublic] {
            let begun = state.beginAttempt(Stream(), now: 10)
            let request = try #require(begun.request)
            #expect(request.hasReachedPublic == expected && request.ownHost == "a.example")
            let isAccepted = state.accepts(redirect, now: 20)
            let page = try state.receive(redirect) { _, _ in nil }
            #expect(isAccepted && page == nil)
            let end = PageStream.End(
                result: .success(TransferSummary(head: nil)), hasBegun: true, wasRefused: false, bodyBytes: 0)
            guard case .beginHop = state.end(end, now: { 20 }).step else { throw UnexpectedStep() }
            redirect.hasReachedPublic = false
        }
        let last = state.beginAttempt(Stream(), now: 10)
        #expect(last.request?.hasReachedPublic == isPublic)
    }

    @Test("A 304 response from a public address marks the redirect that it confirms", arguments: [false, true])
    func publicConfirmation(isPublic: Bool) throws {
        for wasPublic in [false, true] {
            var state = begun()
            var redirect = stored
            redirect.hasReachedPublic = wasPublic
            state.revalidate(redirect)
            _ = state.beginAttempt(Stream(), now: 10)
            var confirmation = head(304, of: state)
            confirmation.hasReachedPublic = isPublic
            _ = state.accepts(confirmation, now: 20)
            _ = try state.receive(confirmation) { _, _ in nil }
            let end = PageStream.End(
                result: .success(TransferSummary(head: nil)), hasBegun: true, wasRefused: false, bodyBytes: 0)
            guard case .renew(let renewed, _, _, _) = state.end(end, now: { 20 }).step else { throw UnexpectedStep() }
            #expect(renewed.hasReachedPublic == (wasPublic || isPublic))
        }
    }

    @Test("A redirect that must not be followed throws when its head is received")
    func badRedirect() throws {
        #expect(throws: TransferError.self) {
            var state = self.begun()
            _ = try self.attempt(&state, 302, [("Location", "file:///etc/passwd")])
        }
        var followed = begun(followsInEngine: true)
        guard case .complete = try attempt(&followed, 302, [("Location", "file:///etc/passwd")]) else {
            throw UnexpectedStep()
        }
    }

    @Test("The body of a redirect is discarded, and refused once it is too long")
    func discardedBody() throws {
        var state = begun()
        _ = state.beginAttempt(Stream(), now: 0)
        #expect(!state.discardsBody)
        let isAccepted = state.accepts(head(301, [("Location", "/b")], of: state), now: 0)
        #expect(isAccepted)
        #expect(state.discardsBody)
        let body = [UInt8](repeating: 0, count: Int(RedirectPolicy.maximumDiscardedBytes))
        let decision = body.withUnsafeBytes { state.receive($0) }
        #expect(decision == .accept)
        let nextDecision = [UInt8(0)].withUnsafeBytes { state.receive($0) }
        #expect(nextDecision == .refuse)
    }

    @Test("A busy server is retried after the delay that it names, until the attempts are used up")
    func retries() throws {
        var state = begun()
        for _ in 0..<2 {
            let step = try attempt(&state, 503, [("Retry-After", "7")])
            guard case .retry(after: .seconds(7)) = step else { throw UnexpectedStep() }
        }
        guard case .complete(let result) = try attempt(&state, 503, [("Retry-After", "7")]) else {
            throw UnexpectedStep()
        }
        #expect(try result.get().head.status == 503)
    }

    @Test("After a broken connection the sink is asked to restart only if it has received something")
    func brokenConnection() throws {
        let error = TransferError.connectionLost(url: url, detail: "")
        var state = begun()
        guard case .restart = try attempt(&state, 200, end: .failure(error)) else {
            throw UnexpectedStep()
        }
        _ = state.beginAttempt(Stream(), now: 0)
        #expect(state.retries(after: error, now: { 0 }))
        let end = PageStream.End(result: .failure(error), hasBegun: false, wasRefused: false, bodyBytes: 0)
        let ended = state.end(end, now: { 0 })
        guard case .retry = ended.step else { throw UnexpectedStep() }
        // The third attempt is the last.
        _ = state.beginAttempt(Stream(), now: 0)
        #expect(!state.retries(after: error, now: { 0 }))
        let ended2 = state.end(end, now: { 0 })
        guard case .complete(.failure) = ended2.step else { throw UnexpectedStep() }
    }

    @Test("A stale response is requested with its validator, and renewed by a 304")
    func revalidation() throws {
        var state = begun()
        state.revalidate(stored)
        let begun = state.beginAttempt(Stream(), now: 10)
        let request = try #require(begun.request)
        #expect(request.headers.first { $0.isNamed("If-None-Match") }?.value == "\"1\"")
        let isAccepted = state.accepts(head(304, of: state), now: 20)
        #expect(isAccepted)
        let received = try state.receive(head(304, [("Age", "1")], of: state)) { _, _ in nil }
        #expect(received == nil)
        #expect(state.discardsBody)
        let end = PageStream.End(
            result: .success(TransferSummary(head: nil)), hasBegun: true, wasRefused: false, bodyBytes: 0)
        guard case .renew(_, let renewing, requestTime: 10, responseTime: 20) = state.end(end, now: { 0 }).step else {
            throw UnexpectedStep()
        }
        #expect(renewing.map(\.name) == ["Age"])
    }

    /// A response that is stored with an entity tag.
    private var stored: CachedResponse {
        CachedResponse(
            status: 200, fields: [HeaderField(name: "ETag", value: "\"1\"")], selecting: [], requestTime: 0,
            responseTime: 0, address: url.href, path: "/none", bodyByteCount: 0, checksum: 0)
    }

    @Test("After a new version broke off, the retry is not about the stored version")
    func brokenNewVersion() throws {
        var state = begun()
        state.revalidate(stored)
        let error = TransferError.connectionLost(url: url, detail: "")
        guard case .restart = try attempt(&state, 200, end: .failure(error)) else { throw UnexpectedStep() }
        let next = state.beginAttempt(Stream(), now: 30)
        let request = try #require(next.request)
        #expect(!request.headers.contains { $0.isNamed("If-None-Match") })
    }

    @Test("A 304 that nothing was stored for is a page like any other")
    func unexpectedNotModified() throws {
        var state = begun()
        guard case .complete(let result) = try attempt(&state, 304) else { throw UnexpectedStep() }
        #expect(try result.get().head.status == 304)
    }

    @Test("A fetch that is cancelled begins no further attempt, and names the work to cancel")
    func cancelled() throws {
        var early = PageFetchState(url: url, policy: policy, followsInEngine: true)
        guard case .none = early.cancel(), case .complete(.failure) = early.begin({ _ in }) else {
            throw UnexpectedStep()
        }
        var state = begun()
        let stream = Stream()
        _ = state.beginAttempt(stream, now: 0)
        let cancelled = state.cancel()
        guard case .receiving(let work) = cancelled else { throw UnexpectedStep() }
        #expect(work === stream)
        let next = state.beginAttempt(Stream(), now: 0)
        #expect(next.request == nil)
    }

    @Test("Only the first completion counts")
    func completion() {
        var state = begun()
        let completed = state.complete()
        #expect(completed.completion != nil)
        let completed2 = state.complete()
        #expect(completed2.completion == nil)
    }
}
