import DownloadQueue
import Downloads
import Logging
import QueueControl
import Service
import TerminalHUD

/// An observer that forwards the events of the service's worker to the web page, the display, the log and the
/// completion hook.
struct ServeObserver: QueueObserver {
    let hook: CompletionHook?
    let progress: ProgressMonitor
    let display: ServiceStatusDisplay
    let logger: Logger

    func observe(_ event: QueueWorkerEvent) {
        progress.observe(event)
        display.observe(event)
        switch event {
        case .ended(let item): hook?.run(item)
        case .warning(let reason): logger.warning("queue: \(reason)")
        case .started, .progressed, .summary, .idle: break
        }
    }
}
