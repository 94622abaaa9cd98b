import CLinux
import Gestures
import Program

/// Where devices that are not panels come from, which of them are wanted, and where their events go: what their keepers share.
struct DeviceSupply {
  let hotplug: Hotplug
  let loop: EventLoop
  let active: ActiveConfiguration
  let panels: PanelKeeper
  let interceptor: Interceptor
  let outlets: Outlets

  var log: Log { outlets.log }
  var now: Timestamp { Timestamp(microseconds: linux_monotonic_microseconds()) }
}
