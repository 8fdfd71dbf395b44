/// A statement with its parameters.
struct PostgresStatement {
    /// One statement with the parameters `$1`, `$2` and so on.
    let sql: String
    /// The values of the parameters.
    let values: [PostgresValue]
}
