/// Values with which something cannot be seen, heard or recognized.
extension Habit {
  static let values = [
    Self(
      "a press that is stale",
      "[[screen]]\nname = \"main\"\nstale = \"4s\"\n" + gesture("long-press", "min_duration = \"6s\""),
      says:
        "note: a finger that rests is ignored after the screen's \"stale\", before this press begins: give the screen a longer "
        + "one",
      cured: "[[screen]]\nname = \"main\"\nstale = \"40s\"\n" + gesture("long-press", "min_duration = \"6s\"")),
    Self(
      "a relation turned round",
      gesture("tap", "taps = 2", name: "twice")
        + gesture("tap", "taps = 3\nrequires_failure_of = \"twice\"", name: "thrice"),
      says:
        "warning: \"thrice\" is never recognized: it waits for \"twice\" to fail, which is recognized first: let \"twice\" wait "
        + "instead, with requires_failure_of = [\"thrice\"]",
      cured: gesture("tap", "taps = 2\nrequires_failure_of = [\"thrice\"]", name: "twice")
        + gesture("tap", "taps = 3", name: "thrice")),
    Self(
      "views side by side",
      halves + gesture("swipe", "view = \"west\"", name: "other")
        + gesture("swipe", "view = \"east\"\ndoes_not_prevent = \"other\""),
      says:
        "note: \"does_not_prevent\" has no effect: \"other\" is on another view, so they share no touch: leave it out",
      cured: halves + gesture("swipe", "view = \"west\"", name: "other") + gesture("swipe", "view = \"east\"")),
    Self(
      "a size as it is seen",
      "[[screen]]\nname = \"main\"\norientation = \"right\"\nsize = [\"90mm\", \"150mm\"]\n" + page,
      says:
        "note: \"size\" is that of the panel before it is turned: if that is wider than high, write its longer side first",
      cured: "[[screen]]\nname = \"main\"\norientation = \"right\"\nsize = [\"150mm\", \"90mm\"]\n" + page),
    Self(
      "a maker in small letters", "[[screen]]\nname = \"main\"\nmatch = { name = \"ilitek*\" }\n" + page,
      says:
        "note: most panels of this make have longer names, beginning with a capital letter or in capitals; did you mean "
        + "\"ILITEK*\"?",
      cured: "[[screen]]\nname = \"main\"\nmatch = { name = \"ILITEK*\" }\n" + page),
    Self(
      "the power key", gesture("press", "key = \"sleep\""),
      says: "note: systemd-logind reacts to this key, too: write HandleSuspendKey=ignore in /etc/systemd/logind.conf",
      cured: gesture("press", "key = \"f12\"")),
    Self(
      "a sound without volume", tap("{ sound = \"hehe\", volume = 0.0 }"),
      says: "warning: a \"volume\" of 0 cannot be heard",
      cured: tap("{ sound = \"hehe\", volume = 0.1 }")),
    Self(
      "a motor without strength", tap("{ haptic = true, strength = 0 }"),
      says: "warning: a \"strength\" of 0 cannot be felt",
      cured: tap("{ haptic = true, strength = 0.1 }")),
    Self(
      "a capital key", keyboard + tap("{ key = \"Q\" }"),
      says: "note: the key \"Q\" types a small letter: write \"shift+q\" for a capital one",
      cured: keyboard + tap("{ key = \"shift+q\" }")),
    Self(
      "a letter that moves", tap("{ key = \"ctrl+z\" }"),
      says:
        "note: letters are pressed where a US keyboard has them, unless `tickle follow` sends the layout of a session: for "
        + "another layout, add the output of `tickle keys --layout LAYOUT`",
      cured: keyboard + tap("{ key = \"ctrl+z\" }")),
  ]

  private static let keyboard = "[daemon.keyboard]\ny = \"zZ\"\na = \"qQ\"\n"

  fileprivate static let halves =
    "[[view]]\nname = \"west\"\nframe = { width = \"50%\" }\n[[view]]\nname = \"east\"\nframe = { x = \"50%\" }\n"

  static let soundValues = [
    // Relations of views of which one is in the other, and on screens with one gesture at a time.
    "[[screen]]\nname = \"main\"\nexclusive = \"screen\"\n" + halves
      + gesture("swipe", "view = \"west\"", name: "other")
      + gesture("swipe", "view = \"east\"\ndoes_not_prevent = \"other\""),
    "[[view]]\nname = \"out\"\n[[view]]\nname = \"in\"\nparent = \"out\"\n"
      + gesture("tap", "view = \"in\"", name: "other")
      + gesture("swipe", "view = \"out\"\ndoes_not_prevent = \"other\""),
    "[[screen]]\nname = \"main\"\nmatch = { name = \"raspberrypi-ts\" }\n" + page,
    tap("{ key = \"Ctrl+C\" }"), gesture("press", "key = \"volumeup\""),
  ]
}
