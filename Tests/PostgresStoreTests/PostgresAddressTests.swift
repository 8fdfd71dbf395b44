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
        ])
    func masked(text: String, shown: String) {
        #expect("\(PostgresAddress(text))" == shown)
    }
}
