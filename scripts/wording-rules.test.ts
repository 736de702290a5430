// The rules of docs/wording.md, held against texts that break them.
import { expect, it } from 'vitest'
import { faultsIn } from './wording-rules.ts'

it.each([
  ['图片已删除,无法恢复', ['half-width punctuation in Chinese']],
  ['最多20张', ['no space between Chinese and Latin letters or digits']],
  ['处理中...', ['three dots instead of …']],
  ['请先登陆你的帐户', ['登陆 → 登录', '帐户 → 账户', '你 → 您']],
  ['最多 20 张，每张不超过 50 MB（约 12 秒）', []],
  ['Save the file, please...', []],
  ['录制于 12:30', []],
])('%s', (text, faults) => {
  expect(faultsIn(text)).toEqual(faults)
})
