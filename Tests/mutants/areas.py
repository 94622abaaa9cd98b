"""The areas of the source code in which faults are inserted, and the files of each. A folder stands for all sources in it."""
import pathlib

# The number of mutants of an area.
MOST = 27

AREAS = {
    "arbiter": [
        "Sources/Gestures/Engine/Arbiter.swift",
        "Sources/Gestures/Engine/FailureRequirements.swift",
        "Sources/Gestures/Engine/NextDeadline.swift",
    ],
    "attempts": [
        "Sources/Gestures/Engine/Attempt.swift",
        "Sources/Gestures/Engine/GestureEngine.swift",
        "Sources/Gestures/Engine/Offers.swift",
        "Sources/Gestures/Engine/Turn.swift",
    ],
    "delivery": [
        "Sources/Gestures/Engine/TouchDelivery.swift",
        "Sources/Gestures/Touches/HitTestGrid.swift",
        "Sources/Gestures/Touches/LiveTouches.swift",
        "Sources/Gestures/Touches/View.swift",
    ],
    "lane": [
        "Sources/CTouchInput/doze.c",
        "Sources/CTouchInput/lane.c",
        "Sources/CTouchInput/lane_frames.c",
        "Sources/CTouchInput/lane_recall.c",
        "Sources/Gestures/Engine/QuietFrames.swift",
        "Sources/Gestures/Engine/QuietZone.swift",
        "Sources/TouchInput/Lanes.swift",
        "Sources/TouchInput/QuietLane.swift",
    ],
    "decoder": [
        "Sources/CTouchInput/anonymous.c",
        "Sources/CTouchInput/decoder.c",
        "Sources/CTouchInput/single.c",
        "Sources/CTouchInput/slots.c",
        "Sources/CTouchInput/state.c",
    ],
    "relay": [
        "Sources/CTouchInput/assignment.c",
        "Sources/CTouchInput/backlog.c",
        "Sources/CTouchInput/joins.c",
        "Sources/CTouchInput/relay.c",
        "Sources/CTouchInput/verdicts.c",
    ],
    "interception": [
        "Sources/CTouchInput/clone.c",
        "Sources/CTouchInput/intercept.c",
        "Sources/CTouchInput/release.c",
        "Sources/TickledDaemon/Interception/Interception.swift",
        "Sources/TickledDaemon/Interception/Interceptor.swift",
        "Sources/TickledDaemon/Interception/PanicGesture.swift",
        "Sources/TickledDaemon/Panels/WakeGuard.swift",
    ],
    "guardian": [
        "Sources/CTouchInput/guardian.c",
        "Sources/CTouchInput/stall.c",
        "Sources/TickledDaemon/Interception/GuardianKeeper.swift",
        "Sources/TouchInput/Devices/Guardian.swift",
    ],
    "control": [
        "Sources/CLinux/socket.c",
        "Sources/Control/ControlRequest.swift",
        "Sources/Control/ControlSocket.swift",
        "Sources/TickledDaemon/LineOutput.swift",
        "Sources/Program/LineRing.swift",
        "Sources/TickledDaemon/Control/ControlConnection.swift",
        "Sources/TickledDaemon/Control/ControlServer.swift",
        "Sources/TickledDaemon/Control/RequestAnswers.swift",
    ],
    "actions": [
        "Sources/Effects/ActionInbox.swift",
        "Sources/Effects/ActionRunner.swift",
        "Sources/Effects/CommandOutput.swift",
        "Sources/Effects/CommandRequest.swift",
        "Sources/Effects/Commands.swift",
        "Sources/Effects/OutputLines.swift",
        "Sources/Effects/RunningCommand.swift",
        "Sources/Effects/Stream.swift",
        "Sources/Effects/StreamBacklog.swift",
        "Sources/Effects/Streams.swift",
    ],
}
# What surrounds the recognition: many small areas, with fewer mutants each.
AROUND = {
    "intention": [
        "Sources/Gestures/Engine/Intention.swift",
        "Sources/Gestures/Recognizers/DelayLimit.swift",
        "Sources/Gestures/Recognizers/Relations.swift",
    ],
    "places": [
        "Sources/Configuration/Values/PlaceSettings.swift",
        "Sources/Gestures/Touches/RimPlaces.swift",
        "Sources/Gestures/Touches/TouchConditions.swift",
    ],
    "sequences": [
        "Sources/Configuration/Kinds/SequenceKind.swift",
        "Sources/Gestures/Engine/EventOffers.swift",
        "Sources/Gestures/Recognizers/SequenceGestureRecognizer.swift",
    ],
    "filters": [
        "Sources/TouchInput/Panels/Bursts.swift",
        "Sources/TouchInput/Panels/DeadBand.swift",
        "Sources/TouchInput/Panels/NoiseEstimate.swift",
        "Sources/TouchInput/Panels/PhantomPlaces.swift",
        "Sources/TouchInput/Panels/RecentMedian.swift",
        "Sources/TouchInput/Panels/Repair+Samples.swift",
        "Sources/TouchInput/Panels/Repair.swift",
        "Sources/TouchInput/Panels/TouchFilter.swift",
    ],
    "model": [
        "Sources/TouchInput/Panels/PanelModel.swift",
        "Sources/TouchInput/Panels/PanelSummary.swift",
        "Sources/TouchInput/Recordings/RecordedModel.swift",
    ],
    "screen": ["Sources/Screen"],
    "checking": ["Sources/Configuration/Checking"],
    "hands": ["Sources/Hands"],
    "trials": ["Sources/Trials"],
    "import": ["Sources/Import"],
    "overview": ["Sources/Overview"],
    "bridge": ["Sources/Bridge"],
    "broker": ["Sources/Broker"],
    "editor": ["Sources/Editor"],
    "edit": ["Sources/tickle-edit"],
    "follow": ["Sources/Follow", "Sources/TickledDaemon/Control/Following.swift"],
    "protocol": [
        "Sources/Control/ControlReply.swift",
        "Sources/Control/DaemonDescription.swift",
        "Sources/Control/DaemonStatus.swift",
    ],
    "saving": ["Sources/Program/Saving", "Sources/TickledDaemon/Reload/LastGoodConfiguration.swift"],
}
MOST_AROUND = 16
CHECKOUT = pathlib.Path(__file__).resolve().parents[2]
ALL = {**AREAS, **AROUND}


def files(area):
    """The sources of an area."""
    found = []
    for path in ALL[area]:
        whole = CHECKOUT / path
        some = sorted(whole.rglob("*")) if whole.is_dir() else [whole]
        found += [file.relative_to(CHECKOUT).as_posix() for file in some if file.suffix[1:] in ("swift", "c")]
    return found


def most(area):
    return MOST if area in AREAS else MOST_AROUND


def modules(area):
    """The targets of the package that the sources of an area are in."""
    return {pathlib.PurePath(path).parts[1] for path in files(area)}
