import Glibc

/// Runs the chosen target with one input; libFuzzer's `main` calls this function repeatedly.
///
/// - Parameters:
///   - bytes: The input; nil if it is empty.
///   - count: The length of the input in bytes.
/// - Returns: 0, as libFuzzer requires.
@_cdecl("LLVMFuzzerTestOneInput")
package func fuzzOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    target.run(UnsafeBufferPointer(start: bytes, count: bytes == nil ? 0 : count))
    return 0
}

/// The target that `LEFTOFF_FUZZ_TARGET` names, because libFuzzer parses the command line itself.
private let target: FuzzTarget = {
    let name = getenv("LEFTOFF_FUZZ_TARGET").map { String(cString: $0) } ?? "none"
    guard let target = FuzzTarget.all.first(where: { $0.name == name }) else {
        let names = FuzzTarget.all.map(\.name).joined(separator: ", ")
        print("leftoff-fuzz: LEFTOFF_FUZZ_TARGET is \(name), not one of \(names)")
        exit(64)
    }
    return target
}()
