import Foundation
import Testing

/// A real browser without a window. If it is not installed, its tests are skipped.
enum Browser {
  static let path: String? = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"]
    .map { name -> String in "/usr/bin/" + name }
    .first { (path: String) in access(path, X_OK) == 0 }

  static let exists = path != nil
  static let missing: Comment = "no chromium is installed (Debian: chromium-headless-shell): skipped"

  enum Scheme: String, CaseIterable { case light, dark }

  /// Returns the document as it is after it was loaded and its scripts have run.
  static func document(of page: String, size: (width: Int, height: Int), scheme: Scheme = .light) async throws -> String
  {
    let outcome = try await run(["--dump-dom"], page, size, scheme)
    return outcome.output
  }

  /// Returns a screenshot of the page from its top left corner, as PNG.
  static func picture(of page: String, size: (width: Int, height: Int), scheme: Scheme) async throws -> Data {
    let folder = try TemporaryFolder()
    _ = try await run(["--screenshot=\(folder.path("page.png"))"], page, size, scheme)
    return try Data(contentsOf: URL(filePath: folder.path("page.png")))
  }

  /// Returns the colours of a screenshot at some positions, which the browser itself reads.
  static func colours(in picture: Data, at places: [(x: Int, y: Int)]) async throws -> [UInt32] {
    let folder = try TemporaryFolder()
    let list = places.map { "[\($0.x),\($0.y)]" }.joined(separator: ",")
    let page = try folder.write(
      """
      <!DOCTYPE html><img id="picture" src="data:image/png;base64,\(picture.base64EncodedString())"><pre id="answer" hidden=""></pre>
      <script>
      onload = () => {
        const picture = document.getElementById('picture'), canvas = document.createElement('canvas');
        canvas.width = picture.naturalWidth; canvas.height = picture.naturalHeight;
        const context = canvas.getContext('2d', { willReadFrequently: true });
        context.drawImage(picture, 0, 0);
        const colours = [\(list)].map(([x, y]) => {
          const [r, g, b] = context.getImageData(x, y, 1, 1).data;
          return r << 16 | g << 8 | b;
        });
        document.getElementById('answer').textContent = JSON.stringify(colours);
      };
      </script>
      """, to: "colours.html")
    return try JSONDecoder().decode(
      [UInt32].self, from: Data(try answer(in: try await document(of: page, size: (800, 600))).utf8))
  }

  /// Returns the text that a test's script has written to `<pre id="answer" hidden="">`.
  static func answer(in document: String) throws -> String {
    let parts = document.components(separatedBy: #"<pre id="answer" hidden="">"#)
    guard parts.count == 2, let end = parts[1].range(of: "</pre>") else {
      throw ChildError.late("an answer in \(document.suffix(300))")
    }
    return String(parts[1][..<end.lowerBound])
  }

  private static func run(
    _ words: [String], _ page: String, _ size: (width: Int, height: Int), _ scheme: Scheme
  ) async throws -> Outcome {
    let path = try #require(Self.path)
    let child = try Child(
      [
        path, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--force-device-scale-factor=1",
        "--blink-settings=preferredColorScheme=\(scheme == .dark ? 0 : 1)",
        "--window-size=\(size.width),\(size.height)",
      ] + words + ["file://\(page)"], environment: [:], output: nil)
    let outcome = try await child.ended(within: .seconds(120))
    #expect(outcome.end == .status(0), "\(outcome.errors.suffix(1000))")
    return outcome
  }
}
