import ArgumentParser

/// The option of `leftoff links` for its progress report.
struct ProgressOptions: ParsableArguments {
    /// The format of the progress report.
    enum Progress: String, ExpressibleByArgument, CaseIterable {
        /// The status display.
        case hud
        /// One JSON object per line on standard error.
        case json
    }

    @Option(help: ArgumentHelp("The form of the progress report; hud is an animated display.", valueName: "form"))
    var progress = Progress.hud
}
