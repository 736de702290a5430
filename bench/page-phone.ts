// The phone on which pages are measured: 360 px, touch, two device pixels to one.
import type { Browser, BrowserContext } from '@playwright/test'

export const newPhone = (browser: Browser): Promise<BrowserContext> =>
  browser.newContext({
    viewport: { width: 360, height: 740 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
    locale: 'zh-CN',
    serviceWorkers: 'block',
  })
