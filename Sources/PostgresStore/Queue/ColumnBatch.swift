import QueueRows

/// The values of some columns of several rows, as parameters of one statement.
///
/// A column with the same value in all rows is one parameter; the others are arrays, which `unnest` turns into rows.
struct ColumnBatch {
    /// The values of the parameters, which are the first of the statement.
    private(set) var parameters: [PostgresValue] = []
    private var expressions: [String] = []
    private var arrays: [(parameter: String, alias: String)] = []

    /// Creates a batch.
    ///
    /// - Parameters:
    ///   - columns: The columns that the statement uses.
    ///   - rows: The values of each row, in the order of the columns; at least one row.
    ///   - alwaysArrays: Columns that are always arrays, so that there are as many rows as items.
    init(_ columns: [QueueColumn], rows: [[QueueValue]], arrays alwaysArrays: Set<QueueColumn> = [.id]) {
        for (index, column) in columns.enumerated() {
            let type = column.isInteger ? "bigint" : "text"
            let first = rows[0][index]
            let isConstant = !alwaysArrays.contains(column) && rows.allSatisfy { $0[index] == first }
            let number = "$\(parameters.count + 1)"
            if isConstant {
                parameters.append(PostgresValue(first))
                expressions.append("\(number)::\(type)")
            } else {
                parameters.append(PostgresValue(array: rows.map { $0[index] }))
                arrays.append(("\(number)::\(type)[]", column.sqlName))
                expressions.append("v.\(column.sqlName)")
            }
        }
        self.columns = columns
    }

    /// The columns.
    let columns: [QueueColumn]

    /// The rows as an item of a FROM clause with the alias `v` and a column `ordinal`, counted from 1.
    var source: String {
        """
        unnest(\(arrays.map(\.parameter).joined(separator: ", "))) WITH ORDINALITY \
        AS v(\((arrays.map(\.alias) + ["ordinal"]).joined(separator: ", ")))
        """
    }

    /// The expressions of all columns, in their order.
    var values: String { expressions.joined(separator: ", ") }

    /// The expression of a column's value; nil if the batch does not contain the column.
    func expression(_ column: QueueColumn) -> String? { columns.firstIndex(of: column).map { expressions[$0] } }
}
