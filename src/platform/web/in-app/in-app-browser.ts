// Which app's built-in browser shows this page (table: rulebook), and whether files can be downloaded in it.
import { type InAppBrowser, inAppBrowserOf } from '#rulebook/site/in-app-browsers.ts'

/** The app whose browser ignores downloads; undefined wherever they work. */
export function appWithoutDownloads(userAgent: string = navigator.userAgent): InAppBrowser | undefined {
  const app = inAppBrowserOf(userAgent)
  return app?.downloads ? undefined : app
}
