// One press of start while its guards are asked: what they need is read once, within the transaction that would start the job.
import { and, eq } from 'drizzle-orm'
import { lockAccount, type StoredAccount } from '#features/account/server/profile/account.store.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import type { SystemSettings } from '#rulebook/admin/system-settings.ts'
import { type Charge, chargeOf, type Price, priceOf } from '#rulebook/credits/credits.ts'
import { modelByKey } from '#rulebook/tools/catalogue.ts'
import type { ModelConfig } from '#rulebook/tools/model.ts'
import type { ParameterValues } from '#rulebook/tools/parameter.ts'
import type { StartJob } from '../../contract.ts'
import { readUse } from '../jobs/job.store.ts'
import { processingHistory, userUploads } from '../tables.ts'

/** `shownCredits` is absent for the documented calls, which show no price; `startKey` may be any text there. */
export type StartInput = Omit<StartJob, 'shownCredits' | 'startKey' | 'params'> & {
  readonly params: ParameterValues
  readonly shownCredits?: number
  readonly startKey: string
}

/** The picture that the run starts from: an upload, or the result of an earlier run. */
export interface StartSource {
  readonly uploadId: string
  readonly parentId: string | null
  readonly storageKey: string
  readonly filename: string
  readonly heightPx: number
  readonly isExpired: boolean
}

/** What was known before the transaction. */
export interface StartConditions {
  readonly systemSettings: SystemSettings
  readonly isWithinRate: boolean
  readonly unsupportedParams: Readonly<Record<string, string | undefined>>
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
    this.params = input.mode === 'auto' ? {} : input.params
  }

  /** Locks the profile: starts of one user are judged one after the other, so two tabs cannot spend one credit twice. */
  readonly account = once((): Promise<StoredAccount | undefined> => lockAccount(this.#tx, this.userId))

  readonly use = once(() => readUse(this.#tx, this.userId))

  readonly source = once((): Promise<StartSource | undefined> => {
    const { source } = this.input
    return 'uploadId' in source ? this.#uploadSource(source.uploadId) : this.#resultSource(source.parentJobId)
  })

  async price(): Promise<Price> {
    const inputHeightPx = (await this.source())?.heightPx
    return priceOf(this.model!, { mode: this.input.mode, params: this.params, inputHeightPx })
  }

  async charge(): Promise<Charge> {
    return chargeOf((await this.account())!, await this.price())
  }

  async #uploadSource(id: string): Promise<StartSource | undefined> {
    const [row] = await this.#tx
      .select()
      .from(userUploads)
      .where(and(eq(userUploads.id, id), eq(userUploads.userId, this.userId), eq(userUploads.status, 'uploaded')))
    return (
      row && {
        uploadId: row.id,
        parentId: null,
        storageKey: row.ossUrl,
        filename: row.originalFilename,
        heightPx: row.height,
        isExpired: row.filesRemovedAt !== null,
      }
    )
  }

  async #resultSource(id: string): Promise<StartSource | undefined> {
    const [row] = await this.#tx
      .select()
      .from(processingHistory)
      .where(and(eq(processingHistory.id, id), eq(processingHistory.userId, this.userId)))
    if (!row?.resultOssUrl || !row.resultHeight || row.deletedAt) return undefined
    return {
      uploadId: row.uploadId,
      parentId: row.id,
      storageKey: row.resultOssUrl,
      filename: row.originalFilename,
      heightPx: row.resultHeight,
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
