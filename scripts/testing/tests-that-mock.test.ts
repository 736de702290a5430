import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { testsThatMock } from './tests-that-mock.ts'

it("knows which tests put a module in another's place", () => {
  const found = testsThatMock(fileURLToPath(new URL('../..', import.meta.url)), ['src/{engine,features}/**/*.test.ts*'])
  expect(found).toContain('src/engine/nets/blend.test.ts')
  expect(found).toContain('src/features/billing/web/use-buy.test.tsx')
  for (const file of ['src/engine/nets/int8.test.ts', 'src/features/account/web/sign-in/login-page.test.tsx'])
    expect(found).not.toContain(file)
})
