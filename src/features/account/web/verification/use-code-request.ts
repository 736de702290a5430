// Asking for a code: the work, the sending, and the 60 seconds until the next one (document 1 §4, §9; VERIF-12). The seconds are counted
// from a point in time, because browsers slow the timers of pages in the background.
import { useEffect, useState } from 'react'
import { CODE_RESEND_SECONDS } from '#rulebook/account/verification-code.ts'
import { ACTIONS } from '#rulebook/errors/actions.ts'
import { messageFromRegister } from '#rulebook/errors/errors.ts'

/** Sends a code to a phone or an address; `onWorked` is called where a proof of work comes first, when it is done and the sending begins. */
export type SendCode = (target: string, onWorked: () => void) => Promise<void>

export interface CodeRequest {
  readonly phase: 'idle' | 'working' | 'sending'
  /** Until a code may be asked for again; 0 when it may. */
  readonly secondsLeft: number
  readonly error: string | undefined
  readonly clearError: () => void
  /** Returns whether the code is on its way. */
  readonly request: (target: string, send: SendCode) => Promise<boolean>
}

const TICK_MS = 250

export function useCodeRequest(): CodeRequest {
  const [phase, setPhase] = useState<CodeRequest['phase']>('idle')
  const [error, setError] = useState<string>()
  const [readyAtMs, setReadyAtMs] = useState(0)
  const secondsLeft = useSecondsUntil(readyAtMs)

  const request = async (target: string, send: SendCode): Promise<boolean> => {
    setError(undefined)
    setPhase('working')
    try {
      await send(target, () => setPhase('sending'))
      setReadyAtMs(Date.now() + CODE_RESEND_SECONDS * 1000)
      return true
    } catch (problem) {
      setError(messageFromRegister(problem, ACTIONS.sendCode))
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
