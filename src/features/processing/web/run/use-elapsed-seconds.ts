// Seconds since a moment, renewed every second while the end is open.
import { useEffect, useState } from 'react'

export function useElapsedSeconds(startTimeMs: number | undefined, endTimeMs: number | undefined): number {
  const [nowMs, setNow] = useState(() => Date.now())
  const isOpen = startTimeMs !== undefined && endTimeMs === undefined
  useEffect(() => {
    if (!isOpen) return
    setNow(Date.now())
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [isOpen])
  if (startTimeMs === undefined) return 0
  return Math.max(0, ((endTimeMs ?? nowMs) - startTimeMs) / 1000)
}
