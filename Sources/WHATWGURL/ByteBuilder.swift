/// A growing array of bytes that first uses the caller's scratch memory, so that most URLs need no allocation.
struct ByteBuilder: ~Copyable {
    private var storage: UnsafeMutablePointer<UInt8>
    private var capacity: Int
    private var ownsStorage = false
    private(set) var count = 0

    /// Creates an empty builder in scratch memory, which must outlive the builder.
    init(scratch: UnsafeMutablePointer<UInt8>, capacity: Int) {
        storage = scratch
        self.capacity = capacity
    }

    deinit {
        if ownsStorage { storage.deallocate() }
    }

    /// The bytes appended so far; the pointer is valid until the next change.
    var bytes: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: storage, count: count) }

    subscript(index: Int) -> UInt8 {
        assert(index < count)
        return storage[index]
    }

    @inline(__always)
    mutating func append(_ byte: UInt8) {
        reserve(1)
        storage[count] = byte
        count += 1
    }

    mutating func append(_ text: StaticString) {
        text.withUTF8Buffer { append($0) }
    }

    @inline(__always)
    mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard let source = bytes.baseAddress else { return }
        reserve(bytes.count)
        (storage + count).update(from: source, count: bytes.count)
        count += bytes.count
    }

    /// Appends bytes, and percent-encodes those that are in a set.
    mutating func append(_ bytes: UnsafeBufferPointer<UInt8>, encoding set: PercentEncodeSet) {
        var runStart = 0
        for index in 0..<bytes.count where set.contains(bytes[index]) {
            append(bytes.extracting(runStart..<index))
            appendPercentEncoded(bytes[index])
            runStart = index + 1
        }
        append(bytes.extracting(runStart..<bytes.count))
    }

    private mutating func appendPercentEncoded(_ byte: UInt8) {
        reserve(3)
        storage[count] = UInt8(ascii: "%")
        storage[count + 1] = PercentEncoding.upperHexDigit(byte >> 4)
        storage[count + 2] = PercentEncoding.upperHexDigit(byte & 15)
        count += 3
    }

    /// Appends a number in decimal.
    mutating func append(decimal value: UInt32) {
        var divisor: UInt32 = 1
        while value / divisor >= 10 { divisor *= 10 }
        while divisor > 0 {
            append(UInt8(ascii: "0") + UInt8(value / divisor % 10))
            divisor /= 10
        }
    }

    mutating func truncate(to newCount: Int) {
        assert(newCount <= count)
        count = newCount
    }

    mutating func insert(_ text: StaticString, at index: Int) {
        assert(index <= count)
        let length = text.utf8CodeUnitCount
        reserve(length)
        (storage + index + length).update(from: storage + index, count: count - index)
        (storage + index).update(from: text.utf8Start, count: length)
        count += length
    }

    @inline(__always)
    private mutating func reserve(_ additional: Int) {
        if capacity - count < additional { grow(additional) }
    }

    @inline(never)
    private mutating func grow(_ additional: Int) {
        let newCapacity = max(capacity * 2, count + additional)
        let newStorage = UnsafeMutablePointer<UInt8>.allocate(capacity: newCapacity)
        newStorage.update(from: storage, count: count)
        if ownsStorage { storage.deallocate() }
        storage = newStorage
        capacity = newCapacity
        ownsStorage = true
    }
}
