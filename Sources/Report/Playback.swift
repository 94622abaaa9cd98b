import Configuration
import Pages

/// What moves the fingers over the views in a report: a script of the page's own, and the buttons that it needs. Without scripts,
/// the buttons stay hidden and the page shows the whole paths.
enum Playback {
  /// The hash by which the page's policy allows just this script.
  static var hash: String {
    let bytes = UnsafeBufferPointer(start: script.utf8Start, count: script.utf8CodeUnitCount)
    return "sha256-" + SHA256.base64(of: Array(bytes))
  }

  static func writeScript(to page: inout Markup) { page.element("script") { $0.own(script) } }

  static func writeButtons(_ report: ReplayReport, to page: inout Markup) {
    let end = compact((report.duration * 1000).rounded(.up))
    page.element(
      "div", ["class": "player", "hidden": "hidden", "role": "group", "aria-label": "Playback", "data-end": end]
    ) { page in
      page.element("button", ["type": "button", "class": "play"], "Play")
      page.element("button", ["type": "button", "class": "back", "aria-label": "Back to the touch before"], "◀")
      page.element("button", ["type": "button", "class": "next", "aria-label": "On to the next touch"], "▶")
      page.empty(
        "input",
        ["type": "range", "min": "0", "max": end, "value": end, "step": "10", "aria-label": "Time of the recording"])
      page.element("output", ["aria-live": "off"], "")
      page.element("label") { page in
        page.text("Speed ")
        page.element("select") { page in
          for speed in ["1", "0.5", "0.25", "0.1"] { page.element("option", ["value": speed], "\(speed)×") }
        }
      }
    }
  }

  /// The times of a path's points, in milliseconds, each as the difference from the one before.
  static func times(of touch: ReplayReport.TouchPath) -> String {
    var last = 0
    return touch.points.all.map { sample in
      let time = Int((sample.time * 1000).rounded())
      defer { last = time }
      return "\(time - last)"
    }.joined(separator: " ")
  }

  /// It has neither `<` nor `&`, as the page is well-formed XML, too.
  private static let script: StaticString = """
    "use strict";
    for (const map of document.querySelectorAll(".map")) {
      const player = map.querySelector(".player");
      if (!player) continue;
      const [play, back, next] = player.querySelectorAll("button");
      const slider = player.querySelector("input"), shown = player.querySelector("output");
      const speed = player.querySelector("select"), end = Number(player.dataset.end);
      const screen = map.querySelector(".map-svg"), drawing = screen.querySelector(".paths");
      const size = drawing.viewBox.baseVal, section = map.closest("section");
      const calm = matchMedia("(prefers-reduced-motion: reduce)");
      const make = (name, attributes, parent) => {
        const element = document.createElementNS(screen.namespaceURI, name);
        for (const key in attributes) element.setAttribute(key, attributes[key]);
        return parent.appendChild(element);
      };
      const touches = [...drawing.querySelectorAll(".path")].map(path => {
        const numbers = path.getAttribute("d").match(/-?[\\d.]+/g).map(Number);
        let time = 0;
        const times = path.dataset.times.split(" ").map(step => time += Number(step));
        const points = times.map((_, index) => [numbers[2 * index], numbers[2 * index + 1]]);
        const kind = path.classList[1];
        return { times, points, trail: make("path", { class: "trail " + kind }, drawing),
          finger: make("circle", { class: "finger " + kind, r: 11 }, screen) };
      });
      const lines = [...section.querySelectorAll(".time-svg")].map(svg =>
        make("line", { class: "now", y1: 22, y2: Number(svg.getAttribute("height")) - 22 }, svg));
      const rows = [...section.querySelectorAll("tr[data-from]")];
      const between = (a, b, share) => [a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share];

      const show = now => {
        screen.classList.add("playing");
        slider.value = now;
        shown.textContent = (now / 1000).toFixed(2) + " s";
        slider.setAttribute("aria-valuetext", (now / 1000).toFixed(2) + " seconds");
        for (const { times, points, trail, finger } of touches) {
          const last = times.length - 1;
          let index = times.findIndex(time => time > now) - 1;
          if (index === -2) index = last;
          const isDown = index >= 0 ? times[last] >= now : false;
          trail.setAttribute("d", index >= 0 ? "M" + points.slice(0, index + 1).join(" L") : "");
          finger.style.display = isDown ? "" : "none";
          if (!isDown) continue;
          const next = Math.min(index + 1, last), span = times[next] - times[index];
          const place = between(points[index], points[next], span > 0 ? (now - times[index]) / span : 0);
          if (next > index) trail.setAttribute("d", trail.getAttribute("d") + " L" + place);
          finger.setAttribute("cx", place[0] / size.width * 100 + "%");
          finger.setAttribute("cy", place[1] / size.height * 100 + "%");
        }
        for (const line of lines) {
          const place = end > 0 ? now / end * 100 + "%" : "0";
          line.setAttribute("x1", place);
          line.setAttribute("x2", place);
          const drawn = line.ownerSVGElement, box = drawn.parentElement;
          box.scrollLeft = now / Math.max(end, 1) * drawn.getBoundingClientRect().width - box.clientWidth / 2;
        }
        for (const row of rows) {
          const from = Number(row.dataset.from), to = Number(row.dataset.to);
          row.classList.toggle("now", now >= from ? to + 400 >= now : false);
        }
      };

      let begun = null;
      const pause = () => {
        begun = null;
        play.textContent = "Play";
      };
      const turn = time => {
        if (begun === null) return;
        begun.now = Math.min(end, begun.now + Math.max(0, time - begun.at) * Number(speed.value));
        begun.at = time;
        // The picture changes twice per second where readers want less motion.
        if (!calm.matches || begun.now - begun.shown >= 500 * Number(speed.value) || begun.now === end) {
          begun.shown = begun.now;
          show(begun.now);
        }
        if (begun.now === end) pause(); else requestAnimationFrame(turn);
      };
      const toggle = () => {
        if (begun !== null) return pause();
        const now = Number(slider.value) >= end ? 0 : Number(slider.value);
        begun = { now, at: performance.now(), shown: now };
        play.textContent = "Pause";
        show(now);
        requestAnimationFrame(turn);
      };
      const landings = [...new Set([0, ...touches.map(touch => touch.times[0])])].sort((a, b) => a - b);
      const go = time => {
        pause();
        if (time !== undefined) show(time);
      };
      play.addEventListener("click", toggle);
      slider.addEventListener("input", () => go(Number(slider.value)));
      back.addEventListener("click", () => go(landings.filter(time => Number(slider.value) > time + 1).pop()));
      next.addEventListener("click", () => go(landings.find(time => time > Number(slider.value) + 1) ?? end));
      player.addEventListener("keydown", event => {
        if (event.key !== " " || event.target !== slider) return;
        event.preventDefault();
        toggle();
      });
      player.hidden = false;
      shown.textContent = (end / 1000).toFixed(2) + " s";
    }
    """
}
