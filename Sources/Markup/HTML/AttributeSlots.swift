/// The requested attributes of one tag, as ranges in the window.
///
/// If a tag has several attributes with the same name, only the first is stored.
struct AttributeSlots {
    /// One attribute.
    struct Slot {
        /// The attribute's number in the ``TagInterest``.
        var number: Int
        /// The range of the value.
        var value: Range<Int>
    }

    /// The attributes in the order of the tag; the owner deallocates the memory.
    let slots: UnsafeMutablePointer<Slot>
    /// The number of attributes.
    private(set) var count = 0
    /// The attributes' numbers as bits.
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

    /// Removes all attributes except some.
    ///
    /// - Parameter kept: The numbers of the attributes to keep, as bits.
    mutating func keep(_ kept: UInt64) {
        var remaining = 0
        for index in 0..<count where kept & (1 << UInt64(slots[index].number)) != 0 {
            slots[remaining] = slots[index]
            remaining += 1
        }
        count = remaining
        present &= kept
    }
}
