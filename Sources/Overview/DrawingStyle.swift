import Pages

/// The style rules of pictograms and of screens, for a page and for a picture.
enum DrawingStyle {
  /// - Parameter colour: what stands for a colour of the palette: a variable, or the colour itself for programs that
  ///   know no variables.
  static func rules(_ colour: (String) -> String) -> String {
    let ink = colour("text"), muted = colour("muted")
    var rules = """
      .p-dot{fill:\(colour("active"))}
      .p-line{fill:none;stroke:\(ink);stroke-width:2.6;stroke-linecap:round;stroke-linejoin:round}
      .p-faint{fill:none;stroke:\(muted);stroke-width:1.6;stroke-dasharray:3 3}
      .p-thick{fill:none;stroke:\(colour("active"));stroke-width:5;stroke-linecap:round}
      .pictogram .p-text{fill:\(ink);font-size:12px;font-weight:600}
      .m-screen{fill:\(colour("card"));stroke:\(colour("edge"));stroke-width:2}
      .m-view{fill-opacity:.13;stroke-width:1.5}.m-view.off{stroke-dasharray:5 4}
      .m-zone{fill:\(colour("active"));fill-opacity:.45}
      .m-badge.whole{fill:\(muted)}
      svg .m-name{fill:\(ink);font-size:12px;font-weight:600}
      svg .m-number{fill:\(colour("on"));font-size:11px;font-weight:700}

      """
    for number in 0..<Palette.fingers {
      let own = colour("finger-\(number)")
      rules += ".m-view.finger-\(number){fill:\(own);stroke:\(own)}.m-badge.finger-\(number){fill:\(own)}\n"
    }
    return rules
  }
}
