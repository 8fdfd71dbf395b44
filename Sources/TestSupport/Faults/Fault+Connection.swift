extension Fault {
    /// The faults of a connection.
    static let ofConnections: [Fault] = [
        Fault(
            .connection, "port-closed", "No server listens on the port",
            FaultOutcome.givenUp("connect", requests: 0...0).with { $0.address = "http://127.0.0.1:1/file.bin" }
        ) { _ in whole },
        Fault(
            .connection, "name-unknown", "The host's name cannot be resolved",
            FaultOutcome.givenUp("dns", requests: 0...0).with { $0.address = "http://no-such-host.invalid/file.bin" }
        ) { _ in whole },
        Fault(
            .connection, "plain-for-tls", "The server of an https address does not speak TLS",
            FaultOutcome.refused("tls", requests: 0...5).with { $0.address = "https://127.0.0.1:{port}/file.bin" }
        ) { _ in whole },
        Fault(.connection, "reset-once", "A reset instead of a response, once", .done(requests: 2...2)) { _ in
            once(.reset)
        },
        Fault(.connection, "reset", "Always a reset instead of a response", .givenUp("connect")) { _ in .reset },
        Fault(.connection, "close-once", "The connection is closed without a response, once", .done(requests: 2...2)) {
            _ in
            once(ScriptedResponder { _, connection in connection.close() })
        },
        Fault(
            .connection, "reset-in-body", "A reset in the middle of the body, once",
            .done("resumed where it was cut off", requests: 2...2)
        ) { _ in
            .sequence([
                ScriptedResponder { _, connection in
                    try connection.writeHead(200, [("Content-Length", "300000"), ("ETag", "\"v1\"")])
                    try connection.write(content.prefix(cut))
                    // The client must read the bytes so far before it is notified of the reset.
                    try connection.pause(.milliseconds(200))
                    connection.reset()
                }, whole,
            ])
        },
        Fault(
            .connection, "stall-before-head", "The server never responds, once", .done(requests: 2...2)
        ) { _ in
            once(ScriptedResponder { _, connection in connection.waitUntilClientLeaves() })
        }
        .with { $0.isSlow = true },
        Fault(
            .connection, "stall-in-head", "The head stops in the middle, once", .done(requests: 2...2)
        ) { _ in
            once(
                ScriptedResponder { _, connection in
                    try connection.write("HTTP/1.1 200 OK\r\nContent-Le")
                    connection.waitUntilClientLeaves()
                })
        }
        .with { $0.isSlow = true },
        Fault(
            .connection, "stall-in-body", "The body stops, and the connection stays open",
            .done("resumed where it stopped", requests: 2...2)
        ) { _ in
            .sequence([
                ScriptedResponder { _, connection in
                    try connection.writeHead(200, [("Content-Length", "300000"), ("ETag", "\"v1\"")])
                    try connection.write(content.prefix(cut))
                    connection.waitUntilClientLeaves()
                }, whole,
            ])
        }
        .with { $0.isSlow = true },
        Fault(
            .connection, "trickle", "One byte a second",
            .done("aborted as too slow, then retried", requests: 2...2)
        ) { _ in
            .sequence([
                ScriptedResponder { _, connection in
                    try connection.writeHead(200, [("Content-Length", "300000"), ("ETag", "\"v1\"")])
                    try connection.write(Array(content.prefix(60)), step: 1, pause: .seconds(1))
                }, whole,
            ])
        }
        .with { $0.isSlow = true },
    ]
}
