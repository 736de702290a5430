// A part of a page that is loaded when it is needed. Unlike React.lazy it renders synchronously once it is loaded, so that
// nothing flickers; its owner chooses what to show until then.
import { useEffect, useState } from 'react'
import { retry } from './http/retry.ts'

export interface LazyPart<Part> {
  /** Loads it, once; also used to preload it. Rejects after three failed tries; the next call tries again. */
  load(): Promise<Part>
  /** Undefined until it is loaded. */
  loaded(): Part | undefined
}

export function lazyPart<Part>(fetchPart: () => Promise<Part>): LazyPart<Part> {
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

/** The part for a screen; starts loading as soon as it is needed. */
export function useLazyPart<Part>(lazy: LazyPart<Part>, isNeeded = true): Part | undefined {
  const [, setLoaded] = useState(lazy.loaded() !== undefined)
  useEffect(() => {
    if (!isNeeded || lazy.loaded()) return
    const load = () =>
      lazy.load().then(
        () => setLoaded(true),
        () => {}, // the network comes back
      )
    void load()
    window.addEventListener('online', load)
    return () => window.removeEventListener('online', load)
  }, [lazy, isNeeded])
  return lazy.loaded()
}
