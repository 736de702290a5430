// Event replay of a prerendered page (decision 0017): events before hydration are recorded and dispatched again in order once the program
// listens; what the browser can do alone (links, questions, radio buttons, file fields) is left to the browser.
import { AWAITED_ATTRIBUTE, DISCLOSES_ATTRIBUTE, OPENS_ATTRIBUTE } from '#platform/web/prehydration-attributes.ts'

const RECORDED = ['click', 'input', 'change', 'dragover', 'drop', 'paste'] as const

/** Buttons whose panels stand open. */
const OPENED = `[${DISCLOSES_ATTRIBUTE}][aria-expanded=true]`
/** What closes a panel, as the program does it (use-disclosure-panel.ts). */
const LEAVING = ['pointerdown', 'focusin', 'keydown', 'click'] as const

/** By target: two unanswered presses of a button mean one. */
const replays = new Map<EventTarget, () => void>()

export function recordEvents(onEvent: () => void): { readonly replay: () => void } {
  const record = (event: Event) => {
    onEvent()
    const target = event.target as HTMLElement
    if (event.type === 'click') recordPress(event, target)
    else if (event.type === 'input') hideFromReact(event, target)
    else if (event.type === 'change') keepReplay(event, target, () => replayChange(target as HTMLInputElement))
    else if (event.type === 'paste') recordPaste(event as ClipboardEvent, target)
    else recordDrop(event as DragEvent, target)
  }
  for (const type of LEAVING) document.addEventListener(type, closeLeftPanels, true)
  for (const type of RECORDED) document.addEventListener(type, record, true)
  return {
    replay: () => {
      for (const type of LEAVING) document.removeEventListener(type, closeLeftPanels, true)
      for (const type of RECORDED) document.removeEventListener(type, record, true)
      for (const replayEvent of replays.values()) replayEvent()
      replays.clear()
    },
  }
}

/**
 * TRAP: an event that React sees while it takes the page over makes it do so at once, inside this event. Then the recording has ended before the event
 * has: a radio button's press was put back and lost, and a chosen file would be taken twice.
 */
function keepReplay(event: Event, target: EventTarget, replayEvent: () => void): void {
  event.stopImmediatePropagation()
  replayLast(target, replayEvent)
}

/** The last event goes last. */
function replayLast(target: EventTarget, replayEvent: () => void): void {
  replays.delete(target)
  replays.set(target, replayEvent)
}

/** What is kept of these is the change that follows. */
function hideFromReact(event: Event, target: HTMLElement): void {
  if (target.matches('input[type=radio], input[type=file]')) event.stopImmediatePropagation()
}

function recordPress(event: Event, target: HTMLElement): void {
  hideFromReact(event, target)
  const button = target.closest('button')
  if (!button) return
  event.preventDefault()
  event.stopImmediatePropagation()
  const field = document.getElementById(button.getAttribute(OPENS_ATTRIBUTE) ?? '')
  if (field) field.click()
  else if (button.hasAttribute(DISCLOSES_ATTRIBUTE)) togglePanel(button)
  else awaitProgram(button)
}

/** Shows that the press was felt, within the next frame. */
function awaitProgram(button: HTMLElement): void {
  button.setAttribute(AWAITED_ATTRIBUTE, '')
  replayLast(button, () => {
    button.removeAttribute(AWAITED_ATTRIBUTE)
    button.click()
  })
}

const panelOf = (button: HTMLElement): HTMLElement => document.getElementById(button.getAttribute('aria-controls')!)!

/** The panel opens here, and the press is replayed to the program, whose panel is still closed. Closed again, nothing is to be replayed. */
function togglePanel(button: HTMLElement): void {
  const isOpen = panelOf(button).hidden
  panelOf(button).hidden = !isOpen
  button.setAttribute('aria-expanded', String(isOpen))
  if (isOpen) replayLast(button, () => button.click())
  else replays.delete(button)
}

/** By Escape, by what is done elsewhere, and by a link of its own, which may lead to a place on the same page. */
function closeLeftPanels(event: Event): void {
  const target = event.target as HTMLElement
  for (const button of document.querySelectorAll<HTMLElement>(OPENED)) {
    const isElsewhere = !button.contains(target) && !panelOf(button).contains(target)
    const isLink = event.type === 'click' && panelOf(button).contains(target.closest('a'))
    const isEscape = event.type === 'keydown' && (event as KeyboardEvent).key === 'Escape'
    if (isEscape || isLink || (isElsewhere && event.type !== 'keydown')) togglePanel(button)
    if (isEscape) button.focus()
  }
}

/** A radio button shows its choice already: React takes a press for one only where something changes. */
function replayChange(field: HTMLInputElement): void {
  if (field.type !== 'radio') field.dispatchEvent(new Event('change', { bubbles: true }))
  else {
    field.checked = false
    field.click()
  }
}

/** Without this the browser would leave the page for the dropped picture. */
function recordDrop(event: DragEvent, target: HTMLElement): void {
  event.preventDefault()
  if (event.type !== 'drop' || !event.dataTransfer) return
  const dataTransfer = copyOf(event.dataTransfer)
  keepReplay(event, document, () =>
    target.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer })),
  )
}

function recordPaste(event: ClipboardEvent, target: HTMLElement): void {
  if (!event.clipboardData?.files.length) return
  event.preventDefault()
  const clipboardData = copyOf(event.clipboardData)
  keepReplay(event, document, () =>
    target.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData })),
  )
}

/** The event's own is empty when the event is over. */
function copyOf({ files }: DataTransfer): DataTransfer {
  const copy = new DataTransfer()
  for (const file of files) copy.items.add(file)
  return copy
}
