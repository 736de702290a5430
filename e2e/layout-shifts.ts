// What moved on a page without having been asked to: layout shifts, as the browser measures them, with what moved where.
import type { Page } from '@playwright/test'

export interface Shift {
  readonly value: number
  /** Within half a second of an input of a person. */
  readonly hadRecentInput: boolean
  /** Nothing but notices, which come and go above the page. */
  readonly isOfNotices: boolean
  /** State of a tool page's workspace. */
  readonly flow: string | undefined
  readonly what: string
}

/** As TypeScript's DOM does not know them. */
interface ShiftEntry extends PerformanceEntry {
  readonly value: number
  readonly hadRecentInput: boolean
  readonly sources: readonly {
    readonly node: Node | null
    readonly previousRect: DOMRect
    readonly currentRect: DOMRect
  }[]
}

declare global {
  interface Window {
    layoutShifts?: Shift[]
  }
}

/** Watches every page that is opened from here on. */
export const watchShifts = (page: Page): Promise<unknown> => page.addInitScript(record)

const shiftsOf = (page: Page): Promise<readonly Shift[]> => page.evaluate(() => window.layoutShifts ?? [])

/** Those that nobody asked for. Notices come and go above the page. */
export const unaskedOf = async (page: Page): Promise<readonly Shift[]> =>
  (await shiftsOf(page)).filter((shift) => !shift.hadRecentInput && !shift.isOfNotices)

export const sumOf = (shifts: readonly Shift[]): number => shifts.reduce((sum, { value }) => sum + value, 0)

/** For the message of an expectation. */
export const wordsOf = (shifts: readonly Shift[]): string => shifts.map(({ what }) => what).join('\n')

function record(): void {
  const shifts: Shift[] = []
  window.layoutShifts = shifts
  const isNotice = (node: Node | null) =>
    (node instanceof Element ? node : node?.parentElement)?.closest('.mantine-Notifications-root') != null
  const placeOf = ({ x, y, width, height }: DOMRect) => [x, y, width, height].join()
  new PerformanceObserver((list) => {
    for (const { value, startTime, hadRecentInput, sources } of list.getEntries() as ShiftEntry[]) {
      const moved = sources.map(
        ({ node, previousRect, currentRect }) =>
          `${node?.nodeName} ${node?.textContent?.slice(0, 40)}: ${placeOf(previousRect)} → ${placeOf(currentRect)}`,
      )
      const state = document.documentElement.dataset.program ?? document.readyState
      const { flow } = document.querySelector<HTMLElement>('[data-flow]')?.dataset ?? {}
      const what = `${value.toFixed(4)} at ${Math.round(startTime)} ms (${state}, ${flow}) ${moved.join(' | ')}`
      shifts.push({ value, hadRecentInput, isOfNotices: sources.every(({ node }) => isNotice(node)), flow, what })
    }
  }).observe({ type: 'layout-shift', buffered: true })
}
