// Asks before a page is left whose changes are not saved: by our own dialog within the application, by the browser's where the tab is closed.
import { useContext, useEffect, useId, useSyncExternalStore } from 'react'
import { type Blocker, type BlockerFunction, UNSAFE_DataRouterContext } from 'react-router'
import { ADMIN_SETTINGS_TEXTS } from '#rulebook/admin/admin-settings-texts.ts'
import { ConfirmDialog } from '../confirm-dialog.tsx'

/** TRAP: a guard and a sign-out replace the page, and nobody who is signed out may be held on it. */
const isLeft: BlockerFunction = ({ currentLocation, nextLocation, historyAction }) =>
  historyAction !== 'REPLACE' && currentLocation.pathname !== nextLocation.pathname

const warn = (event: BeforeUnloadEvent): void => event.preventDefault()

export function LeaveQuestion() {
  const blocker = useHeldUp(isLeft)
  useEffect(() => {
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [])
  return (
    <ConfirmDialog
      isOpen={blocker?.state === 'blocked'}
      title={ADMIN_SETTINGS_TEXTS.leave.title}
      question={ADMIN_SETTINGS_TEXTS.leave.question}
      cancel={ADMIN_SETTINGS_TEXTS.leave.stay}
      action={ADMIN_SETTINGS_TEXTS.leave.go}
      isDangerous
      isBusy={false}
      onConfirm={() => blocker?.proceed?.()}
      onClose={() => blocker?.reset?.()}
    />
  )
}

/** TRAP: the router's own `useBlocker` would come along with the first script of every page (233 bytes, which the tool page has not). */
function useHeldUp(isHeldUp: BlockerFunction): Blocker | undefined {
  const { router } = useContext(UNSAFE_DataRouterContext)!
  const key = useId()
  useEffect(() => {
    router.getBlocker(key, isHeldUp)
    return () => router.deleteBlocker(key)
  }, [router, key, isHeldUp])
  return useSyncExternalStore(router.subscribe, () => router.state.blockers.get(key))
}
