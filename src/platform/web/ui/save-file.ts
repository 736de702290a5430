// A file that a call brought, given to the browser to keep; or the person told where it can be.
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
