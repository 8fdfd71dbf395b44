import Foundation

/// Compresses bytes with the system's gzip.
func gzip(_ bytes: [UInt8]) throws -> [UInt8] {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("leftoff-gzip-\(UUID().uuidString)")
    try Data(bytes).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", "exec gzip -nc \"$0\"", file.path]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return Array(data)
}

/// Passes bytes to a consumer in parts.
func inParts(_ bytes: [UInt8], of count: Int, _ consume: (UnsafeBufferPointer<UInt8>) throws -> Void) rethrows {
    try bytes.withUnsafeBufferPointer { bytes in
        var start = 0
        while start < bytes.count {
            let end = min(bytes.count, start + count)
            try consume(UnsafeBufferPointer(rebasing: bytes[start..<end]))
            start = end
        }
    }
}
