// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { MemoryRouter, useLocation } from 'react-router'
import { expect, it } from 'vitest'
import { useAddressQuery } from './use-address-query.ts'

const at = (address: string) =>
  renderHook(() => ({ search: useLocation().search, change: useAddressQuery()[1] }), {
    wrapper: ({ children }: { children: ReactNode }) => (
      <MemoryRouter initialEntries={[address]}>{children}</MemoryRouter>
    ),
  })

it('two changes before the next render both count', () => {
  const { result } = at('/list?q=cat&state=failed')
  act(() => {
    result.current.change({ q: 'dog' }, { replace: true })
    result.current.change({ state: null, tool: 'denoise' }, { replace: true })
  })
  expect(result.current.search).toBe('?q=dog&tool=denoise')
})

it('changes of different renders add up', () => {
  const { result } = at('/list?q=cat')
  act(() => result.current.change({ q: undefined }, { replace: false }))
  act(() => result.current.change({ page: '2' }, { replace: false }))
  expect(result.current.search).toBe('?page=2')
})
