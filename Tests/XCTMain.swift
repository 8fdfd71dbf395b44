import Testing

/// Runs the tests of the package.
///
/// Without this file, the package manager searches the compiler's index for tests of XCTest, of which there are none.
/// With it, a build can leave the index out, which costs a quarter of the compiler's time.
@main struct TestProgram {
    static func main() async { await Testing.__swiftPMEntryPoint() as Never }
}
