/// A 64-bit FNV-1a hash (Fowler, Noll, Vo), which is the same in every run and on every machine.
///
/// It identifies cached files, crawls and versions of responses. It is not collision-resistant, so it is used only
/// where a collision that an attacker constructs does no harm.
///
/// ```swift
/// var hash = FNVHash()
/// hash.add("https://example.org/".utf8)
/// print(String(hash.value, radix: 16))
/// ```
package struct FNVHash: Sendable, Hashable {
    private static let prime: UInt64 = 0x0000_0100_0000_01B3

    /// The hash of the bytes added so far.
    package private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

    /// Creates the hash of no bytes.
    package init() {}

    /// Adds bytes; the result does not depend on how they are divided among calls.
    package mutating func add(_ bytes: some Sequence<UInt8>) {
        for byte in bytes { value = (value ^ UInt64(byte)) &* Self.prime }
    }

    /// Adds the number of bytes, and then the bytes eight at a time.
    ///
    /// This takes an eighth of the multiplications of ``add(_:)``. The result is a different hash, and it depends on
    /// how the bytes are divided among calls and on the byte order of the machine.
    ///
    /// - Parameter bytes: A whole body or file, in memory of any alignment.
    package mutating func add(words bytes: UnsafeRawBufferPointer) {
        value ^= UInt64(bytes.count)
        var index = 0
        while index + 8 <= bytes.count {
            value = (value ^ bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)) &* Self.prime
            // Multiplication alone never moves high bits down.
            value ^= value >> 29
            index += 8
        }
        while index < bytes.count {
            value = (value ^ UInt64(bytes[index])) &* Self.prime
            index += 1
        }
    }
}
