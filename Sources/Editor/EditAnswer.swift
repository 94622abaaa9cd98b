import Configuration
import Gestures
import Screen
import Text
import Trials

/// The answers to the page. All texts are data: the page shows them as text, never as markup.
enum EditAnswer {
  static func error(_ sentence: String) -> [UInt8] {
    object { $0.member("error", sentence) }
  }

  static func version(_ document: EditedDocument) -> [UInt8] {
    object { $0.member("version", document.version) }
  }

  /// The state, and what never changes: cards, and what keys mean.
  static func opening(_ document: EditedDocument, _ material: Editor.Material) -> [UInt8] {
    object { writer in
      write(document, material, &writer)
      writer.key("cards")
      writer.array { writer in
        for card in GestureCard.allCases {
          writer.object { writer in
            writer.member("card", card.rawValue)
            writer.member("title", card.title)
            writer.member("summary", card.summary)
          }
        }
      }
      writer.key("kinds")
      writer.object { writer in
        let recognition = document.configuration.screens.first?.recognition ?? .hand
        for kind in GestureKind.Name.allCases {
          writer.key(kind.rawValue)
          writer.array { writer in for guide in kind.guides(in: recognition) { write(guide, &writer) } }
        }
      }
    }
  }

  static func state(_ document: EditedDocument, _ material: Editor.Material) -> [UInt8] {
    object { write(document, material, &$0) }
  }

  private static func write(_ guide: KeyGuide, _ writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("key", guide.name)
      writer.member("summary", guide.summary)
      writer.member("takes", guide.takes)
      writer.member("standard", guide.standard)
      write("choices", guide.choices, &writer)
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
    writer.key("parts")
    writer.array { writer in
      for part in document.text.parts {
        writer.object { writer in
          writer.member("path", part.path)
          writer.member("text", String(decoding: part.bytes, as: UTF8.self))
        }
      }
    }
    writer.key("remarks")
    writer.array { writer in for remark in document.remarks.prefix(500) { write(remark, document, &writer) } }
    writer.key("screens")
    let screens = document.configuration.screens
    writer.array { writer in
      for settings in screens.isEmpty ? [ScreenSettings()] : screens {
        write(ShownScreen(document.configuration, settings, size: material.size), &writer)
      }
    }
    writer.key("gestures")
    writer.array { writer in write(gestures: document, &writer) }
  }

  private static func write(_ remark: Diagnostic, _ document: EditedDocument, _ writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("severity", remark.severity.rawValue)
      writer.member("part", document.text.parts.firstIndex { $0.path == remark.file } ?? 0)
      writer.member("line", remark.line)
      writer.member("message", remark.fullMessage)
      guard let table = document.table(of: remark) else { return }
      writer.member("array", table.array)
      writer.member("name", table.name)
    }
  }

  private static func write(_ screen: ShownScreen, _ writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("name", screen.settings.name)
      writer.member("width", screen.size.width, decimals: 3)
      writer.member("height", screen.size.height, decimals: 3)
      writer.member("assumed", screen.isAssumed)
      writer.key("views")
      writer.array { writer in
        for view in screen.views {
          writer.object { writer in
            writer.member("name", view.settings.name)
            if let parent = view.settings.parent { writer.member("parent", parent) }
            writer.member("off", !view.settings.isEnabled || view.settings.isHidden)
            writer.key("frame")
            writer.array { writer in
              let frame = view.frame
              for number in [frame.origin.x, frame.origin.y, frame.size.width, frame.size.height] {
                writer.number(number, decimals: 3)
              }
            }
          }
        }
      }
    }
  }

  private static func write(gestures document: EditedDocument, _ writer: inout JSONWriter) {
    var tables: [String: WrittenTables.Table] = [:]
    for table in document.tables.tables where table.array == "gesture" { tables[table.name] = table }
    for gesture in document.configuration.gestures {
      writer.object { writer in
        writer.member("name", gesture.name)
        writer.member("kind", gesture.kind.name.rawValue)
        writer.member("off", !gesture.isEnabled)
        write("views", gesture.views, &writer)
        write(
          "actions", gesture.actions.map { $0.action.words.filter { !$0.isEmpty }.joined(separator: " ") }, &writer)
        guard let table = tables[gesture.name] else { return }
        writer.member("part", table.part)
        writer.member("line", table.lines.lowerBound)
        if let action = table.action {
          writer.member("verb", action.verb)
          writer.member("object", action.object)
        }
        writer.member("hasAction", table["action"] != nil || table["on"] != nil || !gesture.actions.isEmpty)
        writer.key("written")
        writer.object { writer in
          for entry in table.entries where entry.key != "name" && entry.key != "on" {
            writer.key(entry.key)
            writer.string(entry.value)
          }
        }
      }
    }
  }

  // MARK: Outcomes

  static func drawing(_ outcome: Outcome, _ document: EditedDocument) -> [UInt8] {
    object { writer in
      writer.member("version", document.version)
      write(outcome, failures: 50, &writer)
      let tried = Set(outcome.failures.map(\.gesture) + outcome.recognitions.map(\.gesture))
      let rest = document.configuration.gestures.filter { !tried.contains($0.name) && $0.kind.name.input.isOnScreen }
      write("silent", rest.prefix(100).map(\.name), &writer)
    }
  }

  static func outcomes(
    _ document: EditedDocument, _ rows: [(name: String, before: Outcome, now: Outcome)],
    _ cases: (verdicts: [Verdict], problem: String?)
  ) -> [UInt8] {
    object { writer in
      writer.member("version", document.version)
      writer.key("recordings")
      writer.array { writer in
        for row in rows {
          writer.object { writer in
            writer.member("name", row.name)
            writer.member("changed", row.before.recognitions.map(\.gesture) != row.now.recognitions.map(\.gesture))
            write("before", row.before.recognitions.map(\.gesture), &writer)
            write(row.now, failures: 5, &writer)
          }
        }
      }
      writer.key("cases")
      writer.array { writer in
        for verdict in cases.verdicts {
          writer.object { writer in
            writer.member("name", verdict.trial.name)
            writer.member("line", verdict.trial.line)
            writer.member("passed", verdict.isKept)
            write("recognized", verdict.recognized.map(\.gesture), &writer)
            write("misses", verdict.misses.flatMap { [$0.sentence] + $0.reasons }, &writer)
          }
        }
      }
      if let problem = cases.problem { writer.member("problem", problem) }
    }
  }

  private static func write(_ outcome: Outcome, failures: Int, _ writer: inout JSONWriter) {
    writer.key("recognized")
    writer.array { writer in
      for recognition in outcome.recognitions.prefix(1000) {
        writer.object { writer in
          writer.member("gesture", recognition.gesture)
          writer.member("view", recognition.view)
          writer.member("time", recognition.time, decimals: 3)
          writer.member("values", recognition.values)
        }
      }
    }
    write("actions", outcome.actions, &writer)
    writer.key("failures")
    writer.array { writer in
      for failure in outcome.failures.prefix(failures) {
        writer.object { writer in
          writer.member("gesture", failure.gesture)
          writer.member("view", failure.view)
          writer.member("sentence", failure.sentence)
          write("keys", failure.keys, &writer)
          write("rules", failure.rules, &writer)
        }
      }
    }
    write("warnings", outcome.warnings, &writer)
  }

  // MARK: Saving

  static func difference(_ document: EditedDocument) -> [UInt8] {
    object { writer in
      writer.member("version", document.version)
      writer.member("valid", document.isValid)
      writer.key("parts")
      writer.array { writer in
        for (old, new) in zip(document.original.parts, document.text.parts) where old != new {
          let difference = LineDifference(
            String(decoding: old.bytes, as: UTF8.self), String(decoding: new.bytes, as: UTF8.self))
          writer.object { writer in
            writer.member("path", new.path)
            writer.key("lines")
            writer.array { writer in
              for line in difference.lines {
                writer.object { writer in
                  writer.member("sign", line.sign.rawValue)
                  writer.member("text", line.text)
                  writer.member("number", line.number)
                }
              }
            }
          }
        }
      }
    }
  }

  private static func write(_ key: StaticString, _ texts: [String], _ writer: inout JSONWriter) {
    writer.key(key)
    writer.array { writer in for text in texts { writer.string(text) } }
  }

  private static func object(_ body: (inout JSONWriter) -> Void) -> [UInt8] {
    var writer = JSONWriter()
    writer.object(body)
    return writer.bytes
  }
}
