// The guide to opening this page in a full browser, for what the browser inside an app cannot download (platform/web/in-app/browser-guide.ts).
import { useEffect, useState } from 'react'
import { closeBrowserGuide } from '#platform/web/in-app/browser-guide.ts'
import { appWithoutDownloads } from '#platform/web/in-app/in-app-browser.ts'
import { OpenInBrowserGuide } from '#platform/web/in-app/open-in-browser-guide.tsx'

export default function BrowserGuide({ isOpen }: { readonly isOpen: boolean }) {
  const app = appWithoutDownloads()
  // A dialog that is mounted open cannot return the focus to where it was.
  const [isShown, setShown] = useState(false)
  useEffect(() => setShown(isOpen), [isOpen])
  return app && <OpenInBrowserGuide app={app} isOpen={isShown} onClose={closeBrowserGuide} />
}
