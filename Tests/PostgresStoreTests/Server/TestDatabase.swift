import DownloadQueue
import Foundation
import TestSupport
import Testing

@testable import PostgresStore

/// A schema of a server that one test uses alone.
struct TestDatabase: Sendable {
    let server: PostgresServer
    let schema: String

    /// Creates a schema on the server that tests share, or on another one.
    init(_ server: PostgresServer? = nil) throws {
        self.server = try server ?? PostgresServer.shared.get()
        schema = "test_" + UUID().uuidString.prefix(8).lowercased()
        try self.server.execute("CREATE SCHEMA \(schema)")
    }

    /// Returns the address, possibly through a proxy; connections to it have the schema's name as application name.
    func address(port: UInt16? = nil) -> PostgresAddress {
        PostgresAddress(server.address(schema: schema, port: port) + "&application_name=\(schema)")
    }

    /// Opens a store whose time is that of the caller.
    func store() throws -> PostgresQueueStore {
        try store { $0.clock = .caller }
    }

    /// Opens a store with other settings.
    func store(
        port: UInt16? = nil, _ change: (inout PostgresQueueStore.Configuration) -> Void
    ) throws -> PostgresQueueStore {
        var configuration = PostgresQueueStore.Configuration()
        configuration.reconnect.longestDelay = .milliseconds(50)
        change(&configuration)
        return try PostgresQueueStore(address(port: port), configuration: configuration)
    }

    /// Executes statements, and returns the first column of the rows of the last.
    @discardableResult
    func execute(_ sql: String) throws -> [String?] {
        let result = try PostgresConnection(address(), timeout: .seconds(600)).executeScript(sql)
        return result.rows.map { $0.text(0) }
    }

    /// Returns the only number that a statement returns.
    func number(_ sql: String) throws -> Int { try #require(try execute(sql).first.flatMap { $0.flatMap { Int($0) } }) }

    /// Ends the connections of all stores of this schema.
    func terminateConnections() throws {
        try execute(
            """
            SELECT pg_terminate_backend(pid) FROM pg_stat_activity
            WHERE application_name = '\(schema)' AND pid <> pg_backend_pid()
            """)
    }
}
