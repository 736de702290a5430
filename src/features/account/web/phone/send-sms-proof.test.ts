// The browser's work before an SMS, held against another SHA-256.
import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { solveSendSms } from './send-sms-proof.ts'
import { MAX_TEXT_BYTES, sha256FirstWord } from './send-sms-sha256.ts'

const nodesFirstWord = (text: string) => createHash('sha256').update(text).digest().readUInt32BE(0)

it('hashes every length of one block as Node does', () => {
  for (let length = 0; length <= MAX_TEXT_BYTES; length += 1) {
    const text = Array.from({ length }, (_, n) => String.fromCharCode(33 + ((n * 31 + length) % 94))).join('')
    expect(sha256FirstWord(text), text).toBe(nodesFirstWord(text))
  }
})

it('finds a number that fits, also where no worker can run, within one block', async () => {
  const task = { task: 'QkJCQkJCQkJCQkJCQkJCQg', bits: 12, ticket: 'ticket' }
  const { nonce, ticket } = await solveSendSms(task, '13800000000')
  expect(ticket).toBe('ticket')
  expect(Math.clz32(nodesFirstWord(`${task.task}:13800000000:${nonce}`))).toBeGreaterThanOrEqual(12)
  expect(`${task.task}:13800000000:${Number.MAX_SAFE_INTEGER}`.length).toBeLessThanOrEqual(MAX_TEXT_BYTES)
})
