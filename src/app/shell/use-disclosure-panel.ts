// One behaviour for every panel that hangs from the navigation bar: it closes on Escape, on a press outside, when the
// focus leaves it and after a navigation (document 1 §2 "User dropdown").
import { type RefObject, useCallback, useEffect, useId, useRef, useState } from 'react'
import { useLocation } from 'react-router'

export interface DisclosurePanel {
  readonly isOpen: boolean
  readonly toggle: () => void
  readonly close: () => void
  readonly panelId: string
  /** Goes around both the button and the panel. */
  readonly rootRef: RefObject<HTMLDivElement | null>
  /** Gets the focus back after Escape. */
  readonly buttonRef: RefObject<HTMLButtonElement | null>
}

export function useDisclosurePanel(): DisclosurePanel {
  const [isOpen, setOpen] = useState(false)
  const rootRef = useRef<HTMLDivElement>(null)
  const buttonRef = useRef<HTMLButtonElement>(null)
  const panelId = useId()
  const close = useCallback(() => setOpen(false), [])
  const { key } = useLocation()

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new location key is the event that closes the panel
  useEffect(close, [key])

  useEffect(() => {
    if (!isOpen) return
    const closeOutside = (event: Event) => {
      if (!rootRef.current?.contains(event.target as Node)) close()
    }
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      close()
      buttonRef.current?.focus()
    }
    document.addEventListener('pointerdown', closeOutside)
    document.addEventListener('focusin', closeOutside)
    document.addEventListener('keydown', closeOnEscape)
    return () => {
      document.removeEventListener('pointerdown', closeOutside)
      document.removeEventListener('focusin', closeOutside)
      document.removeEventListener('keydown', closeOnEscape)
    }
  }, [isOpen, close])

  return { isOpen, toggle: () => setOpen((open) => !open), close, panelId, rootRef, buttonRef }
}
