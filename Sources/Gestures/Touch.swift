public final class Touch {
  /// Where a touch stands in its life.
  public enum Phase: UInt8, Sendable { case began, moved, stationary, ended, cancelled }
  /// What touches the panel, by the kernel's `ABS_MT_TOOL_TYPE`.
  public enum TouchType: UInt8, Sendable { case finger, pen, palm }
}
