// Files dropped on a tool page, on their way to the page for several pictures: taken once.
import { whenPersonLeaves } from '#platform/web/http/window-person.ts'

let held: readonly File[] = []
whenPersonLeaves(() => {
  held = []
})

export const holdFiles = (files: readonly File[]): void => {
  held = files
}

export function takeFiles(): readonly File[] {
  const files = held
  held = []
  return files
}
