/// A set of the links that occurred before, which stores a 64-bit hash of each link.
///
/// A link takes up 11 to 21 bytes. Among a million links, two different ones have the same hash with a probability of
/// 3e-8. The hash starts with a random number, so that no page can construct collisions.
package struct SeenAddresses: Sendable {
    private var slots = [UInt64](repeating: 0, count: 256)
    private var count = 0
    private let limit: Int
    private let seed = Self.processSeed
    // One number for the process, because generating one is a system call and each document has a table.
    private static let processSeed = UInt64.random(in: 1 ... .max)

    /// Creates an empty set.
    ///
    /// - Parameter limit: The maximum number of hashes; further links are reported as new each time.
    package init(limit: Int = LinkLimits.rememberedLinkCount) {
        self.limit = limit
    }

    /// True if a new hash could not be stored, so that its link will be reported as new again.
    package private(set) var hasForgotten = false

    /// Returns the hash of bytes.
    ///
    /// - Parameters:
    ///   - bytes: The bytes to hash.
    ///   - hash: The hash to continue; nil to start a new one.
    /// - Returns: The hash.
    package func hash(_ bytes: UnsafeBufferPointer<UInt8>, after hash: UInt64? = nil) -> UInt64 {
        var hash = (hash ?? seed) ^ UInt64(bytes.count)
        guard let base = UnsafeRawPointer(bytes.baseAddress) else { return Self.mix(hash) }
        var position = 0
        while position + 8 <= bytes.count {
            hash = Self.mix(hash ^ base.loadUnaligned(fromByteOffset: position, as: UInt64.self))
            position += 8
        }
        var last: UInt64 = 0
        while position < bytes.count {
            last = last << 8 | UInt64(bytes[position])
            position += 1
        }
        return Self.mix(hash ^ last)
    }

    /// Returns the hash of a number.
    ///
    /// - Parameters:
    ///   - number: The number to hash.
    ///   - hash: The hash to continue.
    /// - Returns: The hash.
    package func hash(_ number: UInt64, after hash: UInt64) -> UInt64 { Self.mix(hash ^ number) }

    @inline(__always)
    private static func mix(_ value: UInt64) -> UInt64 {
        // Combines the two halves of a product, as wyhash does.
        let product = (value ^ 0xA076_1D64_78BD_642F).multipliedFullWidth(by: 0xE703_7ED1_A0B4_28DB)
        return product.high ^ product.low
    }

    /// Inserts a hash.
    ///
    /// - Returns: True if the hash was not stored before.
    package mutating func insert(_ hash: UInt64) -> Bool {
        // Zero marks a free slot.
        let hash = hash == 0 ? 1 : hash
        // The table is at most three quarters full.
        if count * 4 >= slots.count * 3 { grow() }
        return store(hash)
    }

    private mutating func store(_ hash: UInt64) -> Bool {
        let mask = slots.count - 1
        var slot = Int(truncatingIfNeeded: hash) & mask
        while slots[slot] != 0 {
            if slots[slot] == hash { return false }
            slot = (slot + 1) & mask
        }
        guard count < limit else {
            hasForgotten = true
            return true
        }
        slots[slot] = hash
        count += 1
        return true
    }

    private mutating func grow() {
        let old = slots
        slots = [UInt64](repeating: 0, count: old.count * 2)
        count = 0
        for hash in old where hash != 0 { _ = store(hash) }
    }
}
