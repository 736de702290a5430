// The check of references can fail: each kind of mention that leads nowhere is planted once and must be found.
import { expect, it } from 'vitest'
import { findProblems } from './references/find-problems.ts'
import { anchorsOf, type Known } from './references/known.ts'
import { unknownNames } from './references/unknown-names.ts'
import { unmappedRules } from './references/unmapped-rules.ts'

const known: Known = {
  files: new Set([
    'README.md',
    'docs/engine.md',
    'scripts/check.ts',
    'src/rulebook/credits/packs.ts',
    'src/engine/nets/blend.test.ts',
  ]),
  ids: new Set(['C-07', 'U-24', 'VALID-USER-03']),
  areas: new Set(['VALID-USER']),
  documentSections: new Set(['1', '2', '9']),
  architectureSections: new Set(['5']),
  studySections: new Set(['3.6']),
  topazSections: new Set(['7']),
  paymentSections: new Set(['1.4']),
  decisions: new Set(['0016']),
  scripts: new Set(['check', 'bench:engine']),
  anchors: new Map([['docs/engine.md', anchorsOf('# Engine\n\n## What is invented\n')]]),
}

const messages = (file: string, text: string) => findProblems(file, text, known).map(({ message }) => message)

it.each([
  ['an id that is in no list', 'src/a.ts', '// C-99 decided it', 'C-99 is not in docs/spec'],
  ['a row that does not exist', 'src/a.test.ts', "it('[VALID-USER-99] …')", 'VALID-USER-99 is not in docs/spec'],
  ['a section of a document', 'src/a.ts', '// document 2 §2, §12', '§12 is no section of the documents'],
  [
    'a section of a document in a table',
    'docs/a.md',
    '| 1 §2 Landing page; 2 §14 |',
    '§14 is no section of the documents',
  ],
  ['a section of the architecture', 'src/a.ts', '// (architecture §8)', '§8 is no section of ARCHITECTURE.md'],
  ['a section of the study', 'src/a.ts', '// engine study §3.6, §4.1', '§4.1 is no section of docs/engine-study.md'],
  ['a section of a contract', 'src/a.ts', '// Topaz contract §99', '§99 is no section of docs/topaz-contract.md'],
  [
    'a section of the payment contracts',
    'src/a.ts',
    '// (payment contracts §9.9)',
    '§9.9 is no section of docs/payment-contracts.md',
  ],
  [
    'a section of a document that is not here',
    'src/a.ts',
    '// (payments reference §5)',
    'payments reference is no document of the repository',
  ],
  ['a document that is not here', 'src/a.ts', '// see reference/x.md', 'reference/x is outside of the repository'],
  ['a text of the tracker', 'docs/a.md', 'issue "Money" 7', 'issue "M is outside of the repository'],
  [
    'a comment that names no thing',
    'src/a.ts',
    '/** Of the order. */',
    'the comment begins with "Of": say of what thing first',
  ],
  ['a decision', 'docs/a.md', 'decisions 0016 and 0099', 'decision 0099 does not exist'],
  ['a script', '.ci/run', 'step npm run chekc', 'package.json has no script chekc'],
  [
    'a start by any Node',
    'docs/a.md',
    '`node --x scripts/check.ts -y`',
    'scripts/check.ts is started by npx node, which is the packaged one',
  ],
  ['a link', 'docs/a.md', '[engine](engines.md)', 'the link engines.md leads nowhere'],
  ['an anchor', 'docs/a.md', '[engine](engine.md#cost)', 'docs/engine.md has no heading for #cost'],
  ['a path in Markdown', 'docs/a.md', '`nets/blended.test.ts`', 'nets/blended.test.ts does not exist'],
  ['a path in a comment', 'bench/a.ts', '// see src/rulebook/packs.ts', 'src/rulebook/packs.ts does not exist'],
  [
    'a name of a file in a comment',
    'src/a.ts',
    ' * kept (`blended.test.ts`), as packs.ts says',
    'blended.test.ts does not exist',
  ],
  [
    'the end of a path in a comment',
    'src/a.ts',
    '// (packs/credits.ts), as credits/packs.ts and #rulebook/credits/packs.ts say',
    'packs/credits.ts does not exist',
  ],
  [
    'a name of imports in a comment behind a statement',
    'src/a.ts',
    'const a = 1 // as #rulebook/packs.ts says',
    'rulebook/packs.ts does not exist',
  ],
  ['a path in a comment within JSX', 'src/a.tsx', '  {/* see credits/pack.ts */}', 'credits/pack.ts does not exist'],
  [
    'a place that readers do not have',
    'docs/a.md',
    'see ../shared/reference/x.md',
    '../shared/reference is outside of the repository',
  ],
])('finds %s', (_, file, text, message) => {
  expect(messages(file, text)).toEqual([message])
})

it('accepts mentions that lead somewhere, and text that is not a mention', () => {
  const text = [
    'C-07, U-24; [VALID-USER-03]; UTF-16, SHA-256 and AES-128',
    'document 1 §2 Landing page, §9; architecture §5, engine study §3.6; Topaz contract §7, payment contracts §1.4 and §1.4; GB 45438-2025 §5.2; decision 0016',
    '[engine](engine.md#what-is-invented) [home](../README.md) [out](https://example.org/a.md)',
    '`npm run check`, `npm run -s bench:engine -- growth`, `npx node scripts/check.ts`, `/opt/.bin/node scripts/check.ts`',
    '`packs.ts`, `nets/blend.test.ts`, `src/rulebook/credits/{packs,none}.ts`, `src/engine/**/*.test.ts`, ../shared/data/bench',
  ].join('\n')
  expect(messages('docs/a.md', text)).toEqual([])
})

it('finds a file of the rulebook that the map does not name, by its path or within a row of its folder', () => {
  const files = [
    'src/rulebook/tools/denoise.ts',
    'src/rulebook/runs/lost.ts',
    'src/rulebook/runs/lost.test.ts',
    'src/a.ts',
  ]
  expect(unmappedRules(files, '| `tools/enhance.ts` `denoise.ts` |')).toEqual([
    'src/rulebook/runs/lost.ts: docs/spec-map.md does not say where it is decided',
  ])
})

it('finds a main name of the map that no source declares', () => {
  const map = [
    '| topic | `a.ts` | `b.ts` | `priceOf` `findLiving` `move`, `LIMITS` |',
    '| draw | `other` | none |',
  ].join('\n')
  const sources = ['export const priceOf = 1 // findLiving', 'const part = {\n  async move(tx) {},\n  LIMITS: 3,\n}']
  expect(unknownNames(map, sources)).toEqual(['docs/spec-map.md:1: nothing in src declares findLiving'])
})
