// What the service has promised: every answer of success is written down and proved when the killing is over.
export interface Start {
  readonly person: string
  readonly uploadId: string
  readonly startKey: string
  /** Known once the service has answered. */
  jobId?: string
  /** The service called it completed, so it stays so. */
  isCompleted?: boolean
  /** The service called it cancelled or failed, so it costs nothing. */
  isFailed?: boolean
}

export interface Merge {
  readonly primary: string
  readonly merged: string
  /** The upload of the account that ends. */
  readonly uploadId: string
  /** False where the answer was lost: then both ends are right, but nothing between them. */
  isAnswered: boolean
}

export interface Journal {
  /** Whose upload it is, by its id. */
  readonly uploads: Map<string, string>
  readonly starts: Map<string, Start>
  readonly removedUploads: Set<string>
  /** Log rows of acknowledged changes of credits. */
  readonly creditEdits: Set<string>
  /** Accounts whose end was acknowledged. */
  readonly leavers: Set<string>
  readonly merges: Merge[]
  /** Numbers of answers and of calls without one: a service that answers nothing proves nothing. */
  readonly answers: Map<string, number>
}

export const newJournal = (): Journal => ({
  uploads: new Map(),
  starts: new Map(),
  removedUploads: new Set(),
  creditEdits: new Set(),
  leavers: new Set(),
  merges: [],
  answers: new Map(),
})

export function count(journal: Journal, kind: string): void {
  journal.answers.set(kind, (journal.answers.get(kind) ?? 0) + 1)
}
