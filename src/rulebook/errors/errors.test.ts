// Error texts: register, backend mapping, failures of a run.
import { describe, expect, it } from 'vitest'
import { FlowError } from '../runs/flow-errors.ts'
import { ADMIN_FAILURE_TEXTS, mapProcessingError } from '../runs/provider-failures.ts'
import { statusOfError } from './error-statuses.ts'
import { ERROR_TEXTS, isErrorCode, messageFromRegister } from './errors.ts'

describe('messageFromRegister', () => {
  it('fills the numbers of a text from the data of the error', () => {
    expect(messageFromRegister({ code: 'insufficient-credits', data: { needed: 5, remaining: 2 } })).toBe(
      '积分不足，需要 5 个积分，剩余 2 个',
    )
    expect(messageFromRegister({ code: 'login-required' })).toBe('请先登录以使用AI功能')
    expect(messageFromRegister({ code: 'job-not-found', data: null })).toBe('没有找到这次处理，可能已被删除')
  })

  it('never shows a consumer an English or technical message', () => {
    for (const error of [new Error('boom'), 'boom', null, undefined, 42, { code: 'constructor' }, { code: 7 }]) {
      expect(messageFromRegister(error)).toBe('服务暂时出现问题，请稍后重试')
    }
    expect(messageFromRegister(new Error('boom'), '保存')).toBe('保存失败')
  })

  it('[ERR-PROC-06] knows a lost connection and a timeout from the browser', () => {
    expect(messageFromRegister(new TypeError('Failed to fetch'))).toBe('网络连接失败，请检查网络状态')
    expect(messageFromRegister(new TypeError('Load failed'))).toBe('网络连接失败，请检查网络状态')
    expect(messageFromRegister(new DOMException('signal timed out', 'TimeoutError'), '上传')).toBe(
      '上传超时，请稍后重试',
    )
  })

  it.each([
    ['[ERR-MAP-01]', { code: 'PGRST301', message: 'x' }, '内容不存在或已删除'],
    ['[ERR-MAP-02]', { code: 'PGRST116', message: 'x' }, '记录不存在或已删除'],
    ['[ERR-MAP-03]', { code: '23505', message: 'duplicate key' }, '已有相同的内容，请更换后重试'],
    ['[ERR-MAP-04]', { message: 'invalid JWT: expired' }, '登录已过期，请重新登录'],
    ['[ERR-MAP-05]', { message: 'new row violates row-level security policy' }, '没有权限进行此操作'],
    ['[ERR-MAP-05]', { message: 'Row Level Security' }, '没有权限进行此操作'],
    ['[ERR-MAP-06]', { code: '22P02', message: '名称太长' }, '名称太长'],
    ['[ERR-MAP-07]', { message: '' }, '保存失败'],
    ['[ERR-MAP-07]', {}, '保存失败'],
  ])('%s maps %o of the backend', (_row, error, text) => expect(messageFromRegister(error, '保存')).toBe(text))

  it.each([
    [
      '[ERR-PROC-13]',
      new FlowError('edgeFunction', { message: 'x' }),
      'Edge Function error: x',
      '处理失败: 服务暂时出现问题',
    ],
    ['[ERR-PROC-14]', new FlowError('failed'), 'Processing failed', '处理失败: 服务没有完成这张图片'],
    ['[ERR-PROC-15]', new FlowError('startFailed'), 'Failed to start processing', '处理失败: 未能开始处理'],
    [
      '[ERR-PROC-16]',
      new FlowError('downloadFailed', { status: 404 }),
      'Failed to download result from Storage: 404',
      '处理失败: 结果下载失败',
    ],
    [
      '[ERR-PROC-17]',
      new FlowError('noResultData'),
      'No result data received from Edge Function',
      '处理失败: 没有得到处理结果',
    ],
    [
      '[ERR-PROC-18]',
      new FlowError('statusCheckFailed', { status: 503 }),
      'Status check failed: 503',
      '处理失败: 无法查询处理进度',
    ],
    [
      '[ERR-PROC-19]',
      new FlowError('completedWithoutResult'),
      'Processing completed but no result received',
      '处理失败: 没有得到处理结果',
    ],
    [
      '[ERR-PROC-20]',
      new FlowError('tookTooLong'),
      'Processing timeout: task took too long to complete',
      '处理超时，请稍后重试',
    ],
  ])('%s has the literal text of the documents, and is said in Chinese', (_row, error, text, chinese) => {
    expect([error.message, messageFromRegister(error)]).toEqual([text, chinese])
  })

  it('has a Chinese text for every code, and a status that fits', () => {
    for (const text of Object.values(ERROR_TEXTS)) expect(text).toMatch(/[\u4e00-\u9fff]/)
    expect(isErrorCode('toString')).toBe(false)
    expect(statusOfError('maintenance')).toBe(503)
    expect(statusOfError('login-required')).toBe(401)
    expect(statusOfError('username-empty')).toBe(400)
  })
})

describe('failures of a run', () => {
  const consumerText = (message: string) => mapProcessingError(message).consumerText

  it('[ERR-PROC-01] key or token: ask an admin', () => {
    expect(consumerText('Invalid API key')).toBe('服务密钥配置有误，暂时无法处理，请联系管理员')
    expect(consumerText('token expired')).toBe('服务密钥配置有误，暂时无法处理，请联系管理员')
  })
  it('[ERR-PROC-02] the shorter key text goes to admins', () => {
    expect(mapProcessingError('Invalid API key').adminText).toBe('API密钥配置错误')
    expect(ADMIN_FAILURE_TEXTS.key).toBe('API密钥配置错误')
  })
  it('[ERR-PROC-03] quota or credit: try later', () => {
    expect(consumerText('quota exceeded')).toBe('AI 服务用量已满，请稍后重试')
    expect(consumerText('not enough credits')).toBe('AI 服务用量已满，请稍后重试')
    expect(consumerText('AI 服务用量已满，请稍后重试')).toBe('AI 服务用量已满，请稍后重试')
  })
  it('[ERR-PROC-04] the upgrade text goes to admins and never to consumers', () => {
    expect(mapProcessingError('quota exceeded').adminText).toBe('API配额不足，请升级账户')
    expect(Object.values(ERROR_TEXTS)).not.toContain('API配额不足，请升级账户')
  })
  it('[ERR-PROC-05] timeout', () => {
    expect(consumerText('Gateway Timeout')).toBe('处理超时，请稍后重试')
    expect(consumerText('the request timed out')).toBe('处理超时，请稍后重试')
  })
  it('[ERR-PROC-07] network or fetch', () => {
    expect(consumerText('network down')).toBe('网络连接失败，请检查网络状态')
    expect(consumerText('TypeError: Failed to fetch')).toBe('网络连接失败，请检查网络状态')
  })
  it('[ERR-PROC-08] format or type', () => {
    expect(consumerText('unknown image format')).toBe('不支持的图片格式，请使用JPG或PNG格式')
    expect(consumerText('wrong content type')).toBe('不支持的图片格式，请使用JPG或PNG格式')
  })
  it('[ERR-PROC-09] size', () => {
    expect(consumerText('invalid size')).toBe('图片文件过大或过小，请选择合适大小的图片')
  })
  it('[ERR-PROC-10] otherwise action and message', () => {
    expect(mapProcessingError('boom', '降噪').consumerText).toBe('降噪失败: boom')
  })
  it('asks in the order of the documents', () => {
    const kinds = [
      'key quota timeout network format size',
      'quota timeout network format size',
      'timeout network format size',
      'network format size',
      'format size',
      'size',
      '',
    ].map((message) => mapProcessingError(message).kind)
    expect(kinds).toEqual(['key', 'quota', 'timeout', 'network', 'format', 'size', 'other'])
  })
})
