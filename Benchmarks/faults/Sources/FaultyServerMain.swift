import Foundation
import TestSupport

/// Serves the table of faults to the programs that the benchmark runs, until its standard input ends.
///
/// It prints its port and the table as one line of JSON. `FaultyServer+Control.swift` documents the paths that start
/// and end a run.
@main
enum FaultyServerMain {
    static func main() throws {
        let server = try FaultyServer()
        server.serveControl()
        FileHandle.standardOutput.write(try server.table() + Data("\n".utf8))
        while readLine() != nil {}
        server.stop()
    }
}
