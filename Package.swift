// swift-tools-version: 6.2
import PackageDescription

// The target graph is the architecture: see ARCHITECTURE.md. Imports point toward the pure value types, adapters depend
// on the protocols that they fulfil, and only the executable knows every concrete type.

let package = Package(
    name: "leftoff",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.14.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.0"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    ],
    targets: [
        // C libraries of the system, behind shims whose public headers name none of their types.
        .systemLibrary(name: "SystemLibXML2", pkgConfig: "libxml-2.0", providers: [.apt(["libxml2-dev"])]),
        .target(name: "CLibXML2", dependencies: ["SystemLibXML2"]),
        .target(name: "CLibIDN2", linkerSettings: [.linkedLibrary("idn2")]),
        .target(
            name: "CLibCurl",
            linkerSettings: [.linkedLibrary("curl"), .linkedLibrary("brotlidec"), .linkedLibrary("z")]),
        .target(name: "CLibCrypto", linkerSettings: [.linkedLibrary("crypto")]),
        .target(name: "CTerminal"),
        // Files embedded by the compiler (`#embed`), so that the product is one binary.
        .target(name: "CPageScripts"),
        .target(name: "CWebAssets"),

        // Links.
        .target(name: "WHATWGURL", dependencies: ["CLibIDN2"]),
        .target(name: "Markup", dependencies: ["CLibXML2"]),
        .target(name: "LinkHarvest", dependencies: ["Markup", "WHATWGURL"]),
        .target(name: "LinkFormats", dependencies: ["LinkHarvest", "WHATWGURL"]),

        // Network.
        .target(name: "Transfer", dependencies: ["CLibCurl", "WHATWGURL"]),
        .target(name: "PageFetch", dependencies: ["Transfer", "WHATWGURL"]),
        .target(name: "Downloads", dependencies: ["CLibCrypto", "Transfer", "WHATWGURL"]),

        // Places.
        .target(name: "Snapshots", dependencies: ["WHATWGURL"]),
        .target(name: "PageScripts", dependencies: ["CPageScripts"]),
        .target(name: "Restore", dependencies: ["PageScripts", "Snapshots", "WHATWGURL"]),
        .target(
            name: "Store",
            dependencies: ["Downloads", "Snapshots", "WHATWGURL", .product(name: "GRDB", package: "GRDB.swift")]),

        // Motion.
        .target(name: "Motion"),
        .target(name: "TerminalHUD", dependencies: ["CTerminal", "Motion"]),

        // Service.
        .target(
            name: "Service",
            dependencies: [
                "CWebAssets", "Downloads", "PageScripts", "Restore", "Snapshots", "WHATWGURL",
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ]),

        .executableTarget(
            name: "leftoff",
            dependencies: [
                "Downloads", "LinkFormats", "LinkHarvest", "Markup", "Motion", "PageFetch", "PageScripts", "Restore",
                "Service", "Snapshots", "Store", "TerminalHUD", "Transfer", "WHATWGURL",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Logging", package: "swift-log"),
            ]),

        // Tests.
        .target(name: "TestSupport", dependencies: ["TerminalHUD"], path: "Sources/TestSupport"),
        .testTarget(name: "WHATWGURLTests", dependencies: ["WHATWGURL"]),
        .testTarget(name: "MarkupTests", dependencies: ["Markup"]),
        .testTarget(name: "LinkHarvestTests", dependencies: ["LinkHarvest", "WHATWGURL"]),
        .testTarget(name: "LinkFormatsTests", dependencies: ["LinkFormats", "LinkHarvest", "WHATWGURL"]),
        .testTarget(name: "TransferTests", dependencies: ["TestSupport", "Transfer", "WHATWGURL"]),
        .testTarget(name: "PageFetchTests", dependencies: ["PageFetch", "TestSupport", "Transfer", "WHATWGURL"]),
        .testTarget(
            name: "DownloadsTests", dependencies: ["Downloads", "Store", "TestSupport", "Transfer", "WHATWGURL"]),
        .testTarget(name: "SnapshotsTests", dependencies: ["Snapshots", "WHATWGURL"], exclude: ["Fixtures"]),
        .testTarget(name: "PageScriptsTests", dependencies: ["PageScripts"]),
        .testTarget(name: "RestoreTests", dependencies: ["Restore", "Snapshots"]),
        .testTarget(
            name: "StoreTests",
            dependencies: [
                "Downloads", "Snapshots", "Store", "TestSupport", "WHATWGURL",
                .product(name: "GRDB", package: "GRDB.swift"),
            ]),
        .testTarget(name: "MotionTests", dependencies: ["Motion"]),
        .testTarget(
            name: "TerminalHUDTests", dependencies: ["Motion", "TerminalHUD", "TestSupport"], exclude: ["Fixtures"]),
        .testTarget(
            name: "ServiceTests",
            dependencies: [
                "Downloads", "Service", "Snapshots", "Store", "TestSupport", "WHATWGURL",
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdTesting", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ]),
        .testTarget(name: "EndToEndTests", dependencies: ["TestSupport", "leftoff"]),
    ],
    swiftLanguageModes: [.v6],
    cLanguageStandard: .gnu2x
)

for target in package.targets where ![.system, .plugin].contains(target.type) {
    var settings = target.swiftSettings ?? []
    settings += [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .treatAllWarnings(as: .error),
    ]
    target.swiftSettings = settings
}
