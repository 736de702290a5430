// What is left at the outside AI provider, beside the figures that the operator entered (document 2 §2 "Admin credit pool").
import type { AdminParts } from '../admin-parts.ts'

export async function readVendorAccount({ providerGate }: AdminParts) {
  if (!providerGate?.isConfigured) return null
  const { available = null, reserved = null } = (await providerGate.balance()) ?? {}
  return { available, reserved }
}
