// @vitest-environment jsdom
import { afterEach, expect, it, vi } from 'vitest'
import { messageFromRegister } from '#rulebook/errors/errors.ts'
import { downloadFile } from './download-file.ts'

afterEach(() => vi.unstubAllGlobals())

it('[ERR-PROC-16] a file that cannot be had is a download that failed, with its status', async () => {
  vi.stubGlobal('fetch', async () => new Response('', { status: 404 }))
  const outcome = await downloadFile('/files/results/gone.png').catch((error: Error) => error)
  expect(outcome).toMatchObject({ message: 'Failed to download result from Storage: 404' })
  expect(messageFromRegister(outcome)).toBe('处理失败: 结果下载失败')
})
