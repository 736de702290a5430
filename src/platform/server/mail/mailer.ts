// The mail port. Without a mail account emails go to an outbox folder and a log line, and no screen claims a sent mail (C-33).
export interface EmailMessage {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
}

export interface Mailer {
  /** True when emails really leave the machine. */
  readonly delivers: boolean
  send(message: EmailMessage): Promise<void>
  /** Throws when the account cannot be reached; absent where there is none. */
  check?(): Promise<unknown>
}
