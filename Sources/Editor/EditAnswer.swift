import Configuration
import Gestures
import Screen
import Text
import Trials

/// The answers to the page. All texts are data: the page shows them as text, never as markup.
enum EditAnswer {
  static func error(_ sentence: String) -> [UInt8] {
    JSONWriter.object { $0.member("error", sentence) }
  }

  static func version(_ document: EditedDocument) -> [UInt8] {
    JSONWriter.object { $0.member("version", document.version) }
  }

  /// The state, and what never changes: cards, and what keys mean.
  static func opening(_ document: EditedDocument, _ material: Editor.Material) -> [UInt8] {
    JSONWriter.object { writer in
      write(document, material, &writer)
      writer.objects("cards", GestureCard.allCases) { card, writer in
        writer.member("card", card.rawValue)
        writer.member("title", card.title)
        writer.member("summary", card.summary)
      }
      writer.object("kinds") { writer in
        let recognition = document.configuration.screens.first?.recognition ?? .hand
        for kind in GestureKind.Name.allCases {
          writer.key(kind.rawValue)
          writer.array { writer in for guide in kind.guides(in: recognition) { write(guide, &writer) } }
        }
      }
    }
  }

  static func state(_ document: EditedDocument, _ material: Editor.Material) -> [UInt8] {
    JSONWriter.object { write(document, material, &$0) }
  }

  private static func write(_ guide: KeyGuide, _ writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("key", guide.name)
      writer.member("summary", guide.summary)
      writer.member("takes", guide.takes)
      writer.member("standard", guide.standard)
      writer.member("choices", guide.choices)
      writer.member("tunable", guide.isTunable)
    }
  }

  private static func write(
    _ document: EditedDocument, _ material: Editor.Material, _ writer: inout JSONWriter
  ) {
    writer.member("version", document.version)
    writer.member("file", document.text.path)
    writer.member("changed", document.isChanged)
    writer.member("valid", document.isValid)
    writer.member("undo", document.canUndo)
    writer.member("redo", document.canRedo)
    writer.objects("parts", document.text.parts) { part, writer in
      writer.member("path", part.path)
      writer.member("text", String(decoding: part.bytes, as: UTF8.self))
    }
    writer.objects("remarks", document.remarks.prefix(500)) { write($0, document, &$1) }
    let screens = document.configuration.screens
    writer.objects("screens", screens.isEmpty ? [ScreenSettings()] : screens) { settings, writer in
      write(ShownScreen(document.configuration, settings, size: material.size), &writer)
    }
    write(gestures: document, &writer)
  }

  private static func write(_ remark: Diagnostic, _ document: EditedDocument, _ writer: inout JSONWriter) {
    writer.member("severity", remark.severity.rawValue)
    writer.member("part", document.text.parts.firstIndex { $0.path == remark.file } ?? 0)
    writer.member("line", remark.line)
    writer.member("message", remark.fullMessage)
    guard let table = document.table(of: remark) else { return }
    writer.member("array", table.array)
    writer.member("name", table.name)
  }

  private static func write(_ screen: ShownScreen, _ writer: inout JSONWriter) {
    writer.member("name", screen.settings.name)
    writer.member("width", screen.size.width, decimals: 3)
    writer.member("height", screen.size.height, decimals: 3)
    writer.member("assumed", screen.isAssumed)
    writer.objects("views", screen.views) { view, writer in
      writer.member("name", view.settings.name)
      if let parent = view.settings.parent { writer.member("parent", parent) }
      writer.member("off", !view.settings.isEnabled || view.settings.isHidden)
      let (origin, size) = (view.frame.origin, view.frame.size)
      writer.member("frame", [origin.x, origin.y, size.width, size.height], decimals: 3)
    }
  }

  private static func write(gestures document: EditedDocument, _ writer: inout JSONWriter) {
    var tables: [String: WrittenTables.Table] = [:]
    for table in document.tables.tables where table.array == "gesture" { tables[table.name] = table }
    writer.objects("gestures", document.configuration.gestures) { gesture, writer in
      writer.member("name", gesture.name)
      writer.member("kind", gesture.kind.name.rawValue)
      writer.member("off", !gesture.isEnabled)
      writer.member("views", gesture.views)
      writer.member("actions", gesture.actions.map(\.action.words))
      guard let table = tables[gesture.name] else { return }
      writer.member("part", table.part)
      writer.member("line", table.lines.lowerBound)
      if let action = table.action {
        writer.member("verb", action.verb)
        writer.member("object", action.object)
      }
      writer.member("hasAction", table["action"] != nil || table["on"] != nil || !gesture.actions.isEmpty)
      writer.object("written") { writer in
        for entry in table.entries where entry.key != "name" && entry.key != "on" {
          writer.key(entry.key)
          writer.string(entry.value)
        }
      }
    }
  }

  // MARK: Outcomes

  static func drawing(_ outcome: Outcome, _ document: EditedDocument) -> [UInt8] {
    JSONWriter.object { writer in
      writer.member("version", document.version)
      write(outcome, failures: 50, &writer)
      let tried = Set(outcome.failures.map(\.gesture) + outcome.recognitions.map(\.gesture))
      let rest = document.configuration.gestures.filter { !tried.contains($0.name) && $0.kind.name.input.isOnScreen }
      writer.member("silent", rest.prefix(100).map(\.name))
    }
  }

  static func outcomes(
    _ document: EditedDocument, _ rows: [(name: String, before: Outcome, now: Outcome)],
    _ cases: (verdicts: [Verdict], problem: String?)
  ) -> [UInt8] {
    JSONWriter.object { writer in
      writer.member("version", document.version)
      writer.objects("recordings", rows) { row, writer in
        writer.member("name", row.name)
        writer.member("changed", row.before.recognitions.map(\.gesture) != row.now.recognitions.map(\.gesture))
        writer.member("before", row.before.recognitions.map(\.gesture))
        write(row.now, failures: 5, &writer)
      }
      writer.objects("cases", cases.verdicts) { verdict, writer in
        writer.member("name", verdict.trial.name)
        writer.member("line", verdict.trial.line)
        writer.member("passed", verdict.isKept)
        writer.member("recognized", verdict.recognized.map(\.gesture))
        writer.member("misses", verdict.misses.flatMap { [$0.sentence] + $0.reasons })
      }
      if let problem = cases.problem { writer.member("problem", problem) }
    }
  }

  private static func write(_ outcome: Outcome, failures: Int, _ writer: inout JSONWriter) {
    writer.objects("recognized", outcome.recognitions.prefix(1000)) { recognition, writer in
      writer.member("gesture", recognition.gesture)
      writer.member("view", recognition.view)
      writer.member("time", recognition.time, decimals: 3)
      writer.member("values", recognition.values)
    }
    writer.member("actions", outcome.actions)
    writer.objects("failures", outcome.failures.prefix(failures)) { failure, writer in
      writer.member("gesture", failure.gesture)
      writer.member("view", failure.view)
      writer.member("sentence", failure.sentence)
      writer.member("keys", failure.keys)
      writer.member("rules", failure.rules)
    }
    writer.member("warnings", outcome.warnings)
  }

  // MARK: Saving

  static func difference(_ document: EditedDocument) -> [UInt8] {
    JSONWriter.object { writer in
      writer.member("version", document.version)
      writer.member("valid", document.isValid)
      let changed = zip(document.original.parts, document.text.parts).filter { $0 != $1 }
      writer.objects("parts", changed) { part, writer in
        let (old, new) = part
        let difference = LineDifference(
          String(decoding: old.bytes, as: UTF8.self), String(decoding: new.bytes, as: UTF8.self))
        writer.member("path", new.path)
        writer.objects("lines", difference.lines) { line, writer in
          writer.member("sign", line.sign.rawValue)
          writer.member("text", line.text)
          writer.member("number", line.number)
        }
      }
    }
  }
}
