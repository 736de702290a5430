// Requests for 发票: what is asked before one is taken (decision 0105).
import { describe, expect, it } from 'vitest'
import { checkInvoice, invoiceFileType, invoiceProblem, isInvoiceNumber, isTaxNumber, tidyInvoice } from './invoices.ts'

describe('a tax number', () => {
  it.each(['91350100M000100Y43', '123456789012345', '12345678901234567890'])('%s is one', (number) => {
    expect(isTaxNumber(number)).toBe(true)
  })

  // A wrong check digit, two swapped places, a letter that the code does not have, other lengths.
  it.each(['91350100M000100Y44', '91350010M000100Y43', '91350100I000100Y43', '', '1234', '91350100M000100Y4'])(
    '%s is none',
    (number) => {
      expect(isTaxNumber(number)).toBe(false)
    },
  )

  it('every other last sign than its own is refused', () => {
    const signs = [...'0123456789ABCDEFGHJKLMNPQRTUWXY']
    expect(signs.filter((sign) => isTaxNumber(`91350100M000100Y4${sign}`))).toEqual(['3'])
  })
})

describe('the details of a request', () => {
  const company = {
    kind: 'company',
    title: ' 某某公司 ',
    taxNumber: '91350100 m000100y43',
    email: ' a@example.com ',
  } as const

  it('is tidied: a company with its number, a person without', () => {
    expect(tidyInvoice(company)).toEqual({
      kind: 'company',
      title: '某某公司',
      taxNumber: '91350100M000100Y43',
      email: 'a@example.com',
    })
    expect(tidyInvoice({ ...company, kind: 'personal' }).taxNumber).toBe('')
  })

  it.each([
    [{}, undefined],
    [{ title: '  ' }, 'invoice-title-missing'],
    [{ taxNumber: '91350100M000100Y44' }, 'invoice-tax-number'],
    [{ kind: 'personal', taxNumber: '' }, undefined],
    [{ email: 'a@' }, 'email-shape'],
  ] as const)('with %j: %s', (changes, code) => {
    expect(checkInvoice(tidyInvoice({ ...company, ...changes }))?.code).toBe(code)
  })
})

describe('asking', () => {
  const paidAt = new Date('2026-01-01T00:00:00Z')
  const order = { status: 'paid', currency: 'CNY', paidAt, leftMinor: 2800 } as const
  const soon = new Date('2026-01-02T00:00:00Z')

  it.each([
    [order, soon, undefined],
    [{ ...order, leftMinor: 0 }, soon, 'invoice-not-possible'],
    [{ ...order, currency: 'USD' }, soon, 'invoice-not-possible'],
    [{ ...order, status: 'pending', paidAt: null }, soon, 'invoice-not-possible'],
    [{ ...order, status: 'disputed' }, soon, 'invoice-not-possible'],
    [order, new Date('2027-01-01T00:00:00Z'), undefined],
    [order, new Date('2027-01-01T00:00:01Z'), 'invoice-too-late'],
  ] as const)('case %#', (asked, now, code) => {
    expect(invoiceProblem(asked, now)?.code).toBe(code)
  })
})

it('numbers have 20 digits, of older invoices 8 or 12; files are PDF or OFD', () => {
  expect(['1'.repeat(20), '12345678', '1'.repeat(12)].every(isInvoiceNumber)).toBe(true)
  expect(['', '1'.repeat(19), `${'1'.repeat(19)}x`].some(isInvoiceNumber)).toBe(false)
  const bytes = (text: string) => new TextEncoder().encode(text)
  expect(invoiceFileType(bytes('%PDF-1.7 x'))).toBe('application/pdf')
  expect(invoiceFileType(bytes('PK\u0003\u0004x'))).toBe('application/ofd')
  expect(invoiceFileType(bytes('<html>'))).toBeUndefined()
})
