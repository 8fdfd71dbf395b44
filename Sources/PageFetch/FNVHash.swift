/// A 64-bit FNV-1a hash, which is the same in every run.
///
/// It is not collision-resistant.
package struct FNVHash: Sendable, Hashable {
    /// The hash of the bytes added so far.
    package private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

    /// Creates the hash of an empty sequence.
    package init() {}

    /// Adds bytes.
    ///
    /// - Parameter bytes: The bytes that follow those added before.
    package mutating func add(_ bytes: some Sequence<UInt8>) {
        for byte in bytes { value = (value ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
    }
}
