import Actions
import Text

/// Warnings about units that systemd does not have, but under a similar name.
extension ConfigurationChecker {
  func warnAboutUnits(on machine: Machine) {
    for use in outline.actionUses {
      guard case .unit(let job) = use.action, let meant = machine.unit(meantBy: job) else { continue }
      findings.warn("there is no unit \(job.file.quoted)", at: use.field.place, suggestion: meant)
    }
  }
}

extension Machine {
  /// The unit that was probably meant by one that neither the machine nor a permission has; `nil` if none is similar.
  func unit(meantBy job: UnitJob) -> String? {
    if allows(job) || hasUnit(job.file) { return nil }
    if let target = Self.targets[job.unit.lowercased()] { return target }
    return serviceNames.closest(to: job.unit)
  }

  /// The targets for what people want of the machine.
  private static let targets = [
    "reboot": "reboot.target", "restart": "reboot.target", "poweroff": "poweroff.target", "off": "poweroff.target",
    "shutdown": "poweroff.target", "shutdown.target": "poweroff.target", "halt": "halt.target",
    "suspend": "suspend.target", "sleep": "suspend.target", "sleep.target": "suspend.target",
    "hibernate": "hibernate.target", "hybrid-sleep": "hybrid-sleep.target", "rescue": "rescue.target",
    "graphical": "graphical.target", "multi-user": "multi-user.target",
  ]
}

extension UnitJob {
  /// The unit's file: that of its template, if it is an instance.
  fileprivate var file: String {
    let suffixes = [".target", ".socket", ".timer", ".mount", ".path", ".slice", ".scope", ".device", ".swap"]
    let whole = suffixes.contains { unit.hasSuffix($0) } ? unit : unit + ".service"
    guard let at = whole.firstIndex(of: "@"), let dot = whole.lastIndex(of: "."), at < dot else { return whole }
    return String(whole[...at] + whole[dot...])
  }
}
