import { expect, it, vi } from 'vitest'
import { APP_TEXTS } from '#rulebook/site/product.ts'
import { createServiceRegistry } from './service-registry.ts'

interface Services {
  readonly clock: string
  readonly queue: string
  readonly worker: string
}

it('makes each service once, after those that it needs, whatever the order they are written in', async () => {
  const clock = vi.fn(() => 'clock')
  const resolve = createServiceRegistry<Services>({
    worker: async (get) => `worker(${await get('queue')}, ${await get('clock')})`,
    queue: async (get) => `queue(${await get('clock')})`,
    clock,
  })
  expect(await resolve('worker')).toBe('worker(queue(clock), clock)')
  expect(await resolve('clock')).toBe('clock')
  expect(clock).toHaveBeenCalledTimes(1)
})

it('[APP-03] a circular dependency raises an error, also when both ends are asked for at once', async () => {
  const resolve = createServiceRegistry<Services>({
    worker: (get) => get('queue'),
    queue: (get) => get('clock'),
    clock: (get) => get('worker'),
  })
  const answers = await Promise.allSettled([resolve('worker'), resolve('clock'), resolve('queue')])
  for (const answer of answers)
    expect(answer).toMatchObject({ status: 'rejected', reason: { message: expect.stringContaining('Circular') } })
  const self = createServiceRegistry<Services>({ worker: (get) => get('worker'), queue: undefined, clock: undefined })
  await expect(self('worker')).rejects.toThrow('Circular dependency: worker ⇄ worker')
})

it('[APP-04] an unregistered service raises an error that names it, through those that need it', async () => {
  const resolve = createServiceRegistry<Services>({
    worker: (get) => get('queue'),
    queue: undefined,
    clock: () => 'clock',
  })
  await expect(resolve('worker')).rejects.toThrow('Service not registered: queue')
})

it('[APP-05] a missing AI service is reported in the words of the documents', async () => {
  const resolve = createServiceRegistry<Services>(
    { worker: (get) => get('queue'), queue: undefined, clock: () => 'clock' },
    { queue: APP_TEXTS.aiServiceMissing },
  )
  await expect(resolve('worker')).rejects.toThrow('AI服务未注入，请检查App.vue中的依赖注入配置')
})
