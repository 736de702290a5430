// The places of one queue in this process: each has one entry at a time, and of the free ones a single one polls for work.
// TRAP: pg-boss lets every place ask by itself, and a new entry wakes all of them: 64 places of four workers that had nothing to do asked 32 times
// a second, and every entry made 64 questions more (bench/topaz.ts).

interface Place {
  readonly wake: () => void
  isBusy: boolean
}

export interface QueuePlaces {
  /** `wake` makes the place look for an entry now. */
  add(wake: () => void): { run(work: () => Promise<void>): Promise<void> }
  /** There may be an entry: one free place polls, and if it finds one it wakes the next. */
  wakeOne(): void
  stop(): void
}

export function createQueuePlaces(pollMs: number): QueuePlaces {
  const places: Place[] = []
  /** In turn, so that a place whose query hangs on a dead connection does not block the others. */
  const wakeOne = () => {
    const at = places.findIndex(({ isBusy }) => !isBusy)
    if (at < 0) return
    const [place] = places.splice(at, 1)
    places.push(place!)
    place!.wake()
  }
  const polls = setInterval(wakeOne, pollMs)
  polls.unref()
  return {
    add(wake) {
      const place: Place = { wake, isBusy: false }
      places.push(place)
      return {
        async run(work) {
          place.isBusy = true
          wakeOne()
          try {
            await work()
          } finally {
            place.isBusy = false
            wake()
          }
        },
      }
    },
    wakeOne,
    stop: () => clearInterval(polls),
  }
}
