// A picture that did not load is asked for again: when the network is back, or at a press, which means all that are missing on the page.
import { useEffect, useState } from 'react'

const AGAIN_EVENT = 'missing-pictures-wanted'
export const askForMissingPictures = (): void => void window.dispatchEvent(new Event(AGAIN_EVENT))

/** `tries` is the key of the image: only a new one is fetched again. */
export function usePictureTries(address: string, onFail?: () => void) {
  const [tries, setTries] = useState(0)
  const [brokenAddress, setBrokenAddress] = useState<string>()
  const isBroken = address === brokenAddress
  useEffect(() => {
    if (!isBroken) return
    const again = () => {
      setBrokenAddress(undefined)
      setTries((before) => before + 1)
    }
    const events = ['online', AGAIN_EVENT]
    for (const name of events) window.addEventListener(name, again)
    return () => {
      for (const name of events) window.removeEventListener(name, again)
    }
  }, [isBroken])
  const onError = () => {
    setBrokenAddress(address)
    onFail?.()
  }
  return { tries, isBroken, onError }
}
