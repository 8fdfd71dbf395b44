import Downloads

/// The progress of all running downloads, as events contain it.
struct ProgressDocument: Encodable {
    struct Item: Encodable {
        private enum CodingKeys: String, CodingKey { case id, bytes, total, rate, remaining }

        var progress: ItemProgress

        /// The remaining time in seconds at the current speed; nil if the size or the speed is unknown.
        var remaining: Int? {
            guard let total = progress.total, let rate = progress.bytesPerSecond, rate > 0 else { return nil }
            return Int(exactly: (Double(max(0, total - progress.bytes)) / rate).rounded(.up))
        }

        func encode(to encoder: any Encoder) throws {
            var values = encoder.container(keyedBy: CodingKeys.self)
            try values.encode(progress.id, forKey: .id)
            try values.encode(progress.bytes, forKey: .bytes)
            // Unknown values are null rather than missing.
            try values.encode(progress.total, forKey: .total)
            try values.encode(progress.bytesPerSecond.map { $0.rounded() }, forKey: .rate)
            try values.encode(remaining, forKey: .remaining)
        }
    }

    /// All running items.
    ///
    /// An item that an earlier event contained and this one lacks has ended.
    var items: [Item]
    /// The total speed, in bytes per second.
    var rate: Double

    /// Creates the document of running items.
    init(_ running: [ItemProgress]) {
        items = running.map(Item.init)
        rate = running.compactMap(\.bytesPerSecond).reduce(0, +).rounded()
    }
}
