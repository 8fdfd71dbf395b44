import Glibc

/// What libFuzzer, whose `main` it is, calls with one input after the other.
///
/// - Parameters:
///   - bytes: The input; nil for the empty one.
///   - count: Its length.
/// - Returns: 0, which libFuzzer wants.
@_cdecl("LLVMFuzzerTestOneInput")
package func fuzzOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    target.run(UnsafeBufferPointer(start: bytes, count: bytes == nil ? 0 : count))
    return 0
}

/// The target that LEFTOFF_FUZZ_TARGET names; the command line is libFuzzer's own.
private let target: FuzzTarget = {
    let name = getenv("LEFTOFF_FUZZ_TARGET").map { String(cString: $0) } ?? "none"
    guard let target = FuzzTarget.all.first(where: { $0.name == name }) else {
        let names = FuzzTarget.all.map(\.name).joined(separator: ", ")
        print("links-fuzz: LEFTOFF_FUZZ_TARGET is \(name), not one of \(names)")
        exit(64)
    }
    return target
}()
