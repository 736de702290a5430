// What is still to be set before strangers come.
import { expect, it } from 'vitest'
import { OPENING_TASKS, openingTasks } from './opening-tasks.ts'

const READY = {
  publicOrigin: 'https://huanying.example',
  contactEmail: 'help@huanying.example',
  operatorName: '某某科技',
  hasMail: true,
  hasPayment: true,
}

it('nothing is left where all is set', () => expect(openingTasks(READY)).toEqual([]))

it.each([
  ['name', { publicOrigin: 'http://localhost:3000' }],
  ['tls', { publicOrigin: 'http://huanying.example' }],
  ['contact', { contactEmail: null }],
  ['operator', { operatorName: null }],
  ['mail', { hasMail: false }],
  ['payment', { hasPayment: false }],
] as const)('%s is left, and nothing else', (task, change) => {
  expect(openingTasks({ ...READY, ...change })).toEqual([task])
})

it('a fresh machine has everything but the certificate of a name that it does not have yet', () => {
  const fresh = {
    publicOrigin: 'http://localhost:3000',
    contactEmail: null,
    operatorName: null,
    hasMail: false,
    hasPayment: false,
  }
  expect(openingTasks(fresh)).toEqual(OPENING_TASKS.filter((task) => task !== 'tls'))
})
