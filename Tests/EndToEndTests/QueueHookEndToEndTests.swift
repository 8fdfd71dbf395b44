import Foundation
import Glibc
import TestSupport
import Testing

/// Tests of the hook for finished downloads when the run is stopped.
@Suite("A run that is stopped while its hook runs", .ownThreads, .timeLimit(.minutes(3)))
struct QueueHookEndToEndTests: QueueScene {
    let leftoff: Leftoff
    let server: ScriptedServer
    var gate: URL { leftoff.directory.appending(path: "gate") }

    init() throws {
        leftoff = try Leftoff()
        server = try ScriptedServer()
        for name in ["a.bin", "b.bin"] { server.route("/\(name)", .ok([1])) }
        try leftoff.createStore()
        #expect(mkfifo(gate.path, 0o600) == 0)
    }

    /// Starts a run of both downloads, and waits until the first one's hook runs and the second one is done.
    private func start(_ words: [String], on terminal: PseudoTerminal) throws -> ChildProcess {
        try JSONSerialization.data(withJSONObject: ["onDone": words])
            .write(to: leftoff.home.appending(path: "config.json"))
        let run = try leftoff.start(
            ["get", server.address("/a.bin"), server.address("/b.bin"), "--dir", downloads.path, "-v", "--jobs", "1"],
            environment: ["LEFTOFF_MOTION": "none"], errors: terminal.terminal)
        #expect(terminal.waits { $0.contains("begun") && $0.contains("b.bin, 1 bytes") }, "\(terminal.text)")
        return run
    }

    @Test("A stopped run waits for the running hook, names downloads whose hook did not run, and ends by its signal")
    func waited() throws {
        let log = leftoff.directory.appending(path: "log")
        let terminal = try PseudoTerminal()
        let number = leftoff.directory.appending(path: "number")
        let script = "echo $$ > \"$3\"; echo begun; read x < \"$0\"; echo \"$1\" >> \"$2\""
        let run = try start(["/bin/sh", "-c", script, gate.path, "{name}", log.path, number.path], on: terminal)
        // Ctrl-C signals the terminal's process group, to which the hook must not belong.
        let written = try String(contentsOf: number, encoding: .utf8).trimmingCharacters(in: .newlines)
        let program = try #require(pid_t(written))
        #expect(getpgid(program) == program && getpgid(run.processIdentifier) != program)
        kill(run.processIdentifier, SIGINT)
        #expect(terminal.waits { $0.contains("onDone: waiting for /bin/sh to end; press Ctrl-C again to end it now") })
        #expect(run.isRunning)
        try Data("go\n".utf8).write(to: gate)
        #expect(run.wait() == .signal(SIGINT))
        #expect(try String(contentsOf: log, encoding: .utf8) == "a.bin\n")
        let left = "onDone: /bin/sh: not run for \(downloads.appending(path: "b.bin").path): the run was stopped"
        #expect(terminal.waits { $0.contains(left) }, "\(terminal.text)")
        #expect(try leftoff.run(["queue", "list", "--state", "done"]).lines.count == 2)
    }

    @Test("A second signal also ends the hook's program")
    func ended() throws {
        let life = leftoff.directory.appending(path: "life")
        #expect(mkfifo(life.path, 0o600) == 0)
        let reader = open(life.path, O_RDONLY | O_NONBLOCK)
        defer { close(reader) }
        let terminal = try PseudoTerminal()
        let run = try start(
            ["/bin/sh", "-c", "exec 3> \"$0\"; echo begun; read x < \"$1\"", life.path, gate.path], on: terminal)
        kill(run.processIdentifier, SIGINT)
        #expect(terminal.waits { $0.contains("press Ctrl-C again to end it now") })
        kill(run.processIdentifier, SIGINT)
        #expect(run.wait() == .signal(SIGINT))
        // The other end of the pipe is closed when the hook's program has ended.
        var end = pollfd(fd: reader, events: Int16(POLLIN), revents: 0)
        #expect(poll(&end, 1, 120_000) == 1 && end.revents & Int16(POLLHUP) != 0)
    }

    @Test("A hook's exit code is reported even if the caller ignores SIGCHLD", .enabled(if: Tool.all("bash")))
    func exitCode() throws {
        try JSONSerialization.data(withJSONObject: ["onDone": ["/bin/sh", "-c", "exit 3"]])
            .write(to: leftoff.home.appending(path: "config.json"))
        let outcome = try #require(Tool("bash")).run(
            [
                "-c", "trap '' CHLD; export LEFTOFF_HOME=$0; exec \"$@\"", leftoff.home.path, Leftoff.binary.path,
                "get", server.address("/a.bin"), "--dir", downloads.path,
            ], in: leftoff.directory)
        #expect(outcome.errorText.contains("onDone: /bin/sh: exit code 3"), "\(outcome.errorText)")
    }
}
