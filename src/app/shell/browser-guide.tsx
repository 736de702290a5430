// How the page that is open is opened in a browser of one's own, for whatever cannot be downloaded where it is (platform/web/in-app/browser-guide.ts).
import { useEffect, useState } from 'react'
import { closeBrowserGuide } from '#platform/web/in-app/browser-guide.ts'
import { appWithoutDownloads } from '#platform/web/in-app/in-app-browser.ts'
import { OpenInBrowserGuide } from '#platform/web/in-app/open-in-browser-guide.tsx'

export default function BrowserGuide({ isOpen }: { readonly isOpen: boolean }) {
  const app = appWithoutDownloads()
  // A dialog that appears open does not know where the focus was.
  const [isShown, setShown] = useState(false)
  useEffect(() => setShown(isOpen), [isOpen])
  return app && <OpenInBrowserGuide app={app} isOpen={isShown} onClose={closeBrowserGuide} />
}
