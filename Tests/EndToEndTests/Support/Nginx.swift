import Foundation
import TestSupport

/// A real nginx on a free port of 127.0.0.1 that serves a directory and ends when this value is released.
final class Nginx {
    /// The origin of the site, without a slash at the end.
    let origin: String
    private let process: ChildProcess

    /// The path of nginx; nil if it is not installed, and tests that need it are skipped.
    static let program = ["/usr/sbin/nginx", "/usr/local/sbin/nginx"].first(where: FileManager.default.isExecutableFile)

    /// Starts the server and waits until it accepts connections.
    ///
    /// - Parameters:
    ///   - root: The directory to serve; the server's own files are in `.nginx` there.
    ///   - locations: Further `location` blocks.
    /// - Throws: An error if it cannot be started or does not listen.
    init(root: URL, locations: String = "") throws {
        let state = root.appending(path: ".nginx")
        try FileManager.default.createDirectory(at: state, withIntermediateDirectories: true)
        let port = try ScriptedServer.reservedPort()
        origin = "http://127.0.0.1:\(port)"
        let configuration = """
            daemon off; master_process off; worker_processes 1; pid \(state.path)/pid;
            error_log \(state.path)/error.log;
            events { worker_connections 512; }
            http {
                access_log off; types { text/html html; } default_type application/octet-stream;
                client_body_temp_path \(state.path)/b; proxy_temp_path \(state.path)/p;
                fastcgi_temp_path \(state.path)/f;
                uwsgi_temp_path \(state.path)/u; scgi_temp_path \(state.path)/s;
                server {
                    listen 127.0.0.1:\(port); root \(root.path); gzip on; gzip_min_length 1;
                    \(locations)
                }
            }
            """
        let file = state.appending(path: "nginx.conf")
        try Data(configuration.utf8).write(to: file)
        let nowhere = FileHandle.nullDevice.fileDescriptor
        process = try ChildProcess(
            Self.program ?? "/usr/sbin/nginx", ["-c", file.path, "-p", state.path, "-e", state.path + "/start.log"],
            environment: [:], input: nowhere, output: nowhere, errors: nowhere)
        try LoopbackPort.waitUntilAccepting(port, while: { [process] in process.isRunning })
    }

    deinit {
        process.terminate()
        process.wait()
    }
}
