// Saves a file returned by a call through the browser, or shows where it can be saved.
import { guidesToBrowser } from '../in-app/guides-to-browser.ts'

export function saveFile(filename: string, content: Blob): void {
  if (guidesToBrowser()) return
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = filename
  link.click()
  URL.revokeObjectURL(address)
}
