// What a person does on a running service of a test, by plain HTTP: sends a picture, starts a job, asks after it.
import sharp from 'sharp'
import type { Job, Upload } from '#features/processing/contract.ts'
import { startOf } from '#features/processing/testing/start-of.ts'
import type { TestPerson } from './test-person.ts'

export async function uploadPicture(origin: string, { headers }: TestPerson): Promise<Upload> {
  const create = { width: 320, height: 240, channels: 3 as const, background: '#446688' }
  const form = new FormData()
  form.append('purpose', 'main')
  form.append('file', new Blob([new Uint8Array(await sharp({ create }).png().toBuffer())]), 'photo.png')
  return answerOf(fetch(`${origin}/api/uploads`, { method: 'POST', headers, body: form }))
}

export function startJob(
  origin: string,
  { headers }: TestPerson,
  uploadId: string,
  modelKey = 'lighting/adjust',
): Promise<Job> {
  const body = JSON.stringify(startOf({ uploadId }, modelKey))
  const json = { ...headers, 'content-type': 'application/json' }
  return answerOf(fetch(`${origin}/api/v1/jobs`, { method: 'POST', headers: json, body }))
}

export const jobOf = (origin: string, { headers }: TestPerson, id: string): Promise<Job> =>
  answerOf(fetch(`${origin}/api/v1/jobs/${id}`, { headers }))

async function answerOf<Answer>(request: Promise<Response>): Promise<Answer> {
  const answer = await request
  if (!answer.ok) throw new Error(`${answer.url}: ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as Answer
}
