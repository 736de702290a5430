// One press of start while its guards are asked: what they need is read once, within the transaction that would start the job.
import { and, eq } from 'drizzle-orm'
import { lockAccount, type StoredAccount } from '#features/account/server/profile/account.store.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import type { SystemSettings } from '#rulebook/admin/system-settings.ts'
import { type Charge, chargeOf, type Price, priceOf } from '#rulebook/credits/credits.ts'
import type { PollLimit } from '#rulebook/runs/polling.ts'
import type { Recipient } from '#rulebook/runs/provider-consent.ts'
import { failoverPrice } from '#rulebook/runs/quotes.ts'
import { type OutputPlan, planOutput } from '#rulebook/runs/vendor-costs.ts'
import { modelByKey } from '#rulebook/tools/catalogue.ts'
import type { ModelConfig } from '#rulebook/tools/model.ts'
import type { ParameterValues } from '#rulebook/tools/parameter.ts'
import type { StartJob } from '../../contract.ts'
import { findConsent } from '../consent/consent.store.ts'
import { readUse } from '../jobs/job.store.ts'
import type { GateRefusal, ProviderCapabilities } from '../provider/provider.ts'
import { processingHistory } from '../tables.ts'
import { selectOwnUpload } from '../uploads/upload.store.ts'

/** `shownCredits` is absent for the documented calls, which show no price; `startKey` may be any text there. */
export type StartInput = Omit<StartJob, 'shownCredits' | 'startKey' | 'params'> & {
  readonly params: ParameterValues
  readonly shownCredits?: number
  readonly startKey: string
  /** How long the run may take; the service's default when absent (C-13). */
  readonly limit?: PollLimit
}

/** The picture that the run starts from: an upload, or the result of an earlier run. */
export interface StartSource {
  readonly uploadId: string
  readonly parentId: string | null
  readonly storageKey: string
  readonly filename: string
  readonly heightPx: number
  readonly widthPx: number
  readonly isExpired: boolean
}

/** What was known before the transaction. */
export interface StartConditions {
  readonly systemSettings: SystemSettings
  readonly isWithinRate: boolean
  readonly unsupportedParams: Readonly<Record<string, string | undefined>>
  readonly maxOutputPx?: ProviderCapabilities['maxOutputPx']
  /** The provider's account is refused: a run would fail (P-33). */
  readonly gateRefusal: GateRefusal | undefined
  /** Our engine would do the work of this provider, which cannot (decision 0067). */
  readonly insteadOf?: string | undefined
  /** Who would receive the picture. */
  readonly recipient: Recipient | undefined
}

export class StartAttempt {
  readonly #tx: Transaction
  readonly userId: string
  readonly input: StartInput
  readonly conditions: StartConditions
  readonly model: ModelConfig | undefined
  /** Auto leaves every value to the engine (document 2 §4). */
  readonly params: ParameterValues

  constructor(tx: Transaction, userId: string, input: StartInput, conditions: StartConditions) {
    this.#tx = tx
    this.userId = userId
    this.input = input
    this.conditions = conditions
    this.model = modelByKey(input.modelKey)
    this.params = input.mode === 'auto' ? {} : storable(input.params)
  }

  /** Locks the profile: starts of one user are judged one after the other, so two tabs cannot spend one credit twice. */
  readonly account = once((): Promise<StoredAccount | undefined> => lockAccount(this.#tx, this.userId))

  readonly use = once(() => readUse(this.#tx, this.userId))

  /** To the recipient of this run, where there is one. */
  readonly hasConsent = once(async (): Promise<boolean> => {
    const { recipient } = this.conditions
    return !recipient || (await findConsent(this.#tx, this.userId, recipient)) !== undefined
  })

  readonly source = once((): Promise<StartSource | undefined> => {
    const { source } = this.input
    return 'uploadId' in source ? this.#uploadSource(source.uploadId) : this.#resultSource(source.parentJobId)
  })

  async price(): Promise<Price> {
    const source = await this.source()
    const picture = source && { inputHeightPx: source.heightPx, inputWidthPx: source.widthPx }
    const price = priceOf(this.model!, { mode: this.input.mode, params: this.params, ...picture })
    return this.conditions.insteadOf === undefined ? price : failoverPrice(price)
  }

  /** What the price covers at the provider. */
  async outputLimitPx(): Promise<number> {
    const { credits } = await this.price()
    return this.conditions.maxOutputPx?.(this.model!.tool, credits) ?? Number.POSITIVE_INFINITY
  }

  async output(): Promise<OutputPlan> {
    const { widthPx: width, heightPx: height } = (await this.source())!
    return planOutput(this.model!, this.params, { width, height }, await this.outputLimitPx())
  }

  async charge(): Promise<Charge> {
    return chargeOf((await this.account())!, await this.price())
  }

  async #uploadSource(id: string): Promise<StartSource | undefined> {
    const row = await selectOwnUpload(this.#tx, this.userId, id)
    return (
      row && {
        uploadId: row.id,
        parentId: null,
        storageKey: row.ossUrl,
        filename: row.originalFilename,
        heightPx: row.height,
        widthPx: row.width,
        isExpired: row.filesRemovedAt !== null,
      }
    )
  }

  async #resultSource(id: string): Promise<StartSource | undefined> {
    const [row] = await this.#tx
      .select()
      .from(processingHistory)
      .where(and(eq(processingHistory.id, id), eq(processingHistory.userId, this.userId)))
    if (!row?.resultOssUrl || !row.resultHeight || !row.resultWidth || row.deletedAt) return undefined
    return {
      uploadId: row.uploadId,
      parentId: row.id,
      storageKey: row.resultOssUrl,
      filename: row.originalFilename,
      heightPx: row.resultHeight,
      widthPx: row.resultWidth,
      isExpired: row.filesRemovedAt !== null,
    }
  }
}

function once<Value>(read: () => Promise<Value>): () => Promise<Value> {
  let value: Promise<Value> | undefined
  return () => {
    value ??= read()
    return value
  }
}

/** JSON in PostgreSQL takes no half of a pair of UTF-16. */
const storable = (params: ParameterValues): ParameterValues =>
  Object.fromEntries(
    Object.entries(params).map(([key, value]) => [key, typeof value === 'string' ? value.toWellFormed() : value]),
  )
