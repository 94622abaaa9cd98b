import Dispatch
import Testing
import Touchscreens

@Suite("Touchscreens for other programs")
struct TouchscreensTests {
  @Test func `A start without a touchscreen says so`() async throws {
    let queue = DispatchQueue(label: "touchscreens")
    var settings = Touchscreens.Settings()
    settings.device = "no device has this name"
    let screens = Touchscreens(queue: queue, settings: settings) { _ in Issue.record("a screen was opened") }
    let problem = try await withCheckedThrowingContinuation { continuation in
      screens.onProblem = { continuation.resume(returning: $0) }
      do { try screens.start() } catch { continuation.resume(throwing: error) }
    }
    queue.sync { screens.stop() }
    guard case .noTouchscreen = problem else { return #expect("\(problem)" == "no touchscreen") }
    #expect("\(problem)" == "no touchscreen is there; one that is plugged in is read")
  }

  @MainActor private final class Window {
    var problems: [String] = []
    func show(_ problem: Touchscreens.Problem) { problems.append("\(problem)") }
  }

  @MainActor @Test func `The main actor owns touchscreens, and starts them on its own thread`() throws {
    let window = Window()
    var settings = Touchscreens.Settings()
    settings.device = "no device has this name"
    let screens = Touchscreens(settings: settings) { screen in window.problems.append(screen.name) }
    screens.onProblem = { problem in MainActor.assumeIsolated { window.show(problem) } }
    try screens.start()
    #expect(window.problems == ["no touchscreen is there; one that is plugged in is read"])
    screens.stop()
  }
}
