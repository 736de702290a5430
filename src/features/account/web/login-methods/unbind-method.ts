// A way to sign in goes: what the pages show of it follows from the answer alone, so that none shows it still where nothing more can be read.
import type { QueryClient } from '@tanstack/react-query'
import type { LoginMethod } from '../../contract.ts'
import { authStore } from '../session/auth-store.ts'
import { LOGIN_METHODS_KEY, loginMethodClient } from './login-method-client.ts'

const NO_PHONE = { phone: null, phone_region: null, phone_verified: false, phone_verified_at: null }

export async function unbindMethod(
  queries: QueryClient,
  { id, type }: LoginMethod,
  password: string | undefined,
): Promise<void> {
  const after = await loginMethodClient.unbind({ id, ...(password !== undefined && { password }) })
  queries.setQueryData(LOGIN_METHODS_KEY, after)
  if (type === 'phone') authStore.mergeProfile(NO_PHONE)
}
