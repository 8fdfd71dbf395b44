#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Extended attributes of files.
///
/// Swift's import of glibc does not contain `fsetxattr`, so the function is looked up in the C library.
enum ExtendedAttribute {
    #if canImport(Glibc)
        private typealias Set =
            @convention(c) (Int32, UnsafePointer<CChar>, UnsafeRawPointer?, Int, Int32) -> Int32

        private static let set: Set? = dlsym(nil, "fsetxattr").map { unsafeBitCast($0, to: Set.self) }
    #endif

    /// Sets an attribute.
    ///
    /// - Parameters:
    ///   - name: The attribute's name, for example `user.leftoff`.
    ///   - bytes: The attribute's value.
    ///   - descriptor: The open file.
    /// - Returns: 0, or the `errno`: `ENOTSUP` if the file system has no extended attributes.
    static func set(_ name: String, _ bytes: [UInt8], of descriptor: Int32) -> Int32 {
        #if canImport(Glibc)
            guard let set else { return ENOTSUP }
            return bytes.withUnsafeBytes { set(descriptor, name, $0.baseAddress, $0.count, 0) } == 0 ? 0 : errno
        #else
            return bytes.withUnsafeBytes { fsetxattr(descriptor, name, $0.baseAddress, $0.count, 0, 0) } == 0
                ? 0 : errno
        #endif
    }
}
