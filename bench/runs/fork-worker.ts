// Starts a worker process of a bench and waits until it works: it reports ready, gets the command to work, and confirms it.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import type { WorkerPlace } from './open-worker.ts'

export async function forkWorker(script: string, place: WorkerPlace): Promise<ChildProcess> {
  const child = fork(script, [JSON.stringify(place)])
  await once(child, 'message')
  child.send('work')
  await once(child, 'message')
  return child
}
