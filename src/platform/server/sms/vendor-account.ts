// What both clouds need, under different names.

/** What the approved text may contain, in its order; vendors refuse more or fewer than it has. */
export type TemplateParameter = 'code' | 'minutes'

export interface VendorAccount {
  /** Origin, which answers at `/`. */
  readonly endpoint: string
  readonly keyId: string
  readonly keySecret: string
  /** The approved name in 【】 before the text. */
  readonly signName: string
  readonly template: string
  readonly parameters: readonly TemplateParameter[]
}
