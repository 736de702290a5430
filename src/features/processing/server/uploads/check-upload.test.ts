import { expect, it } from 'vitest'
import { EngineError } from '#engine/engine-error.ts'
import type { EngineErrorCode } from '#engine/engine-types.ts'
import { ServiceError } from '#platform/server/http/service-error.ts'
import { messageFromRegister } from '#rulebook/errors/errors.ts'
import { refusalOf } from './check-upload.ts'

const textOf = (code: EngineErrorCode) => {
  const refusal = refusalOf('main', 5000, new EngineError(code))
  expect(refusal).toBeInstanceOf(ServiceError)
  return messageFromRegister(refusal)
}

it('[UPLOAD-23] says what the engine met while it looked at the picture', () => {
  expect(textOf('crashed')).toBe('图片处理失败: 处理意外中断，请重试')
  expect(textOf('out-of-memory')).toBe('图片处理失败: 图片过大，暂时无法处理，请换一张小一些的')
})

it('[UPLOAD-24] says that its size cannot be read', () =>
  expect(textOf('corrupt')).toBe('无法读取图片信息，图片可能已损坏'))
