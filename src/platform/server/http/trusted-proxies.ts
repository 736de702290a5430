// The setting that names the proxies whose word about a caller's address counts.
import { z } from 'zod'
import { isAddressRange } from './client-address.ts'

export const trustedProxiesFrom = (text: string): readonly string[] =>
  text.split(',').flatMap((entry) => entry.trim() || [])

export const TRUSTED_PROXIES_VARIABLE = z
  .string()
  .refine((text) => trustedProxiesFrom(text).every(isAddressRange), 'lists addresses and ranges such as 10.0.0.0/8,::1')
  .default('')
