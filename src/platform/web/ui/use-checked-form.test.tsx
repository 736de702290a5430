// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { useCheckedForm } from './use-checked-form.ts'

/** Wrong by another field, as a tax number is by who asks for the invoice. */
const useExample = () =>
  useCheckedForm({
    initialValues: { kind: 'company', number: '', count: 0 },
    validateInputOnChange: ['count'],
    validate: ({ kind, number, count }) => ({
      ...(kind === 'company' && number === '' && { number: 'missing' }),
      ...(count < 0 && { count: 'negative' }),
    }),
    transformValues: ({ number }) => number.trim(),
  })

it('says what is wrong from the first try to send, and with every change from then on', () => {
  const { result } = renderHook(useExample)
  const send = vi.fn()
  const set = (name: 'kind' | 'number', value: string) => act(() => result.current.setFieldValue(name, value))
  const submit = () => act(() => result.current.onSubmit(send)(undefined))

  set('number', ' 1')
  set('number', '')
  expect(result.current.errors).toEqual({})
  submit()
  expect(send).not.toHaveBeenCalled()
  expect(result.current.errors).toEqual({ number: 'missing' })
  set('kind', 'personal')
  expect(result.current.errors).toEqual({})
  set('kind', 'company')
  expect(result.current.errors).toEqual({ number: 'missing' })
  set('number', ' 1')
  submit()
  expect(send.mock.calls.map(([sent]) => sent)).toEqual(['1'])
})

it('says at once what is asked to be said while it is typed', () => {
  const { result } = renderHook(useExample)
  act(() => result.current.setFieldValue('count', -1))
  expect(result.current.errors).toEqual({ count: 'negative' })
})
