// What the benches count and how they print it.

export const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length

export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]!
}

/** Response times in milliseconds. */
export function latencyText(times: readonly number[]): string {
  const at = (share: number) => quantile(times, share).toFixed(1)
  return `${times.length} calls, p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, max ${Math.max(...times).toFixed(1)} ms`
}
