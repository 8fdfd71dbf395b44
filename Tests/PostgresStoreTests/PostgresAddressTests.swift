import PostgresStore
import Testing

@Suite("The address of a database")
struct PostgresAddressTests {
    @Test(
        "It is shown without passwords",
        arguments: [
            ("postgresql://ada:secret@db/queue", "postgresql://ada@db/queue"),
            ("postgresql://db/queue?user=ada&password=secret", "postgresql://db/queue?user=ada&password=…"),
            ("postgresql://ada:p/w?d@x@db/queue?sslmode=require", "postgresql://ada@db/queue?sslmode=require"),
            ("postgresql:///queue?host=/run/postgresql", "postgresql:///queue?host=/run/postgresql"),
            ("host=db password=secret dbname=queue", "host=db password=… dbname=queue"),
            ("postgresql://db/queue?passwor=secret&port=1", "postgresql://db/queue?passwor=…&port=1"),
        ])
    func masked(text: String, shown: String) {
        #expect("\(PostgresAddress(text))" == shown)
    }

    @Test(
        "A malformed address is an error at once, without the parts that can be a password",
        arguments: [
            "postgresql://ada:se%zcret@db/queue", "postgresql://db/queue?password=se%zcret",
            "postgresql://ada:ab#se%zcret@db/queue", "postgresql://db/queue?passwor=secret",
            "postgresql://ada:secret@[::1", "postgresql://ada:secret/def@db", "postgresql://db/queue?sslmode=x",
            "postgresql://db/queue?service=x",
        ])
    func malformed(text: String) throws {
        let error = #expect(throws: PostgresStoreError.self) { try PostgresQueueStore(PostgresAddress(text)) }
        let message = "\(try #require(error))"
        guard case .malformedAddress = error else {
            Issue.record("\(message)")
            return
        }
        #expect(!message.contains("cret") && !message.contains("ab#"))
    }
}
