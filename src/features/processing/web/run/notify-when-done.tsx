// A notice of the system when a run ends while the tab is in the background. Offered, never asked for: the browser's question comes
// only after this button was pressed.
import { Button, Text } from '@mantine/core'
import { IconBell, IconBellCheck } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { fillText } from '#rulebook/fill-text.ts'
import { RUN_TEXTS } from '#rulebook/runs/run-texts.ts'
import { runDoneText } from '#rulebook/site/notices.ts'
import type { ModelConfig } from '#rulebook/tools/model.ts'
import type { RunState } from './run-state.ts'

/** Pressed once, it stays for the runs of this visit. */
let isWanted = false

const isPossible = (): boolean => typeof Notification !== 'undefined' && window.isSecureContext

export function NotifyButton() {
  const [state, setState] = useState<'off' | 'on' | 'denied'>(() => (isWanted ? 'on' : 'off'))
  if (!isPossible() || (state === 'off' && Notification.permission === 'denied')) return null
  if (state !== 'off')
    return (
      <Text size="sm" c="dimmed" role="status">
        {state === 'on' && <IconBellCheck size={16} aria-hidden style={{ verticalAlign: '-3px' }} />}{' '}
        {state === 'on' ? RUN_TEXTS.notifyOn : RUN_TEXTS.notifyDenied}
      </Text>
    )
  const ask = async () => {
    isWanted = (await Notification.requestPermission()) === 'granted'
    setState(isWanted ? 'on' : 'denied')
  }
  return (
    <Button variant="subtle" size="sm" leftSection={<IconBell size={16} aria-hidden />} onClick={() => void ask()}>
      {RUN_TEXTS.notifyMe}
    </Button>
  )
}

/** Notifies once of the end of a run that was seen running here, and only in a hidden tab. */
export function useDoneNotification(run: RunState, model: ModelConfig, name: string): void {
  const wasBusy = useRef(false)
  const { phase, job } = run
  useEffect(() => {
    if (phase === 'watching') wasBusy.current = true
    if (phase !== 'finished' && phase !== 'failed') return
    if (wasBusy.current && isWanted && document.visibilityState === 'hidden' && job)
      notifyDone(phase === 'finished' ? runDoneText(job.aiService) : RUN_TEXTS.failedTitle, {
        body: fillText(RUN_TEXTS.notifyBody, { name, model: model.displayName }),
        tag: job.id,
      })
    wasBusy.current = false
  }, [phase, job, model, name])
}

function notifyDone(title: string, options: NotificationOptions): void {
  try {
    const shown = new Notification(title, options)
    shown.onclick = () => {
      window.focus()
      shown.close()
    }
  } catch {
    // Phones show notices by a service worker only.
    void navigator.serviceWorker?.getRegistration().then((worker) => worker?.showNotification(title, options))
  }
}
