// What a list of the back office is narrowed to, and its page. Kept in the address, so that reload and back keep it.
import { useAddressQuery } from '#platform/web/ui/use-address-query.ts'

export interface AddressFilter<Key extends string> {
  /** As the address has it; undefined where it says nothing. */
  readonly values: Readonly<Partial<Record<Key, string>>>
  /** Counts from 1. */
  readonly page: number
  /** A changed filter begins at the first page; undefined or an empty text takes a value out. */
  readonly change: (changes: Partial<Record<Key, string | undefined>>) => void
  readonly turnTo: (page: number) => void
}

const PAGE_KEY = 'page'
const pageOf = (text: string | null): number => (/^[1-9]\d{0,4}$/.test(text ?? '') ? Number(text) : 1)

export function useAddressFilter<Key extends string>(keys: readonly Key[]): AddressFilter<Key> {
  const [query, update] = useAddressQuery()
  const values: Partial<Record<Key, string>> = {}
  for (const key of keys) {
    const value = query.get(key)
    if (value) values[key] = value
  }
  return {
    values,
    page: pageOf(query.get(PAGE_KEY)),
    change: (changes) => update({ ...changes, [PAGE_KEY]: undefined }, { replace: true }),
    turnTo: (page) => update({ [PAGE_KEY]: page > 1 ? String(page) : undefined }, { replace: false }),
  }
}
