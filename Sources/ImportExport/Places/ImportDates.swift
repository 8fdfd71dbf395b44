import FoundationEssentials
import Places
import Syntax

/// A check of the times of imported places, which leaves out those at which nothing can have been captured.
struct ImportDates: Sendable {
    /// The time by which a program's clock may be ahead, in seconds: also that of another time zone.
    private static let tolerance: TimeInterval = 86_400

    /// The last possible time.
    private let latest: Date
    /// The number of places whose times were left out.
    private(set) var count = 0

    /// Creates a check.
    ///
    /// - Parameter now: The current time; nil if it is not known, so that any time may be in the past.
    init(now: Date?) {
        latest = now.map { $0 + Self.tolerance } ?? .distantFuture
    }

    /// Counts places whose times were left out before.
    mutating func add(_ count: Int) { self.count += count }

    /// Returns a place without its time, if that is before 1970 or in the future.
    ///
    /// Some programs write the year 1 for no time.
    mutating func checked(_ place: ImportedPlace) -> ImportedPlace {
        guard let date = place.snapshot.capturedAt, date.timeIntervalSince1970 <= 0 || date > latest,
            var members = place.snapshot.json.object
        else { return place }
        members["capturedAt"] = nil
        // The place was valid with one member more.
        guard let snapshot = try? PageSnapshot(stored: .object(members)) else { return place }
        count += 1
        return ImportedPlace(kind: place.kind, snapshot: snapshot, metadata: place.metadata, mark: place.mark)
    }

    /// The line that reports the times; nil if none was left out.
    var omission: String? {
        guard count > 0 else { return nil }
        let dates = count == 1 ? "the date of 1 place was" : "the dates of \(count) places were"
        return "\(dates) left out: zero, negative or in the future"
    }
}
