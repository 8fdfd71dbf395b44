import Testing

@testable import Motion

@Suite("Badge")
struct BadgeTests {
    private let item = Rect(x: 4, y: 4, width: 8, height: 8)
    private let place = Rect(x: 100, y: 0, width: 12, height: 12)

    private func copies(_ badge: BadgeTimeline, _ time: Double) -> Int {
        badge.copies(at: time, from: item, to: place, top: 4, lineWidth: 1).count
    }

    @Test("An item flies for 0.8 s, and the badge counts up when it lands")
    func one() {
        var badge = BadgeTimeline(count: 3)
        badge.set(4, at: 1)
        #expect(copies(badge, 0.99) == 0 && copies(badge, 1.01) == 1 && copies(badge, 1.79) == 1)
        #expect(copies(badge, 1.8) == 0)
        #expect(badge.count(at: 1.79).new == 3)
        let turning = badge.count(at: 1.9)
        #expect(turning.old == 3 && turning.new == 4 && abs(turning.fraction - 0.5) < 1e-6)
        let after = badge.count(at: 2.0)
        #expect(after.old == 4 && after.new == 4 && badge.end == 2.0)
    }

    @Test("A copy starts at the item and ends in the badge, no larger than the badge")
    func way() throws {
        var badge = BadgeTimeline(count: 0)
        badge.set(1, at: 0)
        func center(_ time: Double) throws -> Point {
            let shape = try #require(badge.copies(at: time, from: item, to: place, top: 4, lineWidth: 1).first)
            return shape.transform.apply(item.center)
        }
        #expect(try (center(0) - item.center).length < 1e-9)
        #expect(try (center(0.799999) - place.center).length < 0.01)
        #expect(try stride(from: 0, to: 0.8, by: 0.01).map { try center($0).y }.allSatisfy { $0 >= 3.5 && $0 <= 8.5 })
    }

    @Test(
        "At most four items fly one after the other, and the last one represents the rest",
        arguments: [1, 2, 4, 5, 1000])
    func several(number: Int) {
        var badge = BadgeTimeline(count: 10)
        badge.set(10 + number, at: 0)
        #expect(badge.steps.compactMap(\.flight).count == min(number, 4))
        #expect(badge.finalCount == 10 + number && badge.count(at: badge.end).new == 10 + number)
        #expect(abs(badge.end - (0.8 + 0.2 * Double(min(number, 4)))) < 1e-9)
        // The count never falls on its way up.
        let counts = stride(from: 0, through: badge.end, by: 0.01).map { badge.count(at: $0).new }
        #expect(zip(counts, counts.dropFirst()).allSatisfy { $0 <= $1 })
    }

    @Test("Items added while four are flying are counted with the last one")
    func flood() {
        var badge = BadgeTimeline(count: 0)
        for count in 1...200 { badge.set(count, at: Double(count) * 0.001) }
        #expect(badge.steps.compactMap(\.flight).count == 4)
        #expect(badge.end < 2 && badge.count(at: badge.end).new == 200)
        for count in 201...2_000 { badge.set(count, at: 1 + Double(count) * 0.01) }
        #expect(badge.steps.count < 20)
        #expect(badge.count(at: badge.end).new == 2_000)
    }

    @Test("A decrease only turns the digits, after the items in flight have landed")
    func fewer() {
        var badge = BadgeTimeline(count: 5)
        badge.set(4, at: 1)
        #expect(copies(badge, 1.1) == 0 && badge.count(at: 1.2).new == 4)
        badge.set(5, at: 2)
        badge.set(3, at: 2.1)
        #expect(badge.count(at: badge.end).new == 3 && badge.end > 3)
        let numbers = stride(from: 2, through: badge.end, by: 0.01).map { badge.count(at: $0).new }
        #expect(numbers.contains(5) && numbers.last == 3)
    }

    @Test("A rounded rectangle is a closed, clockwise contour")
    func roundedRect() throws {
        var path = Path()
        path.addRoundedRect(Rect(x: 2, y: 3, width: 20, height: 10), radius: 2)
        let contour = try #require(path.contours.first)
        #expect(path.contours.count == 1 && contour.isClosed)
        #expect(abs(MeasuredPath(path).length - (2 * (16 + 6) + 2 * .pi * 2)) < 1e-6)
        let points = path.flattened(tolerance: 0.01).joined()
        #expect(points.map(\.x).min() == 2 && points.map(\.y).max() == 13)
        #expect(points.allSatisfy { (2...22).contains($0.x) && (3...13).contains($0.y) })
    }
}
