import CSDL2
import Gestures

/// A window of SDL, in which a meadow is drawn, and its mouse. Use it on the thread that made it.
final class Window {
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// What the mouse did, at a place in the window's pixels.
  enum MouseEvent {
    case pressed(Point, hasShift: Bool)
    case moved(Point)
    case released
  }

  private let window: OpaquePointer
  private let renderer: OpaquePointer
  private(set) var isOpen = true
  /// Whether the window must be drawn again, although nothing in it has changed.
  private var isExposed = true

  init(title: String, width: Int, height: Int) throws {
    // A finger is a touch of the panel, not a click.
    SDL_SetHint(SDL_HINT_TOUCH_MOUSE_EVENTS, "0")
    guard SDL_Init(SDL_INIT_VIDEO) == 0 else { throw Self.failure("SDL_Init") }
    let center = Int32(bitPattern: 0x2FFF_0000)  // SDL_WINDOWPOS_CENTERED, a macro that Swift does not see.
    guard
      let window = SDL_CreateWindow(
        title, center, center, Int32(width), Int32(height), SDL_WINDOW_RESIZABLE.rawValue)
    else { throw Self.failure("SDL_CreateWindow") }
    guard let renderer = SDL_CreateRenderer(window, -1, SDL_RENDERER_SOFTWARE.rawValue) else {
      throw Self.failure("SDL_CreateRenderer")
    }
    (self.window, self.renderer) = (window, renderer)
  }

  deinit {
    SDL_DestroyRenderer(renderer)
    SDL_DestroyWindow(window)
    SDL_Quit()
  }

  private static func failure(_ call: String) -> Failure {
    Failure(description: "\(call): \(String(cString: SDL_GetError()))")
  }

  /// Waits for events, for some milliseconds at most, and returns those of the mouse.
  func wait(milliseconds: Int32) -> [MouseEvent] {
    var events: [MouseEvent] = []
    var event = SDL_Event()
    var wait = milliseconds
    while SDL_WaitEventTimeout(&event, wait) != 0 {
      wait = 0
      switch SDL_EventType(rawValue: event.type) {
      case SDL_QUIT: isOpen = false
      case SDL_WINDOWEVENT: isExposed = true
      case SDL_MOUSEBUTTONDOWN where event.button.button == 1:
        let hasShift = SDL_GetModState().rawValue & KMOD_SHIFT.rawValue != 0
        events.append(.pressed(Point(x: Double(event.button.x), y: Double(event.button.y)), hasShift: hasShift))
      case SDL_MOUSEMOTION: events.append(.moved(Point(x: Double(event.motion.x), y: Double(event.motion.y))))
      case SDL_MOUSEBUTTONUP where event.button.button == 1: events.append(.released)
      default: break
      }
    }
    return events
  }

  /// The pixels per millimetre with which a screen of this size fills the window.
  func scale(of size: Size) -> Double {
    var width: Int32 = 0, height: Int32 = 0
    SDL_GetWindowSize(window, &width, &height)
    return min(Double(width) / size.width, Double(height) / size.height)
  }

  // MARK: Drawing

  typealias Color = SDL_Color

  func clear(_ color: Color) {
    SDL_SetRenderDrawColor(renderer, color.r, color.g, color.b, color.a)
    SDL_RenderClear(renderer)
  }

  /// Fills a convex shape with corners in pixels.
  func fill(_ corners: [Point], _ color: Color) {
    let vertices = corners.map {
      SDL_Vertex(
        position: SDL_FPoint(x: Float($0.x), y: Float($0.y)), color: color, tex_coord: SDL_FPoint(x: 0, y: 0))
    }
    var triangles: [Int32] = []
    for corner in 2..<Int32(vertices.count) { triangles += [0, corner - 1, corner] }
    SDL_RenderGeometry(renderer, nil, vertices, Int32(vertices.count), triangles, Int32(triangles.count))
  }

  func show() { SDL_RenderPresent(renderer) }

  /// Returns whether the window must be drawn again, although nothing in it has changed. The next answer is no.
  func takeExposure() -> Bool {
    defer { isExposed = false }
    return isExposed
  }
}
