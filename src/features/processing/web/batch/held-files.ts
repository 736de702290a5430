// Files dropped on a tool page, on their way to the page for several pictures: taken once.
let held: readonly File[] = []

export const holdFiles = (files: readonly File[]): void => {
  held = files
}

export function takeFiles(): readonly File[] {
  const files = held
  held = []
  return files
}
