/** One request to the vendor, and whether its answer matches the contract. */
export interface Check {
  readonly name: string
  /** Of the contract. */
  readonly section: string
  run(): Promise<{ readonly isAsWritten: boolean; readonly found: string }>
}
