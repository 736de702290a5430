// The keys of the compare view (COMPARE_HELP lists them): help, full screen, the next mode, Space for a look at the state before, and the zoom's own.
import type { KeyboardEvent } from 'react'

interface CompareActions {
  readonly toggleHelp: () => void
  readonly toggleFullScreen: () => void
  readonly nextMode: () => void
  /** Absent until there is a result. */
  readonly hold: ((isHeld: boolean) => void) | undefined
  /** Returns whether the key is one of the zoom's. */
  readonly onZoomKey: (key: string) => boolean
}

export function useCompareKeys({ toggleHelp, toggleFullScreen, nextMode, hold, onZoomKey }: CompareActions) {
  const commands: Readonly<Record<string, () => void>> = {
    '?': toggleHelp,
    '？': toggleHelp,
    f: toggleFullScreen,
    m: nextMode,
  }
  const perform = (key: string): boolean => {
    const command = commands[key.toLowerCase()]
    command?.()
    return command !== undefined || onZoomKey(key)
  }
  const onKey = (event: KeyboardEvent, isDown: boolean) => {
    // Controls keep their own keys: arrows choose a mode, Space presses a button.
    if (isOn(event, 'input') || event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === ' ' && hold && !isOn(event, 'button')) hold(isDown)
    else if (!isDown || (event.repeat && commands[event.key]) || !perform(event.key)) return
    event.preventDefault()
  }
  return {
    onKeyDown: (event: KeyboardEvent) => onKey(event, true),
    onKeyUp: (event: KeyboardEvent) => onKey(event, false),
  }
}

const isOn = (event: KeyboardEvent, selector: string): boolean =>
  event.target instanceof HTMLElement && event.target.closest(selector) !== null
