// Installs the service worker after the page is there, and offers a new version when one waits; the page changes only when asked.
import { useEffect } from 'react'
import { notify } from '#platform/web/notices.tsx'
import { NEW_VERSION_TEXTS } from '#rulebook/offline-texts.ts'
import { STATE_TEXTS } from '#rulebook/shell-texts.ts'
import { TAKE_OVER, WORKER_PATH } from './worker-messages.ts'

/** `isOn`: production builds only; the development server changes files under one address. */
export function useServiceWorker(isOn: boolean = import.meta.env.PROD): void {
  useEffect(() => {
    if (!isOn || !('serviceWorker' in navigator)) return
    const start = () => void install().catch(() => {}) // Refused in some private windows: the pages work without.
    if (document.readyState === 'complete') start()
    else window.addEventListener('load', start, { once: true })
    return () => window.removeEventListener('load', start)
  }, [isOn])
}

async function install(): Promise<void> {
  const registration = await navigator.serviceWorker.register(WORKER_PATH)
  const offerWhenReady = (next: ServiceWorker | null) => {
    // Without a controller this is the first version: nothing on the page is old.
    const offer = () => next?.state === 'installed' && navigator.serviceWorker.controller && offerNewVersion(next)
    next?.addEventListener('statechange', offer)
    offer()
  }
  offerWhenReady(registration.waiting)
  registration.addEventListener('updatefound', () => offerWhenReady(registration.installing))
}

function offerNewVersion(next: ServiceWorker): void {
  const takeOver = () => {
    navigator.serviceWorker.addEventListener('controllerchange', () => window.location.reload(), { once: true })
    next.postMessage(TAKE_OVER)
  }
  notify({
    type: 'info',
    message: NEW_VERSION_TEXTS.message,
    persistent: true,
    actions: [{ label: STATE_TEXTS.reload, onPress: takeOver }],
  })
}
