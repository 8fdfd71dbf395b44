import CLibPQ
import QueueRows

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
    func text(_ column: Int) -> String? { result.bytes(index, column).map { String(decoding: $0, as: UTF8.self) } }

    /// Returns the integer in a column; nil for NULL, and for a text that is not an integer of 64 bits.
    func integer(_ column: Int) -> Int64? {
        guard let bytes = result.bytes(index, column) else { return nil }
        let isNegative = bytes.first == UInt8(ascii: "-")
        let digits = bytes.dropFirst(isNegative ? 1 : 0)
        guard !digits.isEmpty else { return nil }
        var value: Int64 = 0
        for byte in digits {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
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
