// How many guesses a password withstands (decision 0053), asked alike by the meter in the browser and by the server, so that both always agree.
// The list and the patterns come with the library: no password leaves the machine that asks. Half a megabyte, loaded at the first question.
import type { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { PASSWORD_JUDGED_CHARACTERS } from '#rulebook/account/password.ts'
import { DEFAULT_PRODUCT_NAME } from '#rulebook/site/product.ts'

let loading: Promise<ZxcvbnFactory> | undefined

async function load(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory: Estimator }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ])
  return new Estimator({ dictionary: { ...dictionary }, graphs: adjacencyGraphs })
}

/** What people here think of first: the service's own names. A guesser starts with them. */
const NEAR_AT_HAND = ['huanying', 'huan ying', DEFAULT_PRODUCT_NAME]

/** By somebody who tries what people choose first. */
export async function guessesOf(password: string): Promise<number> {
  loading ??= load()
  // Its time grows with the length, what it says of a long one hardly does.
  const judged = [...password].slice(0, PASSWORD_JUDGED_CHARACTERS).join('')
  return (await loading).check(judged, NEAR_AT_HAND).guesses
}
