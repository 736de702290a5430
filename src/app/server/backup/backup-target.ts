// The port of backups: where one lies, in a folder or in a bucket.
import type { ObjectStorage } from '#platform/server/storage/object-storage.ts'

/** Names within it: `database/STAMP.json` beside each dump, `pictures.jsonl`, `secret`. */
export interface BackupTarget {
  /** As messages name it. */
  readonly place: string
  /** Before something is stored for the first time. Throws BackupError where a living service keeps its pictures. */
  prepare(): Promise<void>
  /** Runs `work` as the only one of all machines that reach the place. Throws BackupError while another one has it. */
  alone<Result>(work: () => Promise<Result>): Promise<Result>
  /** For who only reads there. Throws BackupError while a backup from another machine is under way. */
  refuseBusy(): Promise<void>
  pictures(): Promise<ObjectStorage>
  /** Names of what lies in `folder`. */
  names(folder: string): Promise<string[]>
  /** What `write` put into the file at `path`, whole or not at all. */
  store(name: string, write: (path: string) => Promise<void>): Promise<void>
  /** Undefined where there is nothing of this name; `use` gets it as a file of this machine, for as long as it runs. */
  read<Result>(name: string, use: (path: string) => Promise<Result>): Promise<Result | undefined>
  remove(name: string): Promise<void>
  /**
   * `work` appends to the journal of the pictures; what it wrote is kept at its end, also when it fails, and by `keepJournal`. `tempRoot` has room
   * for a few pictures.
   */
  withJournal<Result>(work: (ways: JournalWays) => Promise<Result>): Promise<Result>
}

export interface JournalWays {
  readonly journal: string
  readonly keepJournal: () => Promise<void>
  readonly tempRoot: string
}
