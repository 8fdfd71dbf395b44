extension LinkBatch {
    /// The approximate memory size of the links in bytes.
    package var byteCount: Int {
        arena.count + addresses.count + records.count * MemoryLayout<LinkRecord>.stride
    }
}
