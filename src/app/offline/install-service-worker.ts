// Registers the service worker and offers a new version when one waits; the page changes only when asked.
import { notify } from '#platform/web/ui/notices.tsx'
import { NEW_VERSION_TEXTS } from '#rulebook/site/offline-texts.ts'
import { STATE_TEXTS } from '#rulebook/site/shell-texts.ts'
import { TAKE_OVER, WORKER_PATH } from './worker-messages.ts'

export async function installServiceWorker(): Promise<void> {
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
