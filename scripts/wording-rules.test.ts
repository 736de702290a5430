// The rules of docs/wording.md, held against texts that break them.
import { expect, it } from 'vitest'
import { faultsIn, lacksLastStop } from './wording-rules.ts'

it.each([
  ['图片已删除,无法恢复', ['half-width punctuation in Chinese']],
  ['最多20张', ['no space between Chinese and Latin letters or digits']],
  ['处理中...', ['three dots instead of …']],
  ['请先登陆你的帐户', ['登陆 → 登录', '帐户 → 账户', '你 → 您']],
  ['最多 20 张，每张不超过 50 MB（约 12 秒）', []],
  ['Save the file, please...', []],
  ['录制于 12:30', []],
  ['专业级图像增强', ['图像 → 图片', '专业 → whom it suits']],
  ['忠于原片，适合专业摄影作品', []],
  ['用密钥登录', ['密钥登录 → 通行密钥']],
  ['使用通行密钥登录', []],
  ['您好！\n\n请点击链接。', []],
  ['您好！\n\n注册成功！', ['！ → 。']],
  ['色彩已转换为 sRGB', []],
  ['格式转换', ['转换 → 处理']],
  ['最大 50MB', ['no space before the unit']],
  ['参数已改，不会扣费', ['参数 → 设置', '扣费 → 消耗积分; money is 扣款']],
  ['智能调参，效果不明显', []],
  ['效果不明显，不收费', []],
])('%s', (text, faults) => {
  expect(faultsIn(text)).toEqual(faults)
})

it('a label is judged as a whole', () => {
  expect(faultsIn('保留')).toEqual(['保留 → 取消'])
  expect(faultsIn('图片保留 30 天')).toEqual([])
})

it('operators’ talk is right in the back office alone', () => {
  expect(faultsIn('由运营方设置')).toEqual(['运营方 → 本站 or nothing'])
  expect(faultsIn('由运营方设置', { isForOperators: true })).toEqual([])
})

it.each([
  ['没有扣款。请再试一次', true],
  ['没有扣款。请再试一次。', false],
  ['没有扣款，请再试一次', false],
  ['账户已删除。如需再次使用，可以重新注册：\n{link}', false],
  ['没有验证器应用？扫描二维码，或输入下面的密钥：', false],
])('of several sentences the last has its stop, too: %s', (text, lacks) => {
  expect(lacksLastStop(text)).toBe(lacks)
})
