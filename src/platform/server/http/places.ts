// Places that callers hold for a while: so many for one person, for one network and in all. Kept in memory: what they bound is
// this process' own memory and sockets.

export interface PlaceLimits {
  readonly perPerson: number
  readonly perNetwork: number
  /** Absent: as many as there are networks. */
  readonly all?: number
}

export interface Holder {
  /** Null for a visitor, who counts by network alone. */
  readonly person: string | null
  readonly network: string
}

export interface Places {
  /** The function that gives the place back, which may be called again and again; undefined when there is none. */
  take(holder: Holder): (() => void) | undefined
}

export function createPlaces({ perPerson, perNetwork, all = Number.POSITIVE_INFINITY }: PlaceLimits): Places {
  const held = new Map<string, number>()
  const heldBy = (key: string) => held.get(key) ?? 0
  const change = (key: string, by: number) => {
    const now = heldBy(key) + by
    if (now > 0) held.set(key, now)
    else held.delete(key)
  }
  return {
    take({ person, network }) {
      const asked: [key: string, limit: number][] = [
        ['all', all],
        [`network:${network}`, perNetwork],
      ]
      if (person !== null) asked.push([`person:${person}`, perPerson])
      if (asked.some(([key, limit]) => heldBy(key) >= limit)) return undefined
      for (const [key] of asked) change(key, 1)
      let isHeld = true
      return () => {
        if (!isHeld) return
        isHeld = false
        for (const [key] of asked) change(key, -1)
      }
    },
  }
}
