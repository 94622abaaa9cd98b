/// Commands and log lines that do not do what was meant.
extension Habit {
  static let variables = [
    Self(
      "a small variable", tap("{ shell = \"echo $tickled_y\" }"),
      says: "warning: \"$tickled_y\" is not one of tickled's variables; did you mean \"$TICKLED_Y\"?",
      cured: tap("{ shell = \"echo $TICKLED_Y\" }")),
    Self(
      "a misspelt variable", gesture("swipe", "action = { log = \"went ${TICKLED_DIRECTON}\" }"),
      says: "warning: \"$TICKLED_DIRECTON\" is not one of tickled's variables; did you mean \"$TICKLED_DIRECTION\"?",
      cured: gesture("swipe", "action = { log = \"went ${TICKLED_DIRECTION}\" }")),
    Self(
      "a variable without its beginning", gesture("swipe", "action = { shell = \"echo \\\"$direction\\\"\" }"),
      says: "note: \"$direction\" is not one of tickled's variables; did you mean \"$TICKLED_DIRECTION\"?",
      cured: gesture("swipe", "action = { shell = \"echo \\\"$TICKLED_DIRECTION\\\"\" }")),
    Self(
      "a variable of another kind", gesture("pan", "action = { shell = \"echo $TICKLED_DIRECTION\" }"),
      says: "warning: \"$TICKLED_DIRECTION\" is empty: a swipe has it, a pan does not",
      cured: gesture("swipe", "action = { shell = \"echo $TICKLED_DIRECTION\" }")),
    Self(
      "a variable of the shell in the log", tap("{ log = \"$HOME\" }"),
      says: "note: \"$HOME\" stays as it is: a log line has the variables of the gesture only, such as \"$TICKLED_X\"",
      cured: tap("{ shell = \"echo $HOME\" }")),
    Self(
      "an argument of a script", tap("{ shell = \"echo $1\" }"),
      says: "note: \"$1\" is empty: a command gets no arguments, but variables such as \"$TICKLED_X\"",
      cured: tap("{ shell = \"echo $TICKLED_X\" }")),
    Self(
      "single quotes", tap("{ shell = \"notify-send 'at $TICKLED_X'\" }"),
      says: "warning: single quotes keep \"$TICKLED_X\" from being replaced: put it in double quotes",
      cured: tap("{ shell = 'notify-send \"at $TICKLED_X\"' }")),
  ]

  static let shells = [
    Self(
      "a pipe", tap("{ exec = [\"date\", \"|\", \"lp\"] }"),
      says: "warning: \"|\" is an operator of a shell, and \"exec\" runs no shell: write shell = \"date | lp\"",
      cured: tap("{ shell = \"date | lp\" }")),
    Self(
      "a variable", tap("{ exec = [\"notify-send\", \"at $TICKLED_X\"] }"),
      says: "warning: \"at $TICKLED_X\" is a variable, and \"exec\" runs no shell: use a script, or \"shell\"",
      cured: tap("{ shell = 'notify-send \"at $TICKLED_X\"' }")),
    Self(
      "a tilde", tap("{ exec = [\"feh\", \"~/wall.png\"] }"),
      says:
        "warning: \"~/wall.png\" is a path of a shell, and \"exec\" runs no shell: write shell = \"feh ~/wall.png\"",
      cured: tap("{ shell = \"feh ~/wall.png\" }")),
    Self(
      "a command in a command", tap("{ exec = [\"logger\", \"$(date)\"] }"),
      says: "warning: \"$(date)\" is a command, and \"exec\" runs no shell: write shell = \"logger $(date)\"",
      cured: tap("{ shell = \"logger $(date)\" }")),
    Self(
      "a glob", tap("{ exec = [\"rm\", \"/run/shots/*.png\"] }"),
      says:
        "note: \"/run/shots/*.png\" is a pattern, and \"exec\" runs no shell: write shell = \"rm /run/shots/*.png\"",
      cured: tap("{ shell = \"rm /run/shots/*.png\" }")),
    Self(
      "a stream", gesture("pan", "action = { stream = [\"overlay\", \"~/theme\"] }"),
      says: "warning: \"~/theme\" is a path of a shell, and \"stream\" runs no shell: use a script, or \"shell\"",
      cured: gesture("pan", "action = { stream = [\"overlay\", \"/etc/theme\"] }")),
    Self(
      "a test of bash", gesture("swipe", "action = { shell = '[[ $TICKLED_DIRECTION = up ]] && echo up' }"),
      says: "note: \"[[\" is of bash, and commands run in /bin/sh, which often is another shell: use [ … ]",
      cured: gesture("swipe", "action = { shell = '[ $TICKLED_DIRECTION = up ] && echo up' }")),
    Self(
      "source", tap("{ shell = \"source /etc/lamp && lamp\" }"),
      says: "note: \"source\" is of bash, and commands run in /bin/sh, which often is another shell: use \".\"",
      cured: tap("{ shell = \". /etc/lamp && lamp\" }")),
    Self(
      "export", tap("{ shell = \"export LAMP=on\" }"),
      says:
        "warning: \"export\" has no effect on other commands, as each has a shell of its own: write both in one command line, "
        + "or use \"env\"",
      cured: tap("{ shell = \"lamp\", env = { LAMP = \"on\" } }")),
  ]

  static let times = [
    Self(
      "a timeout", tap("{ shell = \"sleep 2m; echo late\", timeout = \"90s\" }"),
      says: "warning: this command is ended before \"sleep 2m\" is over: raise the \"timeout\", or leave it out",
      cured: tap("{ shell = \"sleep 2m; echo late\", timeout = \"150s\" }")),
    Self(
      "a command for each frame", gesture("rotation", "on = { changed = { shell = \"wpctl set-volume 1 2%+\" } }"),
      says: "warning: this runs at every change, 60 times per second or more: write every = \"15deg\" beside it",
      cured: gesture("rotation", "on = { changed = { shell = \"wpctl set-volume 1 2%+\", every = \"15deg\" } }")),
    Self(
      "a key for each frame", gesture("pan", "on = { changed = { key = \"down\" } }"),
      says: "warning: this runs at every change, 60 times per second or more: write every = \"5mm\" beside it",
      cured: gesture("pan", "on = { changed = { key = \"down\", every = \"5mm\" } }")),
  ]

  static let soundCommands = [
    // A program of the user's own may read the variables.
    gesture("pan", "on = { changed = { exec = [\"lamp\"] } }"),
    gesture("pan", "on = { changed = { shell = \"echo $TICKLED_X\" } }"),
    gesture("pan", "on = { began = { key = \"down\" } }"),
    // Variables and patterns that are not for the shell, or that the line sets.
    tap("{ shell = \"x=1; echo $x\" }"), tap("{ shell = \"echo $MODE\", env = { MODE = \"1\" } }"),
    tap("{ shell = \"sh -c 'echo $TICKLED_X'\" }"), tap("{ shell = \"set -- a; echo $1\" }"),
    tap("{ shell = \"for state in a b; do echo $state; done\" }"), tap("{ shell = \"echo \\\\$direction\" }"),
    tap("{ exec = [\"sh\", \"-c\", \"echo $TICKLED_X | wc\"] }"), tap("{ exec = [\"wlopm\", \"--off\", \"*\"] }"),
    tap("{ exec = [\"curl\", \"http://lamp/a?b=1&c=*\"] }"), tap("{ exec = [\"grep\", \"end$\"] }"),
    tap("{ shell = \"echo '[[ a == b ]]'\" }"), tap("{ shell = \"export A=1; lamp\" }"),
    tap("{ shell = \"bash -c '[[ a ]]'\" }"), tap("{ shell = \"lamp >/dev/null 2>&1\" }"),
    tap("{ log = \"costs 5$, $TICKLED_X\" }"),
    tap("{ shell = \"sleep 5\", timeout = \"6s\" }"),
  ]
}
