import Actions
import Text

/// Actions on kernel devices, such as keys, LEDs and backlights, and on units of systemd.
extension ConfigurationReader {
  /// Reads what a `key` or `text` action presses.
  func keys(_ field: Field) -> KeySequence? {
    guard let text = filledText(field) else { return nil }
    do throws(KeyError) {
      return field.key == "text" ? try KeySequence(typing: text) : try KeySequence(text)
    } catch {
      let message = error.unknown == nil ? "\(field.key.quoted): \(error.reason)" : error.reason
      let meant = field.key == "text" ? nil : KeySequence.meant(by: text, unknown: error.unknown)
      return unusable(message, at: field.place, suggestion: meant?.name, fix: meant?.text.tomlText)
    }
  }

  /// Reads the characters of keys, as `tickle keys` writes them.
  func keyboardLayout(_ field: Field) -> KeyboardLayout? {
    guard let table = table(field, example: "[daemon.keyboard]") else { return nil }
    var rows: [String: String] = [:]
    for entry in table.entries { rows[entry.key] = filledText(Field(key: entry.key, value: entry.value)) }
    guard rows.count == table.entries.count else { return nil }
    do throws(KeyError) {
      return try KeyboardLayout(rows)
    } catch {
      return unusable(error.reason, at: table.place(of: error.unknown ?? ""))
    }
  }

  /// Reads the name of a single key, and returns its code.
  func key(_ field: Field) -> UInt16? {
    guard let text = filledText(field) else { return nil }
    guard !text.contains("+"), !text.contains(" ") else {
      return unusable("\(field.key.quoted) is one key or button, not several", at: field.place)
    }
    do throws(KeyError) {
      return try KeySequence.code(of: text)
    } catch {
      let meant = KeySequence.meant(by: text, unknown: error.unknown)
      let isKey = meant.map { (try? KeySequence.code(of: $0.text)) != nil } ?? false
      return unusable(
        error.reason, at: field.place, suggestion: isKey ? meant?.text : nil, fix: isKey ? meant?.text.tomlText : nil)
    }
  }

  func led(_ field: Field, _ table: TOMLTable) -> LED? {
    guard let name = filledText(field) else { return nil }
    guard LED.isName(name) else {
      return unusable("\"led\" is the name of a folder in /sys/class/leds, not \(name.quoted)", at: field.place)
    }
    var led = LED(name)
    read("state", of: table, into: &led.state, as: choice)
    read("time", of: table, into: &led.time, as: positiveTime)
    if led.state != .blink, let time = table["time"] {
      report(
        "\"time\" is how long an LED blinks: it does not apply to the state \(led.state.rawValue.quoted)",
        at: time.keyPlace)
    }
    return led
  }

  func haptic(_ field: Field, _ table: TOMLTable) -> Haptic? {
    guard let isOn = boolean(field) else { return nil }
    guard isOn else {
      return unusable("\"haptic\" must be true; leave the action out for no feedback", at: field.place)
    }
    var haptic = Haptic()
    read("device", of: table, into: &haptic.device) { filledText($0).map { .some($0) } }
    read("strength", of: table, into: &haptic.strength, as: share)
    read("time", of: table, into: &haptic.time, as: hapticTime)
    return haptic
  }

  func backlight(_ field: Field, _ table: TOMLTable) -> Backlight? {
    if case .string("toggle") = field.value.content {
      return unusable(
        "a backlight has no \"toggle\": write \"off\" in one gesture and \"on\" in another one, of which a mode enables one",
        at: field.place)
    }
    if case .string(let text) = field.value.content, text.hasPrefix("+") || text.hasPrefix("-") {
      return unusable(
        "\"backlight\" is a brightness, not a change of it: write a percentage without a sign, such as \"20%\"",
        at: field.place)
    }
    guard case .string(let text) = field.value.content, var backlight = Backlight(text) else {
      var suggestion: String?
      if case .string(let text) = field.value.content {
        suggestion = text == "0%" ? "off" : ["on", "off"].closest(to: text)
      }
      return unusable(
        "\"backlight\" must be \"on\", \"off\" or a percentage above 0 such as \"20%\", not \(field.value.described)",
        at: field.place, suggestion: suggestion)
    }
    read("device", of: table, into: &backlight.device) { filledText($0).map { .some($0) } }
    read("time", of: table, into: &backlight.time, as: fadeTime)
    return backlight
  }

  /// Reads a time up to a minute.
  private func fadeTime(_ field: Field) -> Duration? {
    checked(positiveTime(field), field, must: "at most \"60s\"") { $0 <= .seconds(60) }
  }

  func unit(_ field: Field, _ table: TOMLTable) -> UnitJob? {
    guard let name = filledText(field) else { return nil }
    guard UnitJob.isName(name) else {
      return unusable(
        "\"unit\" is the name of a unit of systemd, such as \"kiosk\", not \(name.quoted)", at: field.place)
    }
    var verb = UnitJob.Verb.start
    read("do", of: table, into: &verb, as: choice)
    return UnitJob(verb, name)
  }

  /// Reads a time from 1 ms to 65,535 ms, as the kernel has 16 bits of milliseconds.
  private func hapticTime(_ field: Field) -> Duration? {
    checked(positiveTime(field), field, must: "from \"1ms\" to \"65s\"") {
      $0 >= .milliseconds(1) && $0 <= .milliseconds(65535)
    }
  }
}
