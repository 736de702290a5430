/** `2026-11-23 23:04:05`: the wall clock of GMT+8, wherever this process runs. */
export const chinaTime = (at: Date): string =>
  new Date(at.getTime() + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')
