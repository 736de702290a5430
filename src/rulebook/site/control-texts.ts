// Words of controls that mean the same on every screen.

export const CONTROL_TEXTS = {
  retry: '重试',
  /** Closes a dialog; for screen readers. */
  close: '关闭',
} as const
