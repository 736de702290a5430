// Asks a process to end and waits until it has.
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'

export async function stopProcess(child: ChildProcess | undefined): Promise<void> {
  // TRAP: of one that a signal ended `exitCode` stays null for ever; `kill` says that there is nobody any more.
  if (child?.exitCode === null && child.kill('SIGTERM')) await once(child, 'exit')
}
