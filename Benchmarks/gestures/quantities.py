"""The distributions from which synthetic people are drawn (people.py), fitted to the quantiles of ../shared/hands/people.tsv.

Where nothing was measured, as for the tremor, a number is our choice. A fit of a few parameters does not meet each quantile: truth.py says
which it misses.
"""
import dataclasses
import math


@dataclasses.dataclass
class Quantity:
    """Tukey's g-and-h distribution: a normal one with a `skew` (g), and with heavier tails (h).

    `scale` is where it applies: log, linear or logit. `middle` is the median, and `width` the standard deviation on this scale.
    `person` is the fraction of the variance between people. `like` is another quantity, and the correlation with it. Lengths are in
    mm, times in ms, and angles in degrees.
    """
    scale: str
    middle: float
    width: float
    skew: float = 0.0
    tail: float = 0.0
    person: float = 0.2
    like: tuple = ()
    low: float = -math.inf
    high: float = math.inf

    def value(self, z):
        z = min(max(z, -3.5), 3.5)
        bent = (math.expm1(self.skew * z) / self.skew if abs(self.skew) > 1e-6 else z) * math.exp(self.tail * z * z / 2)
        place = self.width * bent
        if self.scale == "log":
            value = self.middle * math.exp(min(place, 20))
        elif self.scale == "logit":
            value = 1 / (1 + (1 / self.middle - 1) * math.exp(-max(min(place, 30), -30)))
        else:
            value = self.middle + place
        return min(max(value, self.low), self.high)


def chance(middle, person=0.2):
    """The probability of something that happens or not."""
    return Quantity("linear", middle, 0, person=person)


# The movement that the tablet's browser holds back, of each contact.
HELD_BACK = Quantity("linear", 0.879, 0.302, low=0.2, high=2)

QUANTITIES = {
    # A tap to a metronome. One person in 16 leans on the glass: for longer, further, and back again.
    "tap duration": Quantity("log", 75.6, 0.462, 0.33, -0.06, person=0.218),
    "tap habit": Quantity("linear", -0.437, 0.563, person=1),
    "tap roll": Quantity("linear", 0.00701, 1.36, -0.00956, person=0),
    "tap own": chance(0.00189, 0),
    "tap aim": Quantity("linear", 86.4, 20.4, person=1, low=20),
    "tap at once": chance(0.654, 0.306),
    "tap sooner": Quantity("log", 4.51, 1.26, person=0.176),
    "tap later": Quantity("linear", 0.693, 0.143, person=0.21, low=0.2, high=0.9),
    "tap rolling": Quantity("log", 28.5, 0.5, 0.214, person=0.191),
    "tap back": chance(0.562, 0.344),
    "tap left": Quantity("logit", 0.274, 1.03, person=0.143),
    "tap wobble": Quantity("log", 0.0832, 0.8, person=0.227),
    "leaning tap longer": Quantity("log", 2.4, 0),
    "leaning tap further": Quantity("linear", 2.64, 0),
    "leaning two further": Quantity("linear", 0.5, 0, person=0),
    "leaning five further": Quantity("linear", 0.5, 0, person=0),
    "leaning back": chance(0.627, 0),
    # Taps in ordinary use of a phone, on keys near its sides, and one after another.
    "ordinary duration": Quantity("log", 86, 0.213, -0.186, 0.115, person=0.2),
    "ordinary slide": Quantity("linear", 0.26, 0.35, 0.35, 0.02, person=0.2),
    "ordinary still": Quantity("log", 42, 0.25, person=0.2),
    "side duration": Quantity("log", 84.8, 0.25, -0.4, 0.2, person=0.2),
    "side slide": Quantity("linear", 0.62, 0.78, 0.1, person=0.2, low=-5),
    "side still": Quantity("log", 42, 0.25, person=0.2),
    "side distance": Quantity("linear", 2.35, 0.926, 0.226, -0.08, person=0.2, low=1.2, high=3.99),
    "side aim": Quantity("linear", 22, 1, person=1),
    "typing": Quantity("log", 539, 0.3, 0.2, person=0.132),
    "typing way": Quantity("log", 25, 0.78, -0.0508, -0.08, person=0.243, high=85),
    "typing again": chance(0.0678, 0.163),
    "typing again after": Quantity("log", 340, 0.291, 0.299, person=0.332),
    "typing beside": Quantity("log", 1.38, 0.428, -0.6, person=0.292),
    "pauses": chance(0.32, 0.181),
    "pause": Quantity("log", 1660, 0.488, 0.3, person=0.0813),
    # Taps to a beat: 80 or 120 a minute.
    "beat 80": Quantity("log", 708, 0.06, 0.253, 0.09, person=0.0633),
    "beat 120": Quantity("log", 523, 0.05, 0.155, 0.2, person=0.05),
    "beat way": Quantity("log", 25.3, 0.095, person=0.05),
    "beat elsewhere": chance(0.055, 0),
    "beat far": Quantity("log", 69.1, 0.578, 0.2, person=0.466),
    # Lines on the tablet, and flicks and drags on the phone (19 and 9 only). `lands` and `lifts` are the parts of a whole movement at which it does.
    "line length": Quantity("log", 76.8, 0.502, -0.27, person=0.689),
    "line duration": Quantity("log", 516, 0.476, 0, 0.04, person=0.778, like=("line length", 0.663)),
    "line before": Quantity("log", 9.26, 1.25, person=0.037),
    "line after": Quantity("log", 16, 1.29, person=0.571, like=("line lifts", 0.586)),
    "line lands": Quantity("log", 0.0337, 0.807, person=0.0239, high=0.4),
    "line lifts": Quantity("linear", 1.01, 0.222, -0.162, person=0.761, low=0.45, high=1),
    "line pace": Quantity("log", 0.942, 0.152, -0.162, person=0.222, like=("line duration", -0.714), low=0.3, high=2.5),
    "line flat": Quantity("linear", 0.107, 0.201, person=0.138, low=0, high=0.6),
    "line bend": Quantity("log", 0.0194, 0.726, person=0.433),
    "line tremor": Quantity("log", 0.14, 0.7, person=0.044),
    "flick length": Quantity("log", 44.1, 0.28, -0.45, 0.1, person=0.302),
    "flick duration": Quantity("log", 177, 0.321, 0.3, 0.04, person=0.4, like=("flick length", 0.55)),
    "flick before": Quantity("log", 65, 0.496, 0.182, person=0.292, like=("flick duration", 0.95)),
    "flick after": Quantity("log", 0.877, 0.389, person=0.14),
    "flick lands": Quantity("log", 0.189, 0.156, 0.2, person=0.406, high=0.4),
    "flick lifts": Quantity("linear", 0.548, 0.0355, -0.2, person=0.249, high=1),
    "flick pace": Quantity("log", 1.08, 0.0779, person=0.155, like=("flick duration", -0.3), low=0.3, high=2.5),
    "flick flat": Quantity("linear", 0.305, 0.128, person=0.102, low=0, high=0.6),
    "flick bend": Quantity("log", 0.0198, 0.6, person=0.2),
    "flick tremor": Quantity("log", 0.0794, 0.7, person=0.292),
    "drag length": Quantity("log", 25.5, 0.462, 0.2, person=0.461),
    "drag duration": Quantity("log", 465, 0.385, 0, 0.04, person=0.4, like=("drag length", 0.75)),
    "drag before": Quantity("log", 73.7, 0.494, person=0.256),
    "drag after": Quantity("log", 23.1, 0.77, person=0.2),
    "drag lands": Quantity("log", 0.0685, 0.899, 0.2, person=0.466, high=0.4),
    "drag lifts": Quantity("linear", 1.13, 0.03, 0.0212, person=0.5, low=0.45, high=1),
    "drag pace": Quantity("log", 0.653, 0.144, -0.2, person=0.2, like=("drag duration", -0.297), low=0.3, high=2.5),
    "drag flat": Quantity("linear", 0.206, 0.115, 0.2, person=0.235, low=0, high=0.6),
    "drag bend": Quantity("log", 0.018, 0.6, 0.181, person=0.2),
    "drag tremor": Quantity("log", 0.08, 0.7, person=0.292),
    # Pinches. `slower` is the travel of the slower finger, `hesitates` how much later it begins, `across` how far both move aside.
    "pinch in open": Quantity("log", 60.7, 0.208, 0, 0.03, person=0.531),
    "pinch in closed": Quantity("log", 22.3, 0.42, -0.55, 0.05, person=0.57, like=("pinch in open", 0.5), low=4),
    "pinch in slower": Quantity("logit", 0.63, 1.25, -0.15, -0.03, person=0.42),
    "pinch in duration": Quantity("log", 360, 0.5, -0.45, person=0.6, like=("pinch in open", 0.65)),
    "pinch in late": Quantity("log", 19.2, 0.697, -0.15, 0.1, person=0.1),
    "pinch in early": Quantity("log", 16.1, 0.843, -0.6, 0.2, person=0.124),
    "pinch in lag": Quantity("linear", 22, 20.2, -0.156, person=0.258),
    "pinch in rest": Quantity("log", 6, 2.2, person=0.518),
    "pinch in lands": Quantity("log", 0.058, 0.327, person=0.368, high=0.45),
    "pinch in lifts": Quantity("linear", 0.86, 0.0317, -0.227, person=0.279, low=0.5, high=1),
    "pinch in pace": Quantity("log", 0.766, 0.441, -0.066, person=0.216, like=("pinch in duration", -0.826), low=0.3, high=2.5),
    "pinch in flat": Quantity("linear", 0.149, 0.0835, person=0.166, low=0, high=0.6),
    "pinch in turn": Quantity("linear", -6.58, 3.2, -0.6, 0.3, person=0.711),
    "pinch in across": Quantity("linear", -0.00606, 0.15, person=0.174),
    "pinch in hesitates": Quantity("log", 0.0989, 1.5, person=0),
    "pinch in first is slower": chance(0.46, 0.12),
    "pinch in tremor": Quantity("log", 0.112, 0.5, person=0.0793),
    "pinch in third": chance(0.03, 0.45),
    "pinch out open": Quantity("log", 61.1, 0.182, -0.0546, -0.012, person=0.45),
    "pinch out closed": Quantity("log", 19.4, 0.407, -0.514, 0.038, person=0.355, low=4),
    "pinch out slower": Quantity("logit", 0.37, 1.45, -0.2, -0.0146, person=0.498),
    "pinch out duration": Quantity("log", 385, 0.472, -0.31, 0.0372, person=0.581, like=("pinch out open", 0.719)),
    "pinch out late": Quantity("log", 20, 0.888, 0.338, -0.0717, person=0.194),
    "pinch out early": Quantity("log", 17.2, 0.869, -0.6, 0.2, person=0.097),
    "pinch out lag": Quantity("linear", 27.6, 57.4, -0.314, -0.0331, person=0.28, like=("pinch out late", -0.701)),
    "pinch out rest": Quantity("log", 6.65, 1.46, 0.331, -0.0746, person=0.0937),
    "pinch out lands": Quantity("log", 0.0349, 0.451, 0.0566, 0.0534, person=0.768, high=0.45),
    "pinch out lifts": Quantity("linear", 0.968, 0.0504, 0.856, 0.165, person=0.119, low=0.5, high=1),
    "pinch out pace": Quantity("log", 0.733, 0.312, 0.119, 0.0639, person=0.0905, like=("pinch out duration", -0.95), low=0.3, high=2.5),
    "pinch out flat": Quantity("linear", 0.125, 0.109, 0.484, 0.00818, person=0.0998, low=0, high=0.6),
    "pinch out turn": Quantity("linear", 12, 9.09, 0.127, -0.0636, person=0.737),
    "pinch out across": Quantity("linear", 0.00365, 0.254, -0.0125, 0.0711, person=0.209),
    "pinch out hesitates": Quantity("log", 0.0712, 0.868, -0.0603, 0.0457, person=0),
    "pinch out first is slower": chance(0.24, 0.416),
    "pinch out tremor": Quantity("log", 0.033, 0.413, -0.203, -0.0507, person=0.134),
    "pinch out third": chance(0.0491, 0.6),
    # Taps of two and of five fingers.
    "two together": Quantity("log", 132, 0.722, 0.13, -0.09, person=0.756),
    "two late": Quantity("log", 12.5, 0.6, 0, 0.1, person=0.211, like=("two together", 0.35)),
    "two early": Quantity("log", 8.3, 0.74, 0, person=0.364, like=("two together", 0.45)),
    "two distance": Quantity("log", 37, 0.374, 0.05, -0.08, person=0.376),
    "two short of one": chance(0.019, 0.44),
    "two roll": Quantity("linear", -0.0637, 1.2, 0.202, person=0),
    "two own": Quantity("linear", -0.0643, 1.4, person=0),
    "two one more": chance(0.005, 0.622),
    "two habit": Quantity("linear", -1.25, 1.7, 0.2, person=1),
    "two at once": chance(0.61, 0.174),
    "two sooner": Quantity("log", 9.74, 0.918, -0.2, person=0.212),
    "two later": Quantity("linear", 0.594, 0.158, person=0.176, low=0.2, high=0.9),
    "two rolling": Quantity("log", 25.2, 0.505, 0.172, person=0.251),
    "two left": Quantity("logit", 0.406, 0.95, -0.2, person=0.295),
    "two wobble": Quantity("log", 0.0675, 0.8, person=0.338),
    "two back": chance(0.494, 0.28),
    "two pause": Quantity("log", 487, 0.317, 0.38, 0.19, person=0.2),
    "five together": Quantity("log", 122, 0.66, 0.1, person=0.8),
    "five late": Quantity("log", 24, 0.7, 0.2, 0.1, person=0.202, like=("five together", 0.402)),
    "five early": Quantity("log", 31, 0.42, 0.2, 0.1, person=0.101, like=("five together", 0.403)),
    "five distance": Quantity("log", 82, 0.194, -0.03, 0.04, person=0.299),
    "five short of one": chance(0.106, 0.5),
    "five roll": Quantity("linear", 0.00271, 1.2, 0.199, person=0),
    "five own": Quantity("linear", -0.312, 0.9, person=0),
    "five one more": chance(0.035, 0.8),
    "five habit": Quantity("linear", -1.35, 1.15, 0.2, person=1),
    "five at once": chance(0.601, 0.209),
    "five sooner": Quantity("log", 12, 0.801, -0.128, person=0.2),
    "five later": Quantity("linear", 0.651, 0.15, person=0.202, low=0.2, high=0.9),
    "five rolling": Quantity("log", 25, 0.502, 0.208, person=0.28),
    "five left": Quantity("logit", 0.477, 1, person=0.2),
    "five wobble": Quantity("log", 0.0743, 0.8, person=0.201),
    "five back": chance(0.501, 0.301),
    "five pause": Quantity("log", 495, 0.49, 0.54, -0.09, person=0.2),
}
