// Inside an app whose browser ignores downloads a file of a call cannot be kept: the shell then says how the page is opened in a browser
// of one's own. Pictures have addresses of their own and bring the guide along (open-in-browser-guide.tsx).
import { openBrowserGuide } from './browser-guide.ts'
import { appWithoutDownloads } from './in-app-browser.ts'

/** True where no file can be saved; the page then says so, and what to do instead. */
export function guidesToBrowser(): boolean {
  if (!appWithoutDownloads()) return false
  openBrowserGuide()
  return true
}
