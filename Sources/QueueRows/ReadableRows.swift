/// The reading of as many rows as a caller wants, although some of them may be damaged.
package enum ReadableRows {
    /// Returns the readable rows of a query.
    ///
    /// Usually that takes one call of `fetch`. If a limited query finds damaged rows, it is repeated with a higher
    /// limit, so that damaged rows do not hide those behind them.
    ///
    /// - Parameters:
    ///   - limit: The maximum number of readable rows; nil for all.
    ///   - fetch: Returns the first rows up to a limit; nil for a damaged one.
    /// - Returns: The readable rows.
    /// - Throws: An error of `fetch`.
    package static func all<Row>(limit: Int?, _ fetch: (_ limit: Int?) throws -> [Row?]) rethrows -> [Row] {
        guard let limit else { return try fetch(nil).compactMap(\.self) }
        var count = max(0, limit)
        while true {
            let rows = try fetch(count)
            let readable = rows.compactMap(\.self)
            if readable.count >= limit || rows.count < count { return Array(readable.prefix(max(0, limit))) }
            // At least as many as are missing, and enough to pass many damaged rows in few steps.
            count += max(limit - readable.count, min(count, 10_000))
        }
    }
}
