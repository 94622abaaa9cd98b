import Testing

@testable import Import

@Suite("Importing lisgd")
struct LisgdTests {
  @Test func `A swipe keeps its fingers, direction and command`() throws {
    let imported = try imported(.lisgd, #"lisgd -g "2,DU,*,*,R,playerctl next""#)
    #expect(imported.summary == "1 of 1 gesture carried, 0 with differences")
    #expect(
      imported.tables.hasSuffix(
        """
        [[gesture]]
        name = "2-swipe-up"
        kind = "swipe"
        direction = "up"
        fingers = 2
        lift_velocity = "none"
        action = { shell = "playerctl next" }

        """))
    try valid(imported)
  }

  @Test(arguments: [
    ("LR", "right"), ("RL", "left"), ("DU", "up"), ("UD", "down"), ("DLUR", "up-right"), ("URDL", "down-left"),
    ("DRUL", "up-left"), ("ULDR", "down-right"),
  ])
  func `Each swipe has a direction`(swipe: String, direction: String) throws {
    let imported = try imported(.lisgd, "lisgd -g 1,\(swipe),a")
    #expect(imported.gestures.map(\.directions) == [[direction]])
    try valid(imported)
  }

  @Test(arguments: [
    ("LR,L", "starts_at", "left"), ("RL,L", "ends_at", "left"), ("UD,B", "ends_at", "bottom"),
    ("DU,L", "starts_at", "left"), ("DRUL,BR", "starts_at", "bottom-right"), ("ULDR,BR", "ends_at", "bottom-right"),
    ("DLUR,T", "ends_at", "top"), ("URDL,T", "starts_at", "top"), ("RL,TL", "ends_at", "top-left"),
    ("DLUR,TL", "starts_at", "left"), ("DLUR,TL", "ends_at", "top"),
  ])
  func `A swipe away from an edge starts there, and one towards it ends there`(
    fields: String, key: String, place: String
  ) throws {
    let gesture = try #require(try imported(.lisgd, "lisgd -g 1,\(fields),*,a").gestures.first)
    #expect(gesture.settings.contains(.init(key: key, value: "\"\(place)\"")))
  }

  @Test(.needsPlaces) func `A configuration with edges and corners is valid`() throws {
    try valid(
      try imported(.lisgd, "lisgd -s 2 -g 1,LR,L,*,a -g 1,RL,*,*,b -g 1,UD,T,L,P,c -g 1,DRUL,BR,*,d -g 1,UD,B,*,e"))
  }

  @Test func `Long and medium swipes have a least distance, and the general one waits for them`() throws {
    let imported = try imported(.lisgd, "lisgd -g 1,RL,*,L,long -g 1,RL,*,M,medium -g 1,RL,*,*,any")
    #expect(imported.tables.contains("min_distance = \"66%\""))
    #expect(imported.tables.contains("min_distance = \"33%\""))
    #expect(imported.tables.contains("requires_failure_of = [\"swipe-left-long\", \"swipe-left-medium\"]"))
    try valid(imported)
  }

  @Test func `A gesture that lisgd never runs is named with the one that takes its place`() throws {
    let imported = try imported(.lisgd, "lisgd -g 1,RL,*,*,any -g 1,RL,L,S,short")
    #expect(imported.summary == "1 of 2 gestures carried, 0 with differences")
    #expect(imported.omissions == ["lisgd never runs it, as the gesture on line 1 always matches first"])
    #expect(imported.toml.contains("# Line 1: -g 1,RL,L,S,short"))
  }

  @Test func `Gestures that run while the finger moves are steps of one drag`() throws {
    let imported = try imported(.lisgd, "lisgd -T 60 -g '1,DU,*,*,P,vol up' -g '1,UD,*,*,P,vol down'")
    #expect(imported.carried == 2)
    #expect(
      imported.tables.hasSuffix(
        """
        [[gesture]]
        name = "pan-vertical"
        kind = "pan"
        axis = "vertical"
        min_fingers = 1
        max_fingers = 1
        compensate = false

        [gesture.on]
        backwards = { shell = "vol up", every = "6mm", overlap = "queue" }
        forwards = { shell = "vol down", every = "6mm", overlap = "queue" }

        """))
    try valid(imported)
  }

  @Test func `A script with continuations, variables and other commands is read`() throws {
    let imported = try imported(
      .lisgd,
      #"""
      #!/bin/sh
      pkill lisgd
      THRESHOLD="${MY_THRESHOLD:-125}"
      PROGRAM='say "hello"'
      # order matters
      exec lisgd "$@" -d "${DEVICE:-"/dev/input/touchscreen"}" ${orientation:+-o $orientation} \
        -t "$THRESHOLD" \
        -g "1,LR,*,*,setsid -f $PROGRAM" \
        -g '3,UD,*,*,echo $HOME' &
      """#)
    #expect(imported.summary == "2 of 2 gestures carried, 0 with differences")
    #expect(imported.tables.contains(#"action = { shell = "setsid -f say \"hello\"" }"#))
    #expect(imported.tables.contains(#"action = { shell = "echo $HOME" }"#))
    #expect(imported.tables.contains("min_distance = \"12.5mm\""))
    #expect(imported.toml.contains("# Line 8: -g 1,LR,*,*,setsid"))
    #expect(imported.toml.contains("/dev/input/touchscreen"))
    try valid(imported)
  }

  @Test func `A variable that the script does not set is named`() throws {
    let imported = try imported(.lisgd, #"lisgd -g "1,LR,*,*,$RUN now""#)
    #expect(imported.different == 1)
    #expect(
      imported.toml.contains("# Different: the script that starts lisgd sets $RUN; here it is part of the command."))
    #expect(imported.tables.contains("action = { shell = \"$RUN now\" }"))
  }

  @Test func `The words of a command line are read as well`() throws {
    let imported = try Import(
      lisgdArguments: ["-d", "/dev/input/event1", "-o", "1", "-r", "20", "-m", "1200", "-g", "1,LR,*,*,R,a, b"])
    #expect(imported.tables.contains("match = { path = \"/dev/input/event1\" }\norientation = \"left\""))
    #expect(imported.tables.contains("max_angle = \"20deg\"\nmax_duration = \"1200ms\""))
    #expect(imported.tables.contains("shell = \"a, b\""))
    try valid(imported)
  }

  @Test func `A config.h is read`() throws {
    let imported = try imported(
      .lisgd,
      #"""
      unsigned int distancethreshold = 90;
      char *device = "/dev/input/event1";
      Gesture gestures[] = {
        /* nfingers, gesturetype, edge, distance, mode, command */
        { 1, SwipeLR, EdgeAny, DistanceLong, ActModeReleased, "say \"right\"" },
        { 2, SwipeDU, EdgeNone, DistanceAny, ActModeReleased, "up" },
        { 2, SwipeUD, EdgeAny, DistanceAny, ActModeReleased, "" },
      };
      """#)
    #expect(imported.summary == "2 of 3 gestures carried, 1 with differences")
    #expect(imported.omissions == ["it has no command"])
    #expect(imported.tables.contains(#"shell = "say \"right\"""#))
    #expect(imported.tables.contains("min_distance = \"9mm\""))
    #expect(imported.tables.contains("view = \"middle\""))
    try valid(imported)
  }

  @Test(arguments: [
    ("x,LR,*,*,a", "x is not a number of fingers"), ("1,XX,*,*,a", "XX is not one of"),
    ("1,LR", "it is not FINGERS,SWIPE"),
    ("1,LR,*,*, ", "it has no command"),
  ])
  func `A gesture that cannot be read is left out with the reason`(gesture: String, reason: String) throws {
    let imported = try imported(.lisgd, "lisgd -g '\(gesture)' -g 1,DU,a")
    #expect(imported.carried == 1)
    #expect(imported.omissions.first?.hasPrefix(reason) == true)
    #expect(imported.toml.contains("# Line 1: -g \(gesture)".trimmed))
    try valid(imported)
  }

  @Test(arguments: ["1,UD,U,*,R,run, now", "1,UD,ML,M,P,run, now", "1,UD,D,*,run, now"])
  func `An edge that lisgd does not have is not a part of the command`(gesture: String) throws {
    let imported = try imported(.lisgd, "lisgd -g '\(gesture)'")
    #expect(imported.gestures.flatMap(\.bindings).flatMap(\.steps).map(\.action) == [.shell("run, now")])
    #expect(imported.toml.contains("is not an edge of lisgd (*, N, L, R, T, B, TL, TR, BL, BR); it counts everywhere"))
    try valid(imported)
  }

  @Test func `Commas of a command stay where a gesture has no edge`() throws {
    let imported = try imported(.lisgd, "lisgd -g '1,UD,a,b,c' -g '1,DU,say a,*,b'")
    let commands = imported.gestures.flatMap(\.bindings).flatMap(\.steps).map(\.action)
    #expect(commands == [.shell("a,b,c"), .shell("say a,*,b")])
  }

  @Test func `Only the first of several command lines is read, with its own options`() throws {
    let imported = try imported(
      .lisgd,
      """
      if x; then
        lisgd -t 50 -g "1,LR,*,*,R,a" -g "1,DU,*,*,R,b"
      else
        lisgd -t 200 -g "1,LR,*,*,R,a" -g "1,LR,L,*,R,c"
      fi
      """)
    #expect(imported.summary == "2 of 4 gestures carried, 0 with differences")
    #expect(imported.toml.contains("These are the gestures of line 2, with its options."))
    #expect(imported.tables.contains("min_distance = \"5mm\"") && !imported.tables.contains("20mm"))
    #expect(
      imported.omissions == [
        "it is of the other lisgd on line 4, and the first one has the same",
        "it is of the other lisgd on line 4; to have it, import that command line alone",
      ])
    try valid(imported)
  }

  @Test func `The word lisgd among other words is not a command of lisgd`() throws {
    let imported = try imported(
      .lisgd,
      """
      notify-send "lisgd" "starting" -u critical
      lisgd -t 100 -g 1,LR,L,*,R,a &
      notify-send "lisgd" "started" -t 2000
      """)
    #expect(imported.tables.contains("min_distance = \"10mm\""))
    #expect(!imported.toml.contains("no option"))
  }

  @Test func `Limits that a drag does not have are named`() throws {
    let imported = try imported(.lisgd, "lisgd -m 300 -r 20 -g 1,UD,*,*,P,a -g 1,DU,*,*,P,b")
    #expect(imported.toml.contains("# Different: -m is left out: a pan has no limit of time."))
    #expect(imported.toml.contains("# Different: -r is left out: a pan has no limit of angle."))
    #expect(imported.different == 2)
  }

  @Test func `A constant that lisgd does not have is named`() throws {
    let imported = try imported(
      .lisgd,
      "Gesture gestures[] = {\n{ 1, SwipeDU, EdgeL, DistanceAny, ActModeReleased, \"a\" },\n"
        + "{ 1, SwipeUD, EdgeAny, DistanceAny, ActModePushed, \"b\" },\n};\n")
    #expect(imported.different == 2)
    #expect(imported.toml.contains("EdgeL is not a constant of lisgd's edges; it counts everywhere"))
    #expect(imported.toml.contains("ActModePushed is not a constant of lisgd that is known here"))
  }

  @Test func `A list of gestures without a command line is refused with the reason`() {
    let text = "gestures = [ \"-g '1,RL,R,*,R,a'\" ]; \"lisgd ${concat gestures}\""
    #expect(refusal(.lisgd, Array(text.utf8))?.reason.contains("has no command line of lisgd with -g") == true)
  }

  @Test(arguments: ["<<EOF", "<<-'EOF'", "<< \"EOF\""])
  func `The text of a document does not hide a command behind it`(start: String) throws {
    let imported = try imported(
      .lisgd,
      """
      cat \(start)
      Don't run as root: lisgd -g 1,DU,x
        EOF
      lisgd -g '1,LR,L,*,R,a' -g '1,RL,R,*,R,b <<c'
      x=$((1 <<y))
      """)
    #expect(imported.summary == "2 of 2 gestures carried, 0 with differences")
    #expect(imported.toml.contains("# Line 4: -g 1,LR,L,*,R,a"))
    try valid(imported)
  }

  @Test func `A script that another one writes is read after its own commands`() throws {
    let document = "cat > gestures <<'EOF'\nlisgd -g 1,DU,a\nEOF\n"
    let imported = try imported(.lisgd, document)
    #expect(imported.gestures.map { $0.sources[0].line } == [2])
    let both = try Import(.lisgd, bytes: Array("\(document)lisgd -g 1,UD,b".utf8))
    #expect(both.gestures.map { $0.sources[0].line } == [4])
    #expect(both.omissions == ["it is of the other lisgd on line 2; to have it, import that command line alone"])
  }

  @Test(arguments: ["", "-", "!"]) func `The command line of a systemd unit is read`(sign: String) throws {
    let unit = try imported(
      .lisgd,
      """
      [Service]
      Environment=A=b
      ExecStartPre=/usr/bin/true
      ExecStart=\(sign)/usr/bin/lisgd -d /dev/input/by-path/pci-1-event \\
        -g "1,LR,L,*,R,swaymsg workspace prev" -g "1,RL,R,*,R,b"
      """)
    #expect(unit.gestures.map(\.name) == ["swipe-right-from-left", "swipe-left-from-right"])
  }

  @Test(arguments: [
    "riverctl spawn \"lisgd -t 80 -g '1,LR,L,*,R,playerctl next' -g '1,RL,R,*,R,b c'\"",
    "riverctl spawn 'exec lisgd -t 80 -g \"1,LR,L,*,R,playerctl next\" -g \"1,RL,R,*,R,b c\"'",
    "sh -c 'pkill lisgd; swaymsg exec \"lisgd -t 80 -g 1,LR,L,*,R,playerctl\\ next -g 1,RL,R,*,R,b\\ c\"'",
    """
    spawn-at-startup = [
      { command = [
        "lisgd" "-t" "80"
        "-g" "1,LR,L,*,R,playerctl next"
        "-g" "1,RL,R,*,R,b c"
      ]; }
    ];
    """,
  ])
  func `A command line in another program's word or list is read`(text: String) throws {
    let imported = try imported(.lisgd, "# starts gestures\n\(text)\necho done")
    let commands = imported.gestures.flatMap(\.bindings).flatMap(\.steps).map(\.action)
    #expect(commands == [.shell("playerctl next"), .shell("b c")])
    #expect(imported.tables.contains("min_distance = \"8mm\""))
    let line = text.contains("[") ? 5 : 2
    #expect(imported.gestures[0].sources[0].line == line)
    try valid(imported)
  }

  @Test(arguments: ["spawn-at-startup", "riverctl spawn", "exec-once ="])
  func `Lines that start lisgd beside one another are one list`(start: String) throws {
    let imported = try imported(
      .lisgd,
      """
      // \(start) "lisgd" "-t" "90" "-g" "1,LR,B,*,R,z"
      \(start) "lisgd" "-t" "80" "-g" "1,LR,L,*,R,a"
      \(start) "lisgd" "-g" "1,RL,R,*,R,b" "-t" "80"
      \(start) "lisgd" "-t" "80" "-g" "1,LR,L,*,R,c"
      \(start) "lisgd" "-t" "99" "-g" "1,UD,T,*,R,d"
      """)
    #expect(imported.gestures.flatMap(\.bindings).flatMap(\.steps).map(\.action) == [.shell("a"), .shell("b")])
    #expect(
      imported.omissions == [
        "two lisgd run a command each for this swipe; here one gesture does: add its command to the gesture of line 2",
        "it is of the other lisgd on line 5; to have it, import that command line alone",
      ])
    try valid(imported)
  }

  @Test func `A name of Nix with a hyphen is not the shell's variable with a default`() throws {
    let command = "lisgd -g \"1,LR,T,*,R,${rotate-screen}/bin/rotate\""
    let nix = try imported(.lisgd, "text = ''\n  ${pkgs.coreutils}/bin/sleep 5; \(command)\n'';")
    #expect(nix.tables.contains("shell = \"${rotate-screen}/bin/rotate\""))
    #expect(nix.different == 1)
    #expect(try imported(.lisgd, command).tables.contains("shell = \"screen/bin/rotate\""))
  }
}
