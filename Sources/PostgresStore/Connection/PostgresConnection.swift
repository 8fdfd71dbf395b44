import CLibPQ
import DownloadQueue
import Foundation
import Glibc
import Syntax

/// A connection to a server, which only one thread at a time may use.
final class PostgresConnection {
    private let pointer: OpaquePointer

    /// The oldest supported version of the server.
    private static let oldestVersion = 14

    /// The longest time for an attempt to connect, in seconds, also if the parameter sets no limit.
    private static let longestTimeout = 3_600

    /// Connects to a server.
    ///
    /// - Parameters:
    ///   - address: The address of the database.
    ///   - timeout: The time after which the attempt fails.
    /// - Throws: ``ServerFailure``, and ``PostgresStoreError`` if the library is missing or the server is too old.
    init(_ address: PostgresAddress, timeout: Duration) throws {
        if let reason = leftoff_pq_load() {
            throw PostgresStoreError.libraryMissing(server: "\(address)", reason: String(cString: reason))
        }
        let parameters = Self.parameters(address)
        let strings = parameters.flatMap { [strdup($0.0), strdup($0.1)] }
        defer { strings.forEach { free($0) } }
        func list(_ offset: Int) -> [UnsafePointer<CChar>?] {
            stride(from: offset, to: strings.count, by: 2).map { UnsafePointer(strings[$0]) } + [nil]
        }
        let milliseconds = CInt(clamping: timeout / .milliseconds(1))
        guard let pointer = leftoff_pq_connect(list(0), list(1), milliseconds) else {
            throw ServerFailure(message: "no memory", isDisconnected: true, isConnecting: true)
        }
        self.pointer = pointer
        // From here on, `deinit` closes the connection.
        guard leftoff_pq_is_open(pointer) else {
            throw ServerFailure.connecting(String(cString: leftoff_pq_error(pointer)))
        }
        let version = leftoff_pq_parameter(pointer, "server_version").map { String(cString: $0) } ?? ""
        if let major = Int(version.prefix { $0.isNumber }), major < Self.oldestVersion {
            throw PostgresStoreError.outdatedServer(server: "\(address)", version: version)
        }
    }

    deinit {
        leftoff_pq_close(pointer)
    }

    /// Returns the parameters of a connection.
    ///
    /// Those before `dbname` are defaults, which the address overrides. A dead network is noticed after about 30
    /// seconds, half of a lease.
    private static func parameters(_ address: PostgresAddress) -> [(String, String)] {
        var parameters = [("fallback_application_name", "leftoff")]
        // A service file may set them too, and libpq would prefer these values.
        if !leftoff_pq_sets(address.text, "service"), getenv("PGSERVICE") == nil {
            parameters += [
                ("keepalives_idle", "10"), ("keepalives_interval", "5"), ("keepalives_count", "4"),
                ("tcp_user_timeout", "30000"),
            ]
        }
        return parameters + [("dbname", address.text), ("client_encoding", "utf8")]
    }

    /// Returns the time that an attempt to connect may take, as libpq's parameter or variable sets it; ten seconds if
    /// nothing is set.
    static func timeout(_ address: PostgresAddress) -> Duration {
        let inAddress = address.text.firstMatch(of: /connect_timeout=([0-9]+)/).flatMap { Int($0.output.1) }
        let inEnvironment = getenv("PGCONNECT_TIMEOUT").flatMap { Int(String(cString: $0)) }
        let seconds = inAddress ?? inEnvironment ?? 10
        return seconds > 0 ? .seconds(seconds.clamped(to: 2...longestTimeout)) : .seconds(longestTimeout)
    }

    // MARK: Statements

    /// Executes one statement, and returns its rows.
    ///
    /// - Throws: ``ServerFailure``.
    func execute(_ sql: String, _ values: [PostgresValue] = []) throws -> PostgresResult {
        try send(sql, values)
        return try receive()
    }

    /// Sends one statement to the server, without waiting for its result.
    ///
    /// - Throws: ``ServerFailure``.
    func send(_ sql: String, _ values: [PostgresValue]) throws {
        let strings = values.map { $0.cText.flatMap { strdup($0) } }
        defer { strings.forEach { free($0) } }
        guard leftoff_pq_send(pointer, sql, CInt(values.count), strings.map { UnsafePointer($0) }) else {
            throw failure()
        }
    }

    /// Waits for the statement that was sent, and returns its rows.
    ///
    /// - Throws: ``ServerFailure``.
    func receive() throws -> PostgresResult { try result(leftoff_pq_receive(pointer)) }

    /// Executes statements without parameters in one round trip, and returns the rows of the last.
    ///
    /// - Throws: ``ServerFailure``.
    func executeScript(_ sql: String) throws -> PostgresResult {
        try result(leftoff_pq_execute_script(pointer, sql))
    }

    private func result(_ pointer: OpaquePointer?) throws -> PostgresResult {
        guard let pointer else { throw failure() }
        let isDisconnected = !leftoff_pq_is_open(self.pointer)
        let result = PostgresResult(pointer)
        if leftoff_pq_succeeded(pointer), !isDisconnected { return result }
        throw ServerFailure(
            sqlState: leftoff_pq_sqlstate(pointer).map { String(cString: $0) },
            message: Self.line(String(cString: leftoff_pq_message(pointer))),
            constraint: leftoff_pq_constraint(pointer).map { String(cString: $0) }, isDisconnected: isDisconnected)
    }

    /// Returns the failure of a statement without a result.
    private func failure() -> ServerFailure {
        ServerFailure(
            message: Self.line(String(cString: leftoff_pq_error(pointer))),
            isDisconnected: !leftoff_pq_is_open(pointer))
    }

    private static func line(_ message: String) -> String {
        message.split(separator: "\n").first.map(String.init) ?? "the connection was lost"
    }
}

/// The address of a database: a connection URI or a list of keywords and values, as libpq reads it.
package struct PostgresAddress: Sendable, Hashable, CustomStringConvertible {
    /// The address as the user wrote it, which may contain a password.
    package let text: String

    /// Creates an address.
    ///
    /// - Parameter text: For example `postgresql://ada@db.example/queue?sslmode=verify-full` (PostgreSQL, section
    ///   34.1.1.2).
    package init(_ text: String) {
        self.text = text
    }

    /// The parameters whose values are shown.
    ///
    /// Any other one may be a misspelled `password`.
    private static let displayedParameters: Set<String> = [
        "application_name", "channel_binding", "client_encoding", "connect_timeout", "dbname", "gssencmode", "host",
        "hostaddr", "keepalives", "keepalives_count", "keepalives_idle", "keepalives_interval", "krbsrvname",
        "load_balance_attempts", "load_balance_hosts", "options", "port", "requirepeer", "service", "sslcert", "sslcrl",
        "sslmode", "sslrootcert", "sslsni", "target_session_attrs", "tcp_user_timeout", "user",
    ]

    /// The address without passwords.
    package var description: String {
        guard let scheme = text.range(of: "://") else { return Self.withoutSecrets(text, separator: " ") }
        let rest = text[scheme.upperBound...]
        let end = rest.firstIndex { $0 == "/" || $0 == "?" || $0 == "#" } ?? rest.endIndex
        // A password may contain an unescaped "/" or "?" by mistake; the last "@" then ends it.
        let at = rest[..<end].lastIndex(of: "@") ?? rest.lastIndex(of: "@")
        var result = String(text[..<scheme.upperBound])
        if let at {
            result += rest[..<at].prefix { $0 != ":" }
            result += rest[at...]
        } else {
            result += rest
        }
        guard let query = result.firstIndex(of: "?") else { return result }
        return result[...query] + Self.withoutSecrets(String(result[result.index(after: query)...]), separator: "&")
    }

    private static func withoutSecrets(_ list: String, separator: Character) -> String {
        list.split(separator: separator, omittingEmptySubsequences: false).map { pair in
            let name = pair.prefix { $0 != "=" }.lowercased()
            return displayedParameters.contains(name) || name.count == pair.count ? String(pair) : "\(name)=…"
        }.joined(separator: String(separator))
    }
}

/// A parameter of a statement, as text.
enum PostgresValue {
    case null
    case text(String)

    /// A text; nil is NULL.
    init(_ text: String?) { self = text.map(PostgresValue.text) ?? .null }

    /// An integer.
    init(_ number: some BinaryInteger) { self = .text(String(number)) }

    /// An optional integer; nil is NULL.
    init(_ number: (some BinaryInteger)?) { self = number.map { .text(String($0)) } ?? .null }

    /// The value of a column.
    init(_ value: QueueValue) {
        self =
            switch value {
            case .null: .null
            case .integer(let number): .text(String(number))
            case .text(let text): .text(text)
            }
    }

    /// An array of texts.
    init(array texts: some Collection<String>) {
        self = Self.array(count: texts.count) { literal in
            for text in texts { Self.append(text, to: &literal) }
        }
    }

    /// An array of integers.
    init(array numbers: some Collection<Int>) {
        self = .text("{\(numbers.map(String.init).joined(separator: ","))}")
    }

    /// An array of the values of a column.
    init(array values: some Collection<QueueValue>) {
        self = Self.array(count: values.count) { literal in
            for value in values {
                switch value {
                case .null: literal += "NULL,".utf8
                case .integer(let number):
                    literal += String(number).utf8
                    literal.append(UInt8(ascii: ","))
                case .text(let text): Self.append(text, to: &literal)
                }
            }
        }
    }

    private static func array(count: Int, _ fill: (inout [UInt8]) -> Void) -> PostgresValue {
        var literal: [UInt8] = [UInt8(ascii: "{")]
        literal.reserveCapacity(count * 24)
        fill(&literal)
        if literal.count > 1 { literal.removeLast() }
        literal.append(UInt8(ascii: "}"))
        return .text(String(decoding: literal, as: UTF8.self))
    }

    /// Appends a quoted element (PostgreSQL, section 8.15.6) and a comma.
    private static func append(_ text: String, to literal: inout [UInt8]) {
        literal.append(UInt8(ascii: "\""))
        var text = text
        text.withUTF8 { bytes in
            if bytes.contains(where: { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") }) {
                for byte in bytes {
                    if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { literal.append(UInt8(ascii: "\\")) }
                    literal.append(byte)
                }
            } else {
                literal.append(contentsOf: bytes)
            }
        }
        literal += "\",".utf8
    }

    /// The text without NUL, which would end it; nil for NULL.
    var cText: String? {
        guard case .text(let text) = self else { return nil }
        return text.utf8.contains(0) ? text.replacing("\0", with: "\u{FFFD}") : text
    }
}

/// The result of a statement.
final class PostgresResult {
    private let pointer: OpaquePointer

    /// Creates a result that clears libpq's.
    init(_ pointer: OpaquePointer) {
        self.pointer = pointer
        count = Int(leftoff_pq_row_count(pointer))
    }

    deinit {
        leftoff_pq_clear(pointer)
    }

    /// The number of rows.
    let count: Int

    /// The number of rows that the statement changed.
    var changedCount: Int { leftoff_pq_changed_count(pointer) }

    /// The rows.
    var rows: some Sequence<PostgresRow> { (0..<count).lazy.map { PostgresRow(result: self, index: $0) } }

    /// The first row; nil without rows.
    var first: PostgresRow? { count > 0 ? PostgresRow(result: self, index: 0) : nil }

    fileprivate func bytes(_ row: Int, _ column: Int) -> UnsafeRawBufferPointer? {
        var length: CInt = 0
        guard let start = leftoff_pq_value(pointer, CInt(row), CInt(column), &length) else { return nil }
        return UnsafeRawBufferPointer(start: start, count: Int(length))
    }
}

/// A row of a result.
struct PostgresRow: QueueRowReading {
    fileprivate let result: PostgresResult
    fileprivate let index: Int

    func text(_ column: QueueColumn) -> String? { text(column.rawValue) }

    func integer(_ column: QueueColumn) -> Int64? { integer(column.rawValue) }

    /// Returns the text in a column; nil for NULL.
    func text(_ column: Int) -> String? {
        result.bytes(index, column).map { String(decoding: $0, as: UTF8.self).streamSafe }
    }

    /// Returns the integer in a column; nil for NULL, and for a text that is not an integer of 64 bits.
    func integer(_ column: Int) -> Int64? {
        guard let bytes = result.bytes(index, column) else { return nil }
        let isNegative = bytes.first == UInt8(ascii: "-")
        let digits = bytes.dropFirst(isNegative ? 1 : 0)
        guard !digits.isEmpty else { return nil }
        var value: Int64 = 0
        for byte in digits {
            guard ASCII.isDigit(byte) else { return nil }
            let digit = Int64(byte - UInt8(ascii: "0"))
            let (product, isTooLarge) = value.multipliedReportingOverflow(by: 10)
            let (sum, isSumTooLarge) = product.addingReportingOverflow(isNegative ? -digit : digit)
            guard !isTooLarge, !isSumTooLarge else { return nil }
            value = sum
        }
        return value
    }

    /// Returns true if a column contains `true`.
    func isTrue(_ column: Int) -> Bool { result.bytes(index, column)?.first == UInt8(ascii: "t") }
}
