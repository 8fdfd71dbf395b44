import Downloads

/// How far all running downloads are, as the events have it.
struct ProgressDocument: Encodable {
    struct Item: Encodable {
        private enum CodingKeys: String, CodingKey { case id, bytes, total, rate, remaining }

        var progress: ItemProgress

        /// The whole seconds that are left at this speed; nil where the size or the speed is not known.
        var remaining: Int? {
            guard let total = progress.total, let rate = progress.bytesPerSecond, rate > 0 else { return nil }
            return Int(exactly: (Double(max(0, total - progress.bytes)) / rate).rounded(.up))
        }

        func encode(to encoder: any Encoder) throws {
            var values = encoder.container(keyedBy: CodingKeys.self)
            try values.encode(progress.id, forKey: .id)
            try values.encode(progress.bytes, forKey: .bytes)
            // What is not known is null rather than left out.
            try values.encode(progress.total, forKey: .total)
            try values.encode(progress.bytesPerSecond.map { $0.rounded() }, forKey: .rate)
            try values.encode(remaining, forKey: .remaining)
        }
    }

    /// All items that run now; those that ran before and are not here have ended.
    var items: [Item]
    /// The speed of all together, in bytes a second.
    var rate: Double

    /// Describes what runs.
    init(_ running: [ItemProgress]) {
        items = running.map(Item.init)
        rate = running.compactMap(\.bytesPerSecond).reduce(0, +).rounded()
    }
}
