// How long a run takes, as each place says it; always an estimate (document 1 §2; document 2 §9; C-12).

export const CATALOGUE_ASYNC_SECONDS = { min: 30, max: 60 } as const
export const CATALOGUE_SYNC_SECONDS = { min: 5, max: 15 } as const
export const PANEL_GENERATIVE_MINUTES = { min: 2, max: 10 } as const
export const PANEL_STANDARD_SECONDS = { min: 5, max: 60 } as const
/** FAQ. */
export const FAQ_TYPICAL_SECONDS = { typical: 10, min: 5, max: 25 } as const

const range = ({ min, max }: { min: number; max: number }, unit: string): string => `预计 ${min}–${max} ${unit}`

/** Catalogue: for choosing between tools. */
export const catalogueEstimate = ({ isAsync }: { readonly isAsync: boolean }): string =>
  isAsync ? range(CATALOGUE_ASYNC_SECONDS, '秒') : range(CATALOGUE_SYNC_SECONDS, '秒')
/** Tool page: parameter panel, time tag and overlay. One page says one time. */
export const panelEstimate = ({ isAsync }: { readonly isAsync: boolean }): string =>
  isAsync ? range(PANEL_GENERATIVE_MINUTES, '分钟') : range(PANEL_STANDARD_SECONDS, '秒')

/** The upper end of what the panel says, in seconds. */
export const expectedMaxSeconds = ({ isAsync }: { readonly isAsync: boolean }): number =>
  isAsync ? PANEL_GENERATIVE_MINUTES.max * 60 : PANEL_STANDARD_SECONDS.max
