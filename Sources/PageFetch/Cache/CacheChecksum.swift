/// A checksum that detects incomplete and damaged files, and is computed about as fast as memory is read.
///
/// It is not cryptographic.
struct CacheChecksum: Sendable, Hashable {
    private var state: UInt64 = 0xCBF2_9CE4_8422_2325
    private var pending: UInt64 = 0
    private var byteCount: UInt64 = 0

    /// The checksum of the bytes added so far.
    var value: UInt64 { mixed(state ^ byteCount, pending) }

    /// Adds bytes; the result does not depend on how they are split into pieces.
    mutating func add(_ bytes: UnsafeRawBufferPointer) {
        var index = 0
        while index < bytes.count, byteCount % 8 != 0 { addByte(bytes[index], &index) }
        while index + 8 <= bytes.count {
            state = mixed(state, UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)))
            index += 8
            byteCount += 8
        }
        while index < bytes.count { addByte(bytes[index], &index) }
    }

    private mutating func addByte(_ byte: UInt8, _ index: inout Int) {
        pending |= UInt64(byte) << (8 * (byteCount % 8))
        byteCount += 1
        index += 1
        if byteCount % 8 == 0 {
            state = mixed(state, pending)
            pending = 0
        }
    }

    private func mixed(_ state: UInt64, _ word: UInt64) -> UInt64 {
        let product = (state ^ word) &* 0x9E37_79B9_7F4A_7C15
        return product ^ (product >> 29)
    }
}
