"""The distributions from which synthetic people are drawn (people.py), as quantiles.

They were fitted, so that what is measured in the reports of the synthetic people has the quantiles of ../shared/hands/people.tsv; truth.py
says which it misses. Only pauses are copied from there. Where nothing was measured, as for the tremor, a number is our choice.
"""
import bisect
import dataclasses
import math
import statistics

NORMAL = statistics.NormalDist()
TOUCHES = [NORMAL.inv_cdf(share / 100) for share in (5, 10, 25, 50, 75, 90, 95, 99)]
PEOPLE = TOUCHES[1:6]


def between(place, places, values):
    """Linear between the values of the neighbouring places, and beyond the last ones."""
    right = min(max(bisect.bisect_left(places, place), 1), len(places) - 1)
    return values[right - 1] + (values[right] - values[right - 1]) * (place - places[right - 1]) / (places[right] - places[right - 1])


@dataclasses.dataclass
class Quantity:
    """A distribution whose values at 5, 10, 25, 50, 75, 90, 95 and 99 % of all touches are `touches`. Lengths are in mm, times in ms, and
    angles in degrees.

    `people` is where the medians of the people at 10, 25, 50, 75 and 90 % lie among all touches, in percent; or one number, the fraction of
    the variance between people. `varies` is how much the spreads of people differ, as the standard deviation of their logarithm.
    `like` is another quantity, and the correlation with it.
    """
    touches: tuple
    people: tuple | float = 0.2
    like: tuple = ()
    varies: float = 0.0
    low: float = -math.inf
    high: float = math.inf

    def __post_init__(self):
        if not isinstance(self.people, tuple):
            self._places, self._own = [math.sqrt(self.people) * place for place in PEOPLE], math.sqrt(1 - self.people)
            return
        self._places = [NORMAL.inv_cdf(place / 100) for place in self.people]
        many = [NORMAL.inv_cdf((number + 0.5) / 200) for number in range(200)]
        self._own = math.sqrt(max(0.05, 1 - statistics.fmean(self.of_person(place) ** 2 for place in many)))

    def of_person(self, place):
        """What all touches of a person share: a standard normal deviate over all touches."""
        return between(place, PEOPLE, self._places)

    def own(self, spread):
        """The standard deviation of a person's touches around it, by the person's place among the spreads."""
        return self._own * math.exp(self.varies * spread)

    def value(self, z):
        return min(max(between(min(max(z, -3.5), 3.5), TOUCHES, self.touches), self.low), self.high)

    def widen(self):
        """Doubles the width, which a test has to notice."""
        self.touches = tuple(2 * value - self.touches[3] for value in self.touches)


class Chance:
    """How often something happens, in percent: to everyone, or to the people at 10, 25, 50, 75 and 90 %."""

    def __init__(self, *shares):
        self.shares = shares

    def of_person(self, place):
        return (between(place, PEOPLE, self.shares) if len(self.shares) > 1 else self.shares[0]) / 100


# The movement that the tablet's browser holds back, of each contact, and how many seconds earlier than other reports it gives a landing.
HELD_BACK = Quantity((0.382, 0.492, 0.675, 0.879, 1.08, 1.27, 1.38, 1.58), 0.0, low=0.15, high=2.5)
LANDS_EARLIER = 0.002

# One person of 16 leans on the glass: taps last `longer` times as long, go further by the mm of their kind, and go `back` this often.
LEANING = {"longer": 2.4, "back": 0.627, "tap": 2.58, "two": 0.554, "five": 0.521}

QUANTITIES = {
    # A tap to a metronome. One person in 16 leans on the glass: for longer, further, and back again.
    "tap duration": Quantity((40, 51.6, 60, 85.4, 86.6, 142, 190, 243), (27.2, 31.3, 48.8, 61.6, 76.1), varies=0.288, low=20),
    "tap reach": Quantity((-2.93, -2.93, -1.39, -0.204, 0.297, 1.11, 1.74, 2.69), (34.6, 51.9, 63.1, 65.1, 75.8), varies=0.167),
    "tap aim": Quantity((52.8, 60.3, 72.6, 86.4, 100, 113, 120, 134), 1.0, low=20),
    "tap at once": Chance(65.6, 95.2, 100, 100, 100),
    "tap sooner": Quantity((-3, -0.0541, 0.933, 5.63, 24.7, 47.2, 410, 410), 0.28, low=0),
    "tap before the lift": Quantity((5, 8, 12.2, 21.4, 34.4, 50, 70, 132), 0.57, low=0),
    "tap rolling": Quantity((25.3, 25.3, 32.5, 32.6, 52.9, 91.5, 127, 168), 0.0),
    "tap back": Chance(24.3, 97.7, 100, 100, 100),
    "tap returns": Quantity((0.0637, 0.0637, 0.406, 0.674, 0.79, 0.815, 1, 1), 0.89, low=0, high=1),
    "tap left": Quantity((0.0623, 0.136, 0.283, 0.283, 0.682, 0.726, 0.838, 0.918), 0.69, low=0),
    "tap wobble": Quantity((0.0358, 0.039, 0.039, 0.0618, 0.0723, 0.0969, 0.142, 0.451), 0.93),
    # Taps in ordinary use of a phone, on keys near its sides, and one after another.
    "ordinary duration": Quantity((53.3, 61.3, 73.5, 86, 98.8, 112, 122, 149), low=20),
    "ordinary slide": Quantity((-0.15, -0.08, 0.055, 0.275, 0.52, 0.815, 1.06, 1.82)),
    "ordinary still": Quantity((27.8, 30.5, 35.5, 42, 49.7, 57.9, 63.4, 75.1)),
    "side duration": Quantity((39.6, 51.8, 69.3, 84.8, 99, 114, 126, 162), low=20),
    "side slide": Quantity((-0.563, -0.318, 0.111, 0.62, 1.16, 1.69, 2.01, 2.66), low=-5),
    "side still": Quantity((27.8, 30.5, 35.5, 42, 49.7, 57.9, 63.4, 75.1)),
    "side distance": Quantity((1.21, 1.39, 1.78, 2.35, 3.01, 3.64, 3.99, 3.99), low=1.2, high=3.99),
    "side aim": Quantity((20.4, 20.7, 21.3, 22, 22.7, 23.3, 23.6, 24.3), 1),
    "typing": Quantity((340, 369, 429, 520, 646, 820, 960, 1400), 0.13),
    "typing way": Quantity((8.6, 11, 16, 25.6, 42, 61.5, 75, 85), 0.24, low=0, high=85),
    "typing again": Chance(6.78),
    "typing again after": Quantity((233, 249, 285, 340, 423, 536, 631, 904), 0.33),
    "typing beside": Quantity((0.415, 0.604, 0.967, 1.38, 1.75, 2.02, 2.16, 2.36), 0.29, low=0),
    "pauses": Chance(32),
    "pause": Quantity((881, 988, 1230, 1660, 2390, 3560, 4690, 8580), 0.081),
    # Taps to a beat: 80 or 120 a minute.
    "beat 80": Quantity((646, 660, 682, 708, 741, 781, 813, 902), 0.063),
    "beat 120": Quantity((476, 488, 506, 523, 543, 569, 591, 665), 0.05),
    "beat way": Quantity((21.6, 22.4, 23.7, 25.3, 27, 28.6, 29.6, 31.6), 0.05),
    "beat elsewhere": Chance(5.5),
    "beat far": Quantity((30.7, 36, 48, 69.1, 105, 161, 213, 383), 0.47),
    # Lines on the tablet, and flicks and drags on the phone (19 and 9 only). `lands` and `lifts` are the parts of a whole movement at which it does.
    "line length": Quantity((27.4, 34.7, 50.3, 81.5, 106, 122, 152, 189), (15.7, 31.7, 38.8, 67.4, 85.7), low=10),
    "line duration": Quantity((251, 251, 356, 467, 706, 889, 1260, 1670), (12.9, 35.5, 54.8, 78.7, 85.7), like=("line length", 0.619)),
    "line before": Quantity((-0.27, 1.99, 3.84, 7.68, 39, 58.6, 61.1, 152), (41.1, 52, 54.4, 64.4, 64.4), low=0),
    "line after": Quantity((1.72, 3.25, 5.81, 19.2, 23.6, 77.4, 109, 239), (29, 38.3, 66.3, 73.3, 73.5), like=("line lifts", 0.461), low=0),
    "line lands": Quantity((0.0123, 0.0145, 0.0208, 0.0468, 0.0707, 0.118, 0.125, 0.21), 0.15, high=0.4),
    "line lifts": Quantity((0.586, 0.597, 0.813, 1, 1, 1, 1, 1), (13.6, 26.4, 58, 69.6, 91.4), low=0.45, high=1),
    "line pace": Quantity((0.7, 0.723, 0.88, 0.91, 0.964, 1.13, 1.16, 1.27), (21.2, 22.4, 44.9, 69.9, 73.1), like=("line duration", -0.524), low=0.3, high=2.5),
    "line flat": Quantity((0, 0.00407, 0.0106, 0.184, 0.304, 0.508, 0.508, 0.575), 0.013, low=0, high=0.6),
    "line bend": Quantity((0.00578, 0.00763, 0.0113, 0.0179, 0.0303, 0.0497, 0.0538, 0.0991), 0.78, low=0),
    "line tremor": Quantity((0.0406, 0.0585, 0.119, 0.203, 0.206, 0.34, 0.34, 0.765), 0.036, low=0),
    "flick length": Quantity((22.5, 22.5, 34.5, 44.6, 47.5, 59.6, 63.3, 74.5), 0.38),
    "flick duration": Quantity((116, 124, 143, 171, 235, 300, 377, 605), 0.22, like=("flick length", 0.697)),
    "flick before": Quantity((31.5, 37.3, 50.5, 57.7, 106, 137, 168, 273), 0.36, like=("flick duration", 0.97)),
    "flick after": Quantity((0.463, 0.536, 0.677, 0.885, 1.14, 1.45, 1.67, 2.17), 0.17),
    "flick lands": Quantity((0.152, 0.16, 0.172, 0.19, 0.214, 0.237, 0.253, 0.3), 0.42, high=0.4),
    "flick lifts": Quantity((0.479, 0.496, 0.522, 0.549, 0.571, 0.589, 0.598, 0.614), 0.29, high=1),
    "flick pace": Quantity((0.948, 0.983, 1.05, 1.07, 1.12, 1.19, 1.23, 1.29), 0.26, like=("flick duration", -0.268), low=0.3, high=2.5),
    "flick flat": Quantity((0.0944, 0.14, 0.227, 0.315, 0.385, 0.466, 0.518, 0.6), 0.23, low=0, high=0.6),
    "flick bend": Quantity((0.00737, 0.00903, 0.0137, 0.0194, 0.0288, 0.0426, 0.0527, 0.08), 0.23, low=0),
    "flick tremor": Quantity((0.0245, 0.0314, 0.0484, 0.0802, 0.128, 0.194, 0.244, 0.401), 0.27, low=0),
    "drag length": Quantity((7.18, 18, 19.9, 23.4, 33.3, 49, 49, 83.4), 0.47, low=4),
    "drag duration": Quantity((268, 268, 365, 453, 583, 884, 962, 1220), 0.63, like=("drag length", 0.756)),
    "drag before": Quantity((30.2, 51.7, 74.8, 81.2, 82.6, 167, 191, 232), 0.19, low=0),
    "drag after": Quantity((5.76, 7.6, 7.68, 8.41, 25.5, 55.1, 74.5, 149), 0.0, low=0),
    "drag lands": Quantity((0.0216, 0.0263, 0.0526, 0.0526, 0.175, 0.288, 0.397, 0.4), 0.88, low=0, high=0.4),
    "drag lifts": Quantity((1, 1, 1, 1, 1, 1, 1, 1), 0.5, low=0.45, high=1),
    "drag pace": Quantity((0.489, 0.498, 0.552, 0.564, 0.564, 0.694, 0.777, 0.855), 0.23, like=("drag duration", -0.745), low=0.3, high=2.5),
    "drag flat": Quantity((0.0453, 0.065, 0.167, 0.305, 0.35, 0.393, 0.451, 0.553), 0.057, low=0, high=0.6),
    "drag bend": Quantity((0.00782, 0.00856, 0.0109, 0.0164, 0.0321, 0.0408, 0.0577, 0.101), 0.3),
    "drag tremor": Quantity((0.0226, 0.0358, 0.0505, 0.0609, 0.163, 0.284, 0.412, 0.419), 0.37, low=0),
    # Pinches. `slower` is the travel of the slower finger, `hesitates` how much later it begins, `across` how far both move aside.
    "pinch in open": Quantity((43.6, 48.5, 58.1, 60.3, 70.2, 86, 86.8, 97.7), (5.55, 44.4, 44.4, 75.2, 85.1), low=20),
    "pinch in closed": Quantity((6.5, 6.5, 12.4, 23.5, 26.4, 30, 35.3, 43.3), (20.3, 38.1, 65.2, 82.1, 82.7), like=("pinch in open", 0.627), low=4),
    "pinch in slower": Quantity((0.0932, 0.123, 0.435, 0.555, 0.751, 0.874, 0.915, 0.96), (20.5, 32.8, 55.6, 75.9, 88.3), low=0),
    "pinch in duration": Quantity((122, 123, 253, 350, 525, 690, 754, 787), (19.9, 40.5, 40.7, 67, 88.6), like=("pinch in open", 0.642)),
    "pinch in late": Quantity((-6, -0.834, 12.4, 20.8, 22.9, 44.3, 44.3, 114), (40.2, 46.4, 57, 63.7, 68.3), low=0),
    "pinch in early": Quantity((0.726, 2.37, 7.73, 17, 31.2, 39.5, 52.1, 99.6), 0.11, low=0),
    "pinch in lag": Quantity((-17.3, -13.5, 10.4, 21.8, 40.3, 46.6, 54.1, 65.3), (29.9, 39.6, 39.9, 54.6, 76.1)),
    "pinch in rest": Quantity((-2.08, 13.7, 16.4, 17.8, 41.1, 195, 250, 881), (5.48, 55.6, 55.7, 68.6, 74.7), like=("pinch in duration", 0.783), low=0),
    "pinch in lands": Quantity((0.0336, 0.0372, 0.0431, 0.0629, 0.0788, 0.0878, 0.103, 0.124), 0.26, high=0.45),
    "pinch in lifts": Quantity((0.798, 0.81, 0.834, 0.857, 0.876, 0.897, 0.903, 0.917), 0.31, low=0.5, high=1),
    "pinch in pace": Quantity((0.425, 0.496, 0.524, 0.636, 1.19, 1.31, 1.5, 1.86), (35.5, 40.9, 41.2, 71.3, 94.4), like=("pinch in duration", -0.919), low=0.3, high=2.5),
    "pinch in flat": Quantity((0.0136, 0.0449, 0.119, 0.169, 0.214, 0.242, 0.251, 0.35), 0.16, low=0, high=0.6),
    "pinch in turn": Quantity((-18.9, -16.3, -5.65, -5.44, -5.44, -2.81, -2.21, 2.92), (7.07, 25.1, 57.8, 75.5, 76.7)),
    "pinch in across": Quantity((-0.259, -0.0952, -0.0852, -0.0282, -0.0253, 0.141, 0.202, 0.351), (45.1, 50, 59.2, 77, 77.1)),
    "pinch in hesitates": Quantity((-0.01, 0.0165, 0.0288, 0.0305, 0.633, 0.691, 1.35, 3.24), 0.029, low=0.0001),
    "pinch in first is slower": Chance(22.1, 37.3, 46.7, 49, 62.1),
    "pinch in tremor": Quantity((0.0484, 0.0637, 0.0637, 0.126, 0.157, 0.202, 0.254, 0.334), 0.075, low=0),
    "pinch in third": Chance(0, 0, 0, 4, 12),
    "pinch out open": Quantity((44.4, 50.2, 54.1, 60.1, 65.5, 82.9, 83.7, 88.4), (8.87, 34.8, 52.4, 67.3, 83), low=20),
    "pinch out closed": Quantity((7.55, 9.98, 11.1, 20.3, 23.6, 28.7, 31.4, 35.6), (17.1, 32.7, 50.1, 82.6, 83.2), like=("pinch out open", 0.238), low=4),
    "pinch out slower": Quantity((0.0514, 0.0542, 0.17, 0.34, 0.638, 0.794, 0.86, 0.928), (15, 40.7, 53.7, 67.6, 86.6)),
    "pinch out duration": Quantity((133, 193, 262, 332, 498, 621, 772, 888), (17.1, 35.2, 42.2, 71.9, 88.9), like=("pinch out open", 0.918), low=20),
    "pinch out late": Quantity((-6, -1.29, 12, 19.2, 33.4, 56.4, 71.9, 214), (37.7, 46.1, 66.3, 66.3, 82.1), low=0),
    "pinch out early": Quantity((0.705, 2.39, 8.08, 16, 22.4, 35.2, 35.7, 112), 0.087, low=0),
    "pinch out lag": Quantity((-87.6, -70.4, -24, 31.2, 41.9, 89.6, 104, 115), (17.1, 21.9, 46.5, 58.1, 82), like=("pinch out late", -0.559)),
    "pinch out rest": Quantity((0.8, 1.5, 4.08, 8.44, 14, 59.4, 112, 250), (26.8, 57, 66.7, 82.9, 82.9), like=("pinch out duration", 0.56), low=0),
    "pinch out lands": Quantity((0.0166, 0.0207, 0.0211, 0.0413, 0.0458, 0.0598, 0.08, 0.121), 0.93, low=0, high=0.45),
    "pinch out lifts": Quantity((0.913, 0.922, 0.937, 0.986, 1, 1, 1, 1), 0.45, low=0.5, high=1),
    "pinch out pace": Quantity((0.462, 0.471, 0.659, 1.05, 1.09, 1.14, 1.25, 1.88), (43, 43, 50.8, 53, 54.2), like=("pinch out duration", -0.959), low=0.3, high=2.5),
    "pinch out flat": Quantity((0.00175, 0.034, 0.0904, 0.134, 0.25, 0.308, 0.312, 0.6), 0.13, low=0, high=0.6),
    "pinch out turn": Quantity((0.524, 0.544, 5.81, 13.6, 13.9, 26.7, 26.7, 32.8), (12, 13, 47.3, 77.8, 88.6)),
    "pinch out across": Quantity((-0.621, -0.259, -0.197, -0.0543, 0.278, 0.406, 0.536, 0.729), (18, 59, 59, 62.1, 79.4)),
    "pinch out hesitates": Quantity((0.0107, 0.0186, 0.0265, 0.0279, 0.149, 0.208, 0.344, 0.545), 0.23, low=0.0001),
    "pinch out first is slower": Chance(0, 1.16, 17.3, 43, 58),
    "pinch out tremor": Quantity((0.0155, 0.0185, 0.0249, 0.0342, 0.0406, 0.0512, 0.0566, 0.0643), 0.22),
    "pinch out third": Chance(0, 0, 0, 3.5, 22),
    # Taps of two and of five fingers.
    "two together": Quantity((55.8, 66.3, 81.1, 113, 223, 321, 428, 617), (10.9, 22.8, 55.6, 76.2, 88.9), low=20),
    "two late": Quantity((-6, -4, 2, 12.6, 17.2, 30, 43, 85), (23.7, 32.6, 45.3, 62.1, 69.4), like=("two together", 0.464), low=0),
    "two early": Quantity((2.4, 3.21, 4.41, 7.73, 15.2, 26.9, 33.1, 46.7), (24.6, 35.7, 52.6, 68.2, 84.5), like=("two together", 0.498), low=0),
    "two distance": Quantity((22.2, 24.8, 28.7, 35, 45, 57.1, 64.3, 78.6), (30.8, 34.3, 59.6, 65.5, 77.6)),
    "two short of one": Chance(0, 2.18, 2.74, 4.43, 6.93),
    "two roll": Quantity((-1.64, -1.28, -0.674, 0, 0.674, 1.28, 1.64, 2.33), 0.0),
    "two reach": Quantity((-5.22, -4.4, -2.98, -1.45, 0.64, 1.62, 2.95, 4.6), (22.3, 29.8, 58.3, 70.4, 89.5), like=("two roll", 0.5)),
    "two one more": Chance(0, 0.0314, 0.0314, 0.0314, 0.224),
    "two at once": Chance(67.7),
    "two sooner": Quantity((1.9, 2.56, 5.15, 10.4, 17.7, 27.8, 34.7, 53.7), 0.24, low=0),
    "two before the lift": Quantity((30, 40, 55, 75, 100, 140, 180, 300), 0.18, low=0),
    "two rolling": Quantity((12.2, 14.1, 18.4, 25.7, 35.7, 51.1, 65, 107), 0.31),
    "two left": Quantity((0.0981, 0.145, 0.25, 0.397, 0.541, 0.668, 0.722, 0.8), 0.31, low=0),
    "two wobble": Quantity((0.0186, 0.0239, 0.0441, 0.0669, 0.11, 0.195, 0.263, 0.437), 0.31, low=0),
    "two back": Chance(62.6),
    "two returns": Quantity((0.1, 0.2, 0.404, 0.572, 0.777, 0.923, 0.962, 1), 0.15, low=0, high=1),
    "two pause": Quantity((298, 328, 414, 489, 602, 923, 1210, 3490)),
    "five together": Quantity((49, 59, 81, 126, 172, 344, 410, 550), (15.7, 28.4, 39.9, 81.1, 90.6), low=20),
    "five late": Quantity((4, 9.85, 15, 21, 34.5, 74, 108, 230), (35.5, 37.6, 44.9, 68.4, 68.9), like=("five together", 0.451), low=0),
    "five early": Quantity((15.9, 18.1, 22.2, 28.8, 41, 60.7, 66.3, 159), (30.9, 45, 45, 58.4, 61.7), like=("five together", 0.475)),
    "five distance": Quantity((58.2, 63.1, 72, 84.7, 92.3, 103, 118, 134), (25.4, 49, 49.8, 66.3, 78.7)),
    "five short of one": Chance(0, 4.22, 4.22, 17.3, 39.1),
    "five roll": Quantity((-1.64, -1.28, -0.674, 0, 0.674, 1.28, 1.64, 2.33), 0.0),
    "five reach": Quantity((-4.56, -3.96, -2.9, -1.35, 0.44, 1.42, 2.09, 2.8), (22.1, 41.9, 49.8, 57, 90.4), like=("five roll", 0.474)),
    "five one more": Chance(0, 0, 0, 0, 11),
    "five at once": Chance(61),
    "five sooner": Quantity((2.47, 3.7, 7.23, 12.8, 19.2, 30.7, 37.4, 60), 0.3, low=0),
    "five before the lift": Quantity((30, 40, 55, 75, 100, 140, 180, 300), 0.24, low=0),
    "five rolling": Quantity((12.7, 14.5, 17.6, 24.4, 38.4, 51.7, 67.3, 112), 0.13),
    "five left": Quantity((0.15, 0.204, 0.349, 0.47, 0.67, 0.766, 0.825, 0.903), 0.2, low=0),
    "five wobble": Quantity((0.0198, 0.0266, 0.0435, 0.0702, 0.131, 0.205, 0.271, 0.496), 0.23, low=0),
    "five back": Chance(51),
    "five returns": Quantity((0.0997, 0.194, 0.432, 0.64, 0.811, 0.926, 0.96, 1), 0.088, low=0, high=1),
    "five pause": Quantity((317, 342, 388, 452, 674, 1390, 1760, 2510)),
}
