// Passwords that whoever guesses tries first: about fifty thousand, by how often they stood in published breaches. The list
// comes with the library and is asked in memory: no password leaves the machine.
let loading: Promise<ReadonlySet<string>> | undefined

/** Read at the first question: half a megabyte that a process without sign-ups never needs. */
const commonPasswords = (): Promise<ReadonlySet<string>> => {
  loading ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set<string>(dictionary['passwords-common']),
  )
  return loading
}

/** Whatever the letter case. */
export const isCommonPassword = async (password: string): Promise<boolean> =>
  (await commonPasswords()).has(password.toLowerCase())
