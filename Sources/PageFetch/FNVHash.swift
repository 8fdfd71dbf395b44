/// FNV-1a: a hash of 64 bits that is the same in every run; it is no defence against who looks for two of one hash.
package struct FNVHash: Sendable, Hashable {
    /// The hash of what was added.
    package private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

    /// Begins with nothing added.
    package init() {}

    /// Adds bytes.
    ///
    /// - Parameter bytes: The bytes.
    package mutating func add(_ bytes: some Sequence<UInt8>) {
        for byte in bytes { value = (value ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
    }
}
