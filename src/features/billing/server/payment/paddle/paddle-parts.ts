// What Paddle's adapter is made of.
import type { Clock } from '#platform/server/clock.ts'
import type { PaddleSettings } from '#platform/server/paddle-settings.ts'
import type { OrderReferences } from '../order-references.ts'
import type { AskPaddle } from './paddle-client.ts'

export type PaddleParts = PaddleSettings & {
  readonly clock: Clock
  readonly references: OrderReferences
  readonly ask: AskPaddle
  /** No page of ours loads Paddle's script. */
  readonly ownOrigin: string
}
