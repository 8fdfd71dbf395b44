import FoundationEssentials
import Synchronization

/// The sessions of the service: it begins, claims, finds and ends them.
///
/// A browser signs in in two steps. ``begin(browser:issuer:replacing:)`` gives it a cookie and a claim. Other ports of
/// this host receive the cookie too, but only the page of the response receives the claim. With both, the page
/// registers a secret that it has made itself, and the session begins.
final class SessionRegistry: Sendable {
    /// The time in which a page must register its secret, in seconds.
    static let claimLifetime: TimeInterval = 120
    /// The maximum number of sign-ins without a secret; the oldest are discarded first.
    private static let signInLimit = 64
    /// The time for which a ticket is valid, in seconds.
    ///
    /// A ticket may be used again: Back and Reload send the same address.
    static let ticketLifetime: TimeInterval = 300
    /// The maximum number of tickets; the oldest are discarded first.
    private static let ticketLimit = 256
    /// The interval at which uses are stored, in seconds.
    private static let useInterval: TimeInterval = 3_600
    /// The interval between two warnings, in seconds.
    private static let warningInterval: TimeInterval = 60

    private struct State {
        var table = SessionTable()
        var fileVersion: SharedFile.FileVersion?
        /// The token with which the sessions were read.
        var token: Token?
        var problem: String?
        var warnedAt: Date?
        var clock = ClockMonitor()
        var hasWarnedOfOldCookie = false
    }

    private let file: SessionFile?
    private let tokens: RotatingTokens
    private let now: @Sendable () -> Date
    private let monotonicNow: MonotonicClock
    private let state = Mutex(State())

    /// Creates a registry.
    ///
    /// - Parameters:
    ///   - file: The file of the sessions, which other processes may change; nil keeps them in memory.
    ///   - tokens: The tokens. The sessions end when the full token is replaced.
    ///   - now: The clock of the ends of sessions.
    ///   - monotonicNow: The clock of the ends of sign-ins and tickets.
    init(
        file: SessionFile?, tokens: RotatingTokens, now: @escaping @Sendable () -> Date,
        monotonicNow: @escaping MonotonicClock
    ) {
        self.file = file
        self.tokens = tokens
        self.now = now
        self.monotonicNow = monotonicNow
    }

    /// The reason why the file, or a part of it, was ignored; nil if it is readable.
    var problem: String? {
        _ = table()
        return state.withLock { $0.problem }
    }

    /// Returns the current sessions, sign-ins and tickets.
    func table() -> SessionTable {
        let (tokens, generation) = tokens.newest
        let (token, now, monotonicNow) = (tokens.full, now(), monotonicNow())
        let (table, hasOld) = state.withLock { state in
            // Reading the status of a file takes a few microseconds. An ended session is therefore refused at once.
            let fileVersion = file?.fileVersion
            let isSameToken = state.token?.matches(token.text) ?? false
            if let file, fileVersion != state.fileVersion || !isSameToken {
                let contents = file.all(token: token)
                state.table.sessions = contents.sessions
                state.problem = contents.problem
                state.fileVersion = fileVersion
            } else if file == nil, state.token != nil, !isSameToken {
                state.table.sessions = []
            }
            state.token = token
            state.table.tokenGeneration = generation
            state.table.now = now
            state.table.monotonicNow = monotonicNow
            let isTrusted = state.clock.isTrusted(now, monotonicNow)
            let hasOld = state.table.sessions.contains { $0.isExpired(at: now) }
            var table = state.table
            table.sessions.removeAll { $0.hasEnded(at: now) }
            return (table, hasOld && isTrusted)
        }
        // An end is stored as soon as it is found: a clock that is set back later revives no session.
        if hasOld {
            do { try update(at: now) { _, _ in } } catch {
                // The end holds until the file changes.
                state.withLock { $0.table.sessions.removeAll { $0.isExpired(at: now) } }
            }
        }
        return table
    }

    /// Returns true if a session has not ended.
    func hasSession(id: String) -> Bool { table().sessions.contains { $0.id == id } }

    /// Returns true if a code may still be used: the tokens were not replaced, and its session has not ended.
    func hasAccess(_ issuer: Issuer) -> Bool { table().hasAccess(issuer) }

    // MARK: Signing in

    /// Begins a sign-in.
    ///
    /// - Parameters:
    ///   - browser: The name of the browser, for lists.
    ///   - issuer: The origin of the code, without which the sign-in ends.
    ///   - id: The id of the browser's earlier session, which ends with this sign-in; nil if it has none.
    /// - Returns: The cookie and the claim for the response.
    func begin(browser: String, issuer: Issuer, replacing id: String?) -> SessionTable.SignIn {
        let now = monotonicNow()
        let signIn = SessionTable.SignIn(
            cookie: Token(), claim: Token(), browser: browser,
            endsAt: now.advanced(by: .seconds(Self.claimLifetime)), issuer: issuer, replacedID: id)
        state.withLock { state in
            state.table.signIns.removeAll { $0.endsAt <= now }
            state.table.signIns = (state.table.signIns + [signIn]).suffix(Self.signInLimit)
        }
        return signIn
    }

    /// Registers the secret of a page, and returns when the session is stored durably.
    ///
    /// - Parameters:
    ///   - claim: The claim that the page received.
    ///   - secret: The secret that the page has made.
    ///   - cookies: The values of the session cookie of the request.
    /// - Returns: False if no sign-in with this claim and one of these cookies waits for a secret, or the origin of its
    ///   code has lost its access.
    /// - Throws: `ServiceError` if the session cannot be stored; the claim stays valid.
    func claim(_ claim: String, secret: Token, cookies: [Substring]) throws -> Bool {
        let now = monotonicNow()
        let found = state.withLock { state -> SessionTable.SignIn? in
            let index = state.table.signIns.firstIndex { signIn in
                signIn.endsAt > now && signIn.claim.matches(claim)
                    && SessionTable.isOne(of: cookies, signIn.cookie)
            }
            return index.map { state.table.signIns.remove(at: $0) }
        }
        guard let signIn = found else { return false }
        let session = Session(cookie: signIn.cookie, secret: secret, browser: signIn.browser, at: self.now())
        var isClaimed = false
        do {
            // The sessions of the file are examined while no other process can end one.
            try update { sessions, generation in
                isClaimed = signIn.issuer.hasAccess(tokenGeneration: generation, sessions: sessions)
                guard isClaimed else { return }
                sessions.removeAll { $0.id == signIn.replacedID }
                sessions.append(session)
            }
        } catch {
            state.withLock { $0.table.signIns.append(signIn) }
            throw error
        }
        return isClaimed
    }

    // MARK: Sessions

    /// Returns the session with an id; nil if it has ended.
    func session(id: String) -> Session? { table().sessions.first { $0.id == id } }

    /// Ends sessions.
    ///
    /// - Parameter isEnded: Returns true for a session to end.
    /// - Throws: `ServiceError` if the change cannot be stored.
    func end(where isEnded: (Session) -> Bool) throws {
        try update { sessions, _ in sessions.removeAll(where: isEnded) }
    }

    /// Stores the sessions as they are, to see if a change can be stored.
    ///
    /// - Throws: `ServiceError` if it cannot.
    func checkStorage() throws { try update { _, _ in } }

    /// Ends all sessions, and begins one with new secrets for the browser that has replaced the tokens.
    ///
    /// - Parameters:
    ///   - session: The session of the browser, which the tokens' replacement has ended.
    ///   - secret: The new secret that the page has made.
    /// - Returns: The new cookie.
    /// - Throws: `ServiceError` if the session cannot be stored.
    func renew(_ session: Session, secret: Token) throws -> Token {
        let renewed = Session(cookie: Token(), secret: secret, browser: session.browser, at: now())
        try update { sessions, _ in sessions = [renewed] }
        return renewed.cookie
    }

    /// Records the use of a session, at most hourly.
    ///
    /// An error is ignored: the session then only seems to be unused for longer.
    func recordUse(id: String) async {
        let now = now()
        // A use in the future, which a wrong clock has left, is corrected.
        guard let session = session(id: id), abs(now.timeIntervalSince(session.usedAt)) >= Self.useInterval else {
            return
        }
        try? await Blocking.run { [self] in
            try update { sessions, _ in
                for index in sessions.indices where sessions[index].id == id { sessions[index].usedAt = now }
            }
        }
    }

    /// Changes the sessions with a function that receives the generation of the tokens too.
    private func update(at time: Date? = nil, _ change: (inout [Session], Int) -> Void) throws {
        let (tokens, generation) = tokens.newest
        let (token, now, monotonicNow) = (tokens.full, time ?? now(), monotonicNow())
        let isTrusted = state.withLock { $0.clock.isTrusted(now, monotonicNow) }
        guard let file else {
            return state.withLock { state in
                let isSameToken = state.token?.matches(token.text) ?? true
                var sessions = isSameToken ? state.table.sessions : []
                change(&sessions, generation)
                if isTrusted { sessions.removeAll { $0.isExpired(at: now) } }
                state.table.sessions = SessionFile.newest(sessions)
                state.token = token
            }
        }
        let (sessions, fileVersion) = try file.update(token: token, at: now, keepsOld: !isTrusted) {
            change(&$0, generation)
        }
        state.withLock { state in
            state.table.sessions = sessions
            state.token = token
            state.fileVersion = fileVersion
            state.problem = nil
        }
    }

    // MARK: Tickets

    /// Issues a ticket for a path.
    ///
    /// - Parameters:
    ///   - path: The path and query that may be opened.
    ///   - id: The id of the session, whose cookie the navigation must have.
    /// - Returns: The address with the ticket.
    func issueTicket(for path: String, sessionID id: String) -> String {
        let now = monotonicNow()
        let ticket = SessionTable.Ticket(
            sessionID: id, address: path + (path.contains("?") ? "&" : "?") + "ticket=", secret: Token(),
            endsAt: now.advanced(by: .seconds(Self.ticketLifetime)))
        state.withLock { state in
            state.table.tickets.removeAll { $0.endsAt <= now }
            state.table.tickets = (state.table.tickets + [ticket]).suffix(Self.ticketLimit)
        }
        return ticket.address + ticket.secret.text
    }

    // MARK: Warnings

    /// Returns true if a wrong secret should be logged: at most once a minute.
    func shouldWarnOfWrongSecret() -> Bool {
        let now = now()
        return state.withLock { state in
            if let last = state.warnedAt, abs(now.timeIntervalSince(last)) < Self.warningInterval { return false }
            state.warnedAt = now
            return true
        }
    }

    /// Returns true if a cookie of an earlier version should be logged: once.
    func shouldWarnOfOldCookie() -> Bool {
        state.withLock { state in
            defer { state.hasWarnedOfOldCookie = true }
            return !state.hasWarnedOfOldCookie
        }
    }
}

/// A comparison of the wall clock with one that nobody can set.
///
/// A session ends for good when its time is over. A wall clock that is wrong for a moment must not sign everyone out,
/// so no end is stored in the hour after the clock was set, nor in the first hour of the service.
struct ClockMonitor: Sendable {
    /// The time for which a clock that was set is not trusted, in seconds: an hour.
    private static let untrustedPeriod = 3_600.0
    /// The difference that counts as setting the clock, in seconds: ten minutes.
    private static let tolerance = 600.0

    private var last: (now: Date, monotonicNow: ContinuousClock.Instant)?
    private var trustedFrom: ContinuousClock.Instant?

    /// Returns true if the wall clock was not set in the last hour, as far as the calls show.
    mutating func isTrusted(_ now: Date, _ monotonicNow: ContinuousClock.Instant) -> Bool {
        let wasSet = last.map { last in
            abs(now.timeIntervalSince(last.now) - last.monotonicNow.duration(to: monotonicNow) / .seconds(1))
                > Self.tolerance
        }
        if wasSet ?? true { trustedFrom = monotonicNow.advanced(by: .seconds(Self.untrustedPeriod)) }
        last = (now, monotonicNow)
        return trustedFrom.map { $0 <= monotonicNow } ?? false
    }
}
