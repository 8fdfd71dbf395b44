extension LinkBatch {
    /// What the links take of memory, about, in bytes.
    package var byteCount: Int {
        arena.count + addresses.count + records.count * MemoryLayout<LinkRecord>.stride
    }
}
