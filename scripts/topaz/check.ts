/** One request to the vendor, and whether its answer matches the contract. */
export interface Check {
  readonly name: string
  /** Section of the contract. */
  readonly section: string
  run(): Promise<{ readonly isAsWritten: boolean; readonly found: string }>
}

/** Why a check could not be made, in our own words: they hold no address and no key. */
export class CheckFailure extends Error {}
