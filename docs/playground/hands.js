// Hands that make a gesture of each kind, as frames of fingers, for those who have no touchscreen or would rather look first.

const STEP = 10_000;

/** The frames of fingers, each a function from 0...1 to a place, that land, move for `duration` ms and lift, `pause` ms after the last ones. */
function movement(fingers, duration, begins = 0) {
  const count = Math.max(1, Math.round((duration * 1000) / STEP));
  const frames = [];
  for (let step = 0; step <= count; step += 1) {
    const phase = step === 0 ? "down" : "move";
    frames.push({ time: begins + step * STEP, contacts: fingers.map((finger, index) => ({ id: index + 1, phase, ...finger(step / count) })) });
  }
  frames.push({ time: begins + count * STEP + 1000, contacts: fingers.map((finger, index) => ({ id: index + 1, phase: "up", ...finger(1) })) });
  return frames;
}

const still = (x, y) => () => ({ x, y });
const line = (x, y, dx, dy = 0) => (share) => ({ x: x + dx * share, y: y + dy * share });
// A hand gets faster and slower again.
const gently = (finger) => (share) => finger((1 - Math.cos(Math.PI * share)) / 2);
const beside = (finger, dx) => (share) => { const { x, y } = finger(share); return { x: x + dx, y }; };

/** The frames of a gesture of a kind in the middle of an area, with as many fingers and taps as its keys say. Times are microseconds from 0. */
export function hands(kind, area, keys = {}) {
  const { width, height } = area;
  const [x, y] = [area.x + width / 2, area.y + height / 2];
  const reach = Math.min(width, height) / 3;
  const count = Number.parseInt(keys.fingers ?? keys.min_fingers ?? 1, 10) || 1;
  const several = (finger) => Array.from({ length: count }, (_, index) => beside(finger, (index - (count - 1) / 2) * 16));
  const made = {
    tap: () => Array.from({ length: Number(keys.taps ?? 1) }, (_, index) => movement(several(still(x, y)), 60, index * 200_000)).flat(),
    "long-press": () => movement(several(still(x, y)), 900),
    pan: () => movement(several(gently(line(x - reach / 2, y, reach, reach / 4))), 900),
    swipe: () => movement(several(line(x - reach / 2, y, Math.max(reach, 25))), 120),
    pinch: () => movement([gently(line(x - 8, y, -reach / 2)), gently(line(x + 8, y, reach / 2))], 700),
    rotation: () => movement([0, Math.PI].map((start) => gently((share) => {
      const angle = start + share * Math.PI / 2;
      return { x: x + 20 * Math.cos(angle), y: y + 20 * Math.sin(angle) };
    })), 700),
    "edge-pan": () => movement([line(area.x + 0.5, y, reach)], 350),
    tickle: () => movement([(share) => ({ x: x + 12 * Math.abs(((share * 4) % 2) - 1) - 6, y })], 500),
  };
  made.transform = made.rotation;
  return (made[kind] ?? made.tap)();
}
