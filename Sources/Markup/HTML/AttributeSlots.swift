/// The attributes of one tag that somebody asked for, as places in the window.
///
/// Of several with one name the first counts.
struct AttributeSlots {
    /// One attribute.
    struct Slot {
        /// Its number in the interest.
        var number: Int
        /// Where its value stands.
        var value: Range<Int>
    }

    /// The attributes in the order of the tag; the owner deallocates them.
    let slots: UnsafeMutablePointer<Slot>
    /// How many there are.
    private(set) var count = 0
    /// Their numbers as bits.
    private(set) var present: UInt64 = 0

    init() {
        slots = .allocate(capacity: TagInterest.maximumAttributes)
    }

    func deallocate() { slots.deallocate() }

    @inline(__always)
    mutating func removeAll() {
        count = 0
        present = 0
    }

    @inline(__always)
    mutating func add(_ number: Int, value: Range<Int>) {
        let bit: UInt64 = 1 << UInt64(number)
        guard present & bit == 0 else { return }
        present |= bit
        slots[count] = Slot(number: number, value: value)
        count += 1
    }
}
