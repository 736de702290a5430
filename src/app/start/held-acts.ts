// What is done on a prerendered page before its program listens (decision 0017) is kept and handed on, in order; what the browser can do
// alone (links, questions, radio buttons, file fields) is left to the browser.
import { OPENS_ATTRIBUTE } from '#platform/web/early-marks.ts'

const HELD = ['click', 'change', 'dragover', 'drop', 'paste'] as const

/** By what was done to: a button that was pressed twice in vain is meant once. */
const acts = new Map<EventTarget, () => void>()

export function holdActs(onAct: () => void): { readonly handOn: () => void } {
  const hold = (event: Event) => {
    onAct()
    const target = event.target as HTMLElement
    if (event.type === 'click') holdPress(event, target.closest('button'))
    else if (event.type === 'change') keep(target, () => change(target as HTMLInputElement))
    else if (event.type === 'paste') holdPaste(event as ClipboardEvent, target)
    else holdDrop(event as DragEvent, target)
  }
  for (const type of HELD) document.addEventListener(type, hold, true)
  return {
    handOn: () => {
      for (const type of HELD) document.removeEventListener(type, hold, true)
      for (const act of acts.values()) act()
      acts.clear()
    },
  }
}

function keep(target: EventTarget, act: () => void): void {
  acts.delete(target) // what was done last goes last
  acts.set(target, act)
}

function holdPress(event: Event, button: HTMLButtonElement | null): void {
  if (!button) return
  event.preventDefault()
  event.stopPropagation()
  const field = document.getElementById(button.getAttribute(OPENS_ATTRIBUTE) ?? '')
  if (field) field.click()
  else keep(button, () => button.click())
}

/** A radio button shows its choice already: React takes a press for one only where something changes. */
function change(field: HTMLInputElement): void {
  if (field.type !== 'radio') field.dispatchEvent(new Event('change', { bubbles: true }))
  else {
    field.checked = false
    field.click()
  }
}

/** Without this the browser would leave the page for the dropped picture. */
function holdDrop(event: DragEvent, target: HTMLElement): void {
  event.preventDefault()
  if (event.type !== 'drop' || !event.dataTransfer) return
  const dataTransfer = copyOf(event.dataTransfer)
  keep(document, () => target.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer })))
}

function holdPaste(event: ClipboardEvent, target: HTMLElement): void {
  if (!event.clipboardData?.files.length) return
  event.preventDefault()
  const clipboardData = copyOf(event.clipboardData)
  keep(document, () =>
    target.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData })),
  )
}

/** The event's own is empty when the event is over. */
function copyOf({ files }: DataTransfer): DataTransfer {
  const copy = new DataTransfer()
  for (const file of files) copy.items.add(file)
  return copy
}
