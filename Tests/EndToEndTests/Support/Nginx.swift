import Foundation

/// A real nginx on a free port of 127.0.0.1, serving a directory, ended with this value.
final class Nginx {
    /// The site's address, without a slash at its end.
    let origin: String
    private let process: Process

    /// Whether nginx is there; tests that need it print that they were left out.
    static let program = ["/usr/sbin/nginx", "/usr/local/sbin/nginx"].first(where: FileManager.default.isExecutableFile)

    /// Starts the server and waits until it accepts connections.
    ///
    /// - Parameters:
    ///   - root: The directory that it serves; its own files are kept in `.nginx` there.
    ///   - locations: Further `location` blocks.
    init(root: URL, locations: String = "") throws {
        let state = root.appending(path: ".nginx")
        try FileManager.default.createDirectory(at: state, withIntermediateDirectories: true)
        let port = try LoopbackPort.free()
        origin = "http://127.0.0.1:\(port)"
        let configuration = """
            daemon off; master_process off; worker_processes 1; pid \(state.path)/pid; error_log \(state.path)/error.log;
            events { worker_connections 512; }
            http {
                access_log off; types { text/html html; } default_type application/octet-stream;
                client_body_temp_path \(state.path)/b; proxy_temp_path \(state.path)/p; fastcgi_temp_path \(state.path)/f;
                uwsgi_temp_path \(state.path)/u; scgi_temp_path \(state.path)/s;
                server {
                    listen 127.0.0.1:\(port); root \(root.path); gzip on; gzip_min_length 1;
                    \(locations)
                }
            }
            """
        let file = state.appending(path: "nginx.conf")
        try Data(configuration.utf8).write(to: file)
        process = Process()
        process.executableURL = URL(filePath: Self.program ?? "/usr/sbin/nginx")
        process.arguments = ["-c", file.path, "-p", state.path, "-e", state.path + "/start.log"]
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        process.standardInput = FileHandle.nullDevice
        try process.run()
        try LoopbackPort.waitUntilAccepting(port, while: { [process] in process.isRunning })
    }

    deinit {
        process.terminate()
        process.waitUntilExit()
    }
}
