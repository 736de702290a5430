// The history over HTTP: its search (decision 0147) by tools and by what was found in a picture, in own runs only, and what was given back.
import type { ContractRouterClient } from '@orpc/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { giveBack } from '#features/credits/server/give-back.ts'
import {
  createTestUpload,
  createTestUser,
  openTestService,
  startInput,
  type TestService,
  watchToEnd,
} from '#features/processing/server/testing/test-service.ts'
import { systemClock } from '#platform/server/clock.ts'
import type { historyContract } from '../contract.ts'
import { createArchivePlaces } from './archive-places.ts'
import { createHistory } from './history.ts'

let service: TestService
beforeAll(async () => {
  const settings = { timeZone: 'Asia/Shanghai', productName: '测试影坊', secret: 'a secret of this test' }
  service = await openTestService({
    addRouters: (base) => ({
      history: createHistory({
        ...base,
        clock: systemClock,
        settings,
        demandStillSignedIn: async () => {},
        archivePlaces: createArchivePlaces(),
      }).router,
    }),
  })
})
afterAll(() => service.close())
const historyOf = (userId: string) =>
  service.clientOf<ContractRouterClient<{ history: typeof historyContract }>>(userId).history
const foundBy = (userId: string) => async (filter: object) =>
  (await historyOf(userId).list(filter)).entries.map(({ id }) => id)

it('finds tools by their names and pictures by what was found in them', async () => {
  const userId = await createTestUser(service.database, { extraCredits: 20 })
  const [enhanced, restored] = [await createTestUpload(service, userId), await createTestUpload(service, userId)]
  const find = foundBy(userId)
  const run = async (uploadId: string, model: object) => {
    const input = await startInput(service, userId, { source: { uploadId }, ...model })
    await watchToEnd(service, userId, (await service.clientOf(userId).processing.jobs.start(input)).id)
  }
  await run(enhanced, {})
  await run(restored, { modelKey: 'restore/dust-scratch', shownCredits: 3 })
  expect(await find({ search: '老照片修复' })).toEqual([restored])
  expect(await find({ search: 'dust' })).toEqual([restored])
  expect(await find({ search: '标准增强', state: 'failed' })).toEqual([])
  expect(await find({ search: '噪点' })).toEqual([])

  const measured = JSON.stringify({ estimates: { noiseSigma: 14 } })
  await service.database.query('update processing_history set report = $2 where upload_id = $1', [enhanced, measured])
  expect(await find({ search: '噪点' })).toEqual([enhanced])
  expect(await find({ search: '明显噪点' })).toEqual([])
  expect(await foundBy(await createTestUser(service.database))({ search: '噪点' })).toEqual([])
})

it('a run whose credits an operator gave back says so, and costs nothing in the statistics', async () => {
  const userId = await createTestUser(service.database)
  const input = await startInput(service, userId, { modelKey: 'restore/dust-scratch', shownCredits: 3 })
  const { id: jobId } = await service.clientOf(userId).processing.jobs.start(input)
  await watchToEnd(service, userId, jobId)
  const costs = async () => {
    const [record] = (await historyOf(userId).list({})).entries[0]!.records
    return [record!.creditsConsumed, record!.creditsGivenBack, (await historyOf(userId).stats()).totalCreditsUsed]
  }
  expect(await costs()).toEqual([3, 0, 3])
  await service.database.orm.transaction((tx) => giveBack(tx, { userId, jobId, reason: '效果不佳' }))
  expect(await costs()).toEqual([3, 3, 0])
})
