// What a run costs and who may start it (document 1 §5, §9; document 2 §5, §9; C-01, C-05 to C-08, C-52).
// One price for navigation, catalogue, tool page, start button and server: `priceOf`.

import type { ModelConfig } from '../tools/model.ts'
import { autoOutputHeightPx } from '../tools/output-height.ts'
import type { ParameterValues } from '../tools/parameter.ts'
import { type Account, hasUnlimitedAi, isBanned } from './tiers.ts'

/** A new account (sign-up copy, FAQ, billing) … */
export const FREE_SIGN_UP_CREDITS = 5
/** Merged accounts keep the free credits of two sign-ups at most (C-53, decision 0014). */
export const MERGED_FREE_CREDITS_MAX = 2 * FREE_SIGN_UP_CREDITS
/** … and the client's initial summary before a profile is loaded; never rendered as a balance (C-01). */
export const CLIENT_DEFAULT_CREDITS = { used: 0, total: 3, remaining: 3 } as const

/** Default of the permission helper; no paid run ever uses it (C-06). */
export const DEFAULT_FEATURE_CREDITS = 1

/** Price of a standard enhance run that is known before the start to enlarge at most twice, without faces (C-08). */
export const SMALL_ENLARGEMENT_CREDITS = 1
export const SMALL_ENLARGEMENT_MAX_FACTOR = 2

export const CREDIT_TEXTS = {
  smallEnlargement: '放大不超过 2 倍，且未开启人脸增强', // C-08
  smallByItself: '放大不超过 2 倍', // decision 0096
  unlimited: '您的账户类型不扣积分', // C-05
  costNote: '本次处理消耗 {credits} 个积分',
  credits: '{credits} 积分',
} as const

/** `auto` leaves every advanced value to the AI, `manual` sends those that are set (document 2 §4). */
export type ParameterMode = 'auto' | 'manual'

export interface RunSettings {
  readonly mode: ParameterMode
  readonly params?: ParameterValues
  /** Sides of the current picture in pixels; undefined while unknown. */
  readonly inputHeightPx?: number
  readonly inputWidthPx?: number
}
export interface Price {
  /** What the start button shows and the server charges. */
  readonly credits: number
  readonly listCredits: number
  /** Why it is below the list price. */
  readonly reason?: string
}

/** The price of one run of this model with these settings, in credits. */
export function priceOf(model: Pick<ModelConfig, 'tool' | 'credits'>, settings: RunSettings): Price {
  const listCredits = model.credits
  if (model.tool !== 'enhance' || !isSmallEnlargement(settings)) return { credits: listCredits, listCredits }
  const reason = settings.mode === 'manual' ? CREDIT_TEXTS.smallEnlargement : CREDIT_TEXTS.smallByItself
  return { credits: SMALL_ENLARGEMENT_CREDITS, listCredits, reason }
}

/** The same size costs the same, chosen by hand or automatically (decision 0096). */
function isSmallEnlargement({ mode, params = {}, inputHeightPx, inputWidthPx = inputHeightPx }: RunSettings): boolean {
  if (!inputHeightPx || !inputWidthPx || (mode === 'manual' && params.face_enhancement === true)) return false
  const asked = mode === 'manual' ? params.output_height : undefined
  const outputHeightPx =
    typeof asked === 'number' ? asked : autoOutputHeightPx({ width: inputWidthPx, height: inputHeightPx })
  return outputHeightPx <= inputHeightPx * SMALL_ENLARGEMENT_MAX_FACTOR
}

export interface Charge {
  /** What leaves the balance: 0 for unlimited tiers, who start whatever the balance is (C-05). */
  readonly chargedCredits: number
  /** Kept beside it, for limits, pool and statistics. */
  readonly listCredits: number
}

/** What this account pays for a run of this price. */
export const chargeOf = (account: Account, price: Price): Charge => ({
  chargedCredits: hasUnlimitedAi(account) ? 0 : price.credits,
  listCredits: price.listCredits,
})

/** Whether a feature of this cost may be used with this balance; premium types always, banned accounts never (document 1 §5). */
export function featureAllowed(
  account: Account | undefined,
  remainingCredits: number,
  costCredits: number = DEFAULT_FEATURE_CREDITS,
): boolean {
  if (!account || isBanned(account)) return false
  return hasUnlimitedAi(account) || remainingCredits >= costCredits
}
