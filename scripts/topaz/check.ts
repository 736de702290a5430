/** One question to the vendor, and whether his answer is the contract's. */
export interface Check {
  readonly name: string
  /** Of the contract. */
  readonly section: string
  run(): Promise<{ readonly isAsWritten: boolean; readonly found: string }>
}
