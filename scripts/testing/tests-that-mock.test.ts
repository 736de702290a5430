import { globSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import config from '../../vitest.config.ts'
import { testsThatMock } from './tests-that-mock.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

it("knows which tests put a module in another's place", () => {
  const found = testsThatMock(root, ['src/{engine,features}/**/*.test.ts*'])
  expect(found).toContain('src/engine/nets/blend.test.ts')
  expect(found).toContain('src/features/billing/web/use-buy.test.tsx')
  for (const file of ['src/engine/nets/int8.test.ts', 'src/features/account/web/sign-in/login-page.test.tsx'])
    expect(found).not.toContain(file)
})

interface Project {
  readonly test: {
    readonly name: string
    readonly isolate?: boolean
    readonly include: readonly string[]
    readonly exclude?: readonly string[]
  }
}
const sharing = (config.test!.projects as Project[]).filter(({ test }) => test.isolate === false)

// By itself such a file passes, so it is only seen in a run of all: compared-password.test.ts failed a landing.
it.each(sharing.map(({ test }) => [test.name, test] as const))(
  '%s shares its modules with none of them',
  (_name, { include, exclude }) => {
    const left = new Set(globSync([...(exclude ?? [])], { cwd: root }))
    expect(testsThatMock(root, include).filter((file) => !left.has(file))).toEqual([])
  },
)
