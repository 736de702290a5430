// The browser's work before an SMS, held against another SHA-256.
import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { sha256FirstWord } from './sha256-first-word.ts'
import { solveWork } from './work-proof.ts'

const nodesFirstWord = (text: string) => createHash('sha256').update(text).digest().readUInt32BE(0)

it('hashes every length up to three blocks as Node does, in any script', () => {
  for (let length = 0; length <= 190; length += 1) {
    const text = Array.from({ length }, (_, n) => String.fromCharCode(33 + ((n * 31 + length) % 94))).join('')
    expect(sha256FirstWord(text), text).toBe(nodesFirstWord(text))
    expect(sha256FirstWord(`林é🙂${text}`), text).toBe(nodesFirstWord(`林é🙂${text}`))
  }
})

it.each(['13800000000', 'a@b.cn', 'somebody.with.a.long.name@a.long.domain.example.com'])(
  'finds a number that fits %s, also where no worker can run',
  async (subject) => {
    const task = { task: 'QkJCQkJCQkJCQkJCQkJCQg', bits: 12, ticket: 'ticket' }
    const { nonce, ticket } = await solveWork(task, subject)
    expect(ticket).toBe('ticket')
    expect(Math.clz32(nodesFirstWord(`${task.task}:${subject}:${nonce}`))).toBeGreaterThanOrEqual(12)
  },
)
