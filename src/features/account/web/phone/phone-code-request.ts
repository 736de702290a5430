// Asking for a code: the work, the sending, and the 60 seconds until the next one (document 1 §4, §9; VERIF-12). The seconds are counted
// from a point in time, because browsers slow the timers of pages in the background.
import { useEffect, useState } from 'react'
import { CODE_RESEND_SECONDS } from '#rulebook/account/verification-code.ts'
import { ACTIONS } from '#rulebook/errors/actions.ts'
import { messageOf } from '#rulebook/errors/errors.ts'
import type { SendCode } from './phone-api.ts'

export interface PhoneCodeRequest {
  readonly phase: 'idle' | 'working' | 'sending'
  /** Until a code may be asked for again; 0 when it may. */
  readonly secondsLeft: number
  readonly error: string | undefined
  readonly clearError: () => void
  /** Returns whether the code is on its way. */
  readonly request: (phone: string, send: SendCode) => Promise<boolean>
}

const TICK_MS = 250

export function usePhoneCodeRequest(): PhoneCodeRequest {
  const [phase, setPhase] = useState<PhoneCodeRequest['phase']>('idle')
  const [error, setError] = useState<string>()
  const [readyAtMs, setReadyAtMs] = useState(0)
  const secondsLeft = useSecondsUntil(readyAtMs)

  const request = async (phone: string, send: SendCode): Promise<boolean> => {
    setError(undefined)
    setPhase('working')
    try {
      await send(phone, () => setPhase('sending'))
      setReadyAtMs(Date.now() + CODE_RESEND_SECONDS * 1000)
      return true
    } catch (problem) {
      setError(messageOf(problem, ACTIONS.sendCode))
      return false
    } finally {
      setPhase('idle')
    }
  }
  return { phase, secondsLeft, error, clearError: () => setError(undefined), request }
}

function useSecondsUntil(atMs: number): number {
  const [nowMs, setNowMs] = useState(() => Date.now())
  useEffect(() => {
    setNowMs(Date.now())
    if (atMs <= Date.now()) return
    const timer = setInterval(() => {
      setNowMs(Date.now())
      if (Date.now() >= atMs) clearInterval(timer)
    }, TICK_MS)
    return () => clearInterval(timer)
  }, [atMs])
  return Math.max(0, Math.ceil((atMs - nowMs) / 1000))
}
