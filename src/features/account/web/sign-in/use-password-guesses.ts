// How many guesses the typed password withstands; undefined until the estimator is there and has counted.
import { useEffect, useState } from 'react'
import { isGuessable, type PasswordErrorCode } from '#rulebook/account/password.ts'
import type { Problem } from '#rulebook/problem.ts'
import { guessesOf } from '../../password-guesses.ts'

/** Without a connection to load it, the server alone judges. */
export function usePasswordGuesses(password: string): number | undefined {
  const [counted, setCounted] = useState<{ readonly password: string; readonly guesses: number }>()
  useEffect(() => {
    let isOver = false
    if (password === '') return
    guessesOf(password).then(
      (guesses) => !isOver && setCounted({ password, guesses }),
      () => {},
    )
    return () => {
      isOver = true
    }
  }, [password])
  return counted?.password === password ? counted.guesses : undefined
}

/** What the server would say of it; nothing while it has not been counted. */
export const guessProblem = (password: string, guesses: number | undefined): Problem<PasswordErrorCode> | undefined =>
  guesses !== undefined && isGuessable(password, guesses) ? { code: 'password-common' } : undefined
