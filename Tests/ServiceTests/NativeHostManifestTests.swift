import Service
import Syntax
import Testing

@Suite("Manifests and callers of the native host")
struct NativeHostManifestTests {
    @Test("Firefox gets the add-on's id, Chromium the extension's origin")
    func manifests() throws {
        let path = "/opt/a \"b\"/native-host"
        let firefox = try JSONValue(
            json: NativeHostManifest(browser: .firefox, launcher: path).json, limit: 10_000)
        let chromium = try JSONValue(
            json: NativeHostManifest(browser: .chromium, launcher: path).json, limit: 10_000)
        for manifest in [firefox, chromium] {
            #expect(manifest["name"]?.string == "leftoff" && manifest["type"]?.string == "stdio")
            #expect(manifest["path"]?.string == path && manifest["description"]?.string?.isEmpty == false)
        }
        #expect(firefox["allowed_extensions"] == .array([.string("leftoff@leftoff.local")]))
        #expect(firefox["allowed_origins"] == nil && chromium["allowed_extensions"] == nil)
        #expect(
            chromium["allowed_origins"]
                == .array([.string("chrome-extension://okekocdladmcglknhgnkbcnbohhfimod/")]))
    }

    private static let origin = "chrome-extension://okekocdladmcglknhgnkbcnbohhfimod/"
    private static let manifest = "/usr/lib/mozilla/native-messaging-hosts/leftoff.json"

    @Test("The callers are Chromium with the extension's origin, and Firefox with its manifest and the add-on's id")
    func callers() {
        #expect(NativeHostCaller(arguments: [Self.origin]) == .chromium)
        #expect(NativeHostCaller(arguments: [Self.origin, "--parent-window=0"]) == .chromium)
        #expect(NativeHostCaller(arguments: [Self.manifest, "leftoff@leftoff.local"]) == .firefox)
    }

    @Test(
        "Other callers are refused",
        arguments: [
            [], [""], ["nonsense"], ["chrome-extension://okekocdladmcglknhgnkbcnbohhfimod"],
            ["chrome-extension://aaaacdladmcglknhgnkbcnbohhfimodx/"], ["--parent-window=0", origin], [manifest],
            [manifest, "other@example.org"], ["leftoff.json", "leftoff@leftoff.local"],
            [manifest, "leftoff@leftoff.local", "more"], ["leftoff@leftoff.local", manifest],
        ])
    func others(arguments: [String]) { #expect(NativeHostCaller(arguments: arguments) == nil) }
}
