// A part of a page that is loaded when it is needed. Unlike React.lazy it is there in the same moment once it was loaded, so that
// nothing blinks; its owner shows what he likes until then.
import { useEffect, useState } from 'react'
import { retry } from './http/retry.ts'

export interface LatePart<Part> {
  /** Loads it, once; also used to have it ready before it is needed. Rejects after the third try in vain; the next call tries again. */
  load(): Promise<Part>
  /** Undefined until it is loaded. */
  loaded(): Part | undefined
}

export function latePart<Part>(fetchPart: () => Promise<Part>): LatePart<Part> {
  let part: Part | undefined
  let loading: Promise<Part> | undefined
  return {
    loaded: () => part,
    load: () => {
      loading ??= retry(fetchPart).then(
        (fetched) => {
          part = fetched
          return fetched
        },
        (error) => {
          loading = undefined
          throw error
        },
      )
      return loading
    },
  }
}

/** The part for a screen; loads it from the moment on in which it is needed. */
export function useLatePart<Part>(late: LatePart<Part>, isNeeded = true): Part | undefined {
  const [, setLoaded] = useState(late.loaded() !== undefined)
  useEffect(() => {
    if (!isNeeded || late.loaded()) return
    const load = () =>
      late.load().then(
        () => setLoaded(true),
        () => {}, // the network comes back
      )
    void load()
    window.addEventListener('online', load)
    return () => window.removeEventListener('online', load)
  }, [late, isNeeded])
  return late.loaded()
}
