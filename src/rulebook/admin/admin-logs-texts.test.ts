// What a log row held, as lines.
import { expect, it } from 'vitest'
import { detailLines } from './admin-logs-texts.ts'

const lines = (details: Record<string, unknown>) => detailLines(details).map(({ label, value }) => `${label}: ${value}`)

it('reads what the actions of the back office write', () => {
  expect(lines({ reason: 'free', changes: { status: { from: 'active', to: 'banned' } } })).toEqual([
    '原因: free',
    '状态: 正常 → 封禁',
  ])
  expect(lines({ email: 'a@example.com', outcome: 'failed' })).toEqual(['收件邮箱: a@example.com', '结果: 失败'])
  expect(lines({ key: 'emergency_stop', old_value: null, new_value: 'true' })).toEqual(['紧急停止: 无 → 启用'])
  expect(lines({ key: 'api_rate_limit', old_value: '100', new_value: '50' })).toEqual(['API 速率限制: 100 → 50'])
  expect(lines({ removed_logs: 3 })).toEqual(['删除的日志: 3'])
})

it('shows as it is what nobody foresaw', () => {
  expect(lines({ constructor: 'x', list: [1, { a: 2 }], flag: true, nested: { deep: { deeper: 0 } } })).toEqual([
    'constructor: x',
    'list: [1,{"a":2}]',
    'flag: true',
    'deeper: 0',
  ])
  expect(lines({})).toEqual([])
})
