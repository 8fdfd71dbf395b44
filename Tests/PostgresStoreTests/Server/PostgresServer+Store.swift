import TestSupport

@testable import PostgresStore

extension PostgresServer {
    /// Returns the address of a database of the server, for a store.
    func storeAddress(database: String = "postgres", schema: String? = nil, port: UInt16? = nil) -> PostgresAddress {
        PostgresAddress(address(database: database, schema: schema, port: port))
    }

    /// Executes statements as the server's superuser.
    func execute(_ sql: String, database: String = "postgres") throws {
        let connection = try PostgresConnection(storeAddress(database: database), timeout: .seconds(600))
        _ = try connection.executeScript(sql)
    }
}
