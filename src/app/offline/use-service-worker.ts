// Installs the service worker after the page is there, by a part that comes late: no page needs it to be shown.
import { useEffect } from 'react'

/** `isOn`: production builds only; the development server changes files under one address. */
export function useServiceWorker(isOn: boolean = import.meta.env.PROD): void {
  useEffect(() => {
    if (!isOn || !('serviceWorker' in navigator)) return
    // Refused in some private windows, or no network: the pages work without.
    const start = () =>
      void import('./install-service-worker.ts').then((part) => part.installServiceWorker()).catch(() => {})
    if (document.readyState === 'complete') start()
    else window.addEventListener('load', start, { once: true })
    return () => window.removeEventListener('load', start)
  }, [isOn])
}
