// The arrows of the house (ARCHITECTURE.md): app → features → engine | platform → rulebook → nothing.
// `scripts/check-boundaries.ts` also runs these rules over `scripts/boundaries/fixture` with planted violations, to prove that they can fail.

const featureOrder = ['site', 'catalogue', 'account', 'credits', 'processing', 'history', 'billing', 'admin']

/** Screens and contracts know the contracts of features to their left. */
const contractsToTheLeft = featureOrder.slice(0, -1).map((feature, position) => ({
  name: `contracts-to-the-left-${feature}`,
  comment: `the screens and contracts of ${feature} stand left of the features whose contract they would import here`,
  severity: 'error',
  from: { path: `src/features/${feature}/(web/|[^/]*contract[.]ts$)` },
  to: { path: `src/features/(${featureOrder.slice(position + 1).join('|')})/[^/]*contract[.]ts$` },
}))

/** Server code of a feature may call only features to its left. */
const leftOnly = featureOrder.slice(0, -1).map((feature, position) => ({
  name: `feature-order-${feature}`,
  comment: `${feature} stands left of the features it would import here; a cycle between features starts like this`,
  severity: 'error',
  from: { path: `src/features/${feature}/server/`, pathNot: '[.]test[.]ts$' },
  to: { path: `src/features/(${featureOrder.slice(position + 1).join('|')})/` },
}))

/** Rooms of the engine from the bottom up; code may import only rooms further down (and the contract: types, errors, capabilities). */
const engineFloors = [
  ['wasm', 'emits kernels as bytes and knows neither pictures nor pixels'],
  [
    'image',
    'rasters, planes, tiles and colour spaces are what everything above is written in, so they know nothing of it',
  ],
  ['signal', 'transforms and separable filters of one plane; what a filter does with them is its own business'],
  ['resample', 'from one size to another, with or without anything done to the picture'],
  ['picture', 'codecs: bytes to rasters and back, whatever was computed between'],
  ['analysis', 'measures a picture; what is done about it is decided in tools/'],
  ['nets', 'weights to sessions: a net must be testable without a plan or a filter'],
  ['packs', 'models of others as graphs of our own; what is done with them is decided above'],
  ['operations', 'filters of the same size; a filter that knew its tool could not serve another'],
  ['enhance', 'filters of an enlarged picture; no tool, no tile runner'],
  ['enlarge', 'enlarges planes step by step; which settings a model wants is decided in tools/'],
  [
    'tools',
    'what each of the 23 models does, as a plan of plain data; it computes no pixel, so it knows no tile runner',
  ],
  ['run', 'tiles, threads, progress and memory of a plan; it may not know that it runs in a child process'],
  ['child', 'the process that computes; it must not know who started it'],
  ['host', 'starts, watches and ends children on the side of the service'],
  ['testing', 'damage, metrics and pictures for tests and benches; nothing that is shipped may need them'],
]

const engineRooms = engineFloors.slice(0, -1).map(([room, reason], floor) => ({
  name: `engine-${room}`,
  comment: reason,
  severity: 'error',
  from: { path: `src/engine/${room}/`, pathNot: '[.]test[.]ts$' },
  to: {
    path: `src/engine/(${engineFloors
      .slice(floor + 1)
      .map(([above]) => above)
      .join('|')})/`,
  },
}))

export default {
  forbidden: [
    {
      name: 'no-circular',
      comment: 'a cycle of value imports cannot be understood or tested in parts',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'no-circular-types',
      comment: 'a circle through types binds its files together like one of values',
      severity: 'error',
      from: { path: 'src/' },
      to: { circular: true },
    },
    {
      name: 'rulebook-imports-nothing',
      comment: 'the rulebook is the documents as data: both sides read it, so it may know neither',
      severity: 'error',
      from: { path: 'src/rulebook/', pathNot: '[.]test[.]ts$' },
      to: { pathNot: 'src/rulebook/' },
    },
    {
      name: 'engine-knows-pixels-only',
      comment: 'the engine knows no HTTP, no database and no credits, so that it can run alone in a child process',
      severity: 'error',
      from: { path: 'src/engine/', pathNot: '[.](test|conformance)[.]ts$' },
      to: { path: 'src/(app|features|platform)/|node_modules/(hono|drizzle-orm|pg|pg-boss|better-auth|react)/' },
    },
    {
      name: 'no-image-library-in-the-web-process',
      comment:
        "strangers' bytes are decoded in the engine's guarded child alone, which is started as a process and never imported; the scripted provider draws flat colours, in tests",
      severity: 'error',
      from: {
        path: '^src/(features|platform)/|^src/app/server/|^src/engine/host/',
        pathNot:
          '[.](test|conformance)[.]tsx?$|/testing/|/tests/|/scripted-provider[.]ts$|/(compose-features|providers-from|start-service|open-test-foundation)[.]ts$',
      },
      to: { path: 'node_modules/(sharp|@img|heic-decode|libheif-js|onnxruntime-node)/', reachable: true },
    },
    {
      name: 'engine-contract',
      comment: 'the contract is read by every side; it would drag in whatever room it imported',
      severity: 'error',
      from: { path: 'src/engine/[^/]+[.]ts$' },
      to: { path: 'src/engine/[^/]+/' },
    },
    {
      name: 'engine-from-outside',
      comment: 'the service knows the contract and the host; rooms further in can change without it',
      severity: 'error',
      from: { path: 'src/(app|features|platform)/', pathNot: '[.]test[.]tsx?$' },
      to: { path: 'src/engine/(?!host/)[^/]+/' },
    },
    {
      name: 'engine-narrows-its-process',
      comment:
        "safe-sharp blocks loaders in the whole process, so that sharp opens no file by its path any more; tests of the service share one process, and others' sharp fails there",
      severity: 'error',
      from: { path: 'src/(app|features|platform)/' },
      to: { path: 'src/engine/picture/safe-sharp[.]ts$', reachable: true },
    },
    ...engineRooms,
    {
      name: 'platform-knows-no-product',
      comment: 'plumbing has never heard of photos or credits',
      severity: 'error',
      from: { path: 'src/platform/', pathNot: '[.](test|conformance)[.]tsx?$' },
      to: { path: 'src/(app|features|engine)/' },
    },
    {
      name: 'features-do-not-import-app',
      comment: 'the composition root knows the features, never the other way round',
      severity: 'error',
      from: { path: 'src/features/' },
      to: { path: 'src/app/' },
    },
    {
      name: 'web-never-imports-server',
      comment: 'server code in the browser leaks secrets and megabytes; the contract stands between them',
      severity: 'error',
      from: { path: 'src/(features/[^/]+|platform)/web/|src/app/(?!server)' },
      to: { path: 'src/(features/[^/]+|platform|app)/server/|src/engine/(?!engine-types)' },
    },
    {
      name: 'server-never-imports-web',
      comment: 'the server renders nothing; a shared fact belongs into the rulebook or the contract',
      severity: 'error',
      from: { path: 'src/(features/[^/]+|platform|app)/server/' },
      to: { path: 'src/(features/[^/]+|platform)/web/|node_modules/(react|react-dom|@mantine)/' },
    },
    {
      name: 'web-features-meet-in-app',
      comment: 'screens of different features are combined in app/, so that a feature can be changed alone',
      severity: 'error',
      from: { path: '^src/features/([^/]+)/web/' },
      to: { path: '^src/features/([^/]+)/web/', pathNot: '^src/features/$1/web/' },
    },
    {
      name: 'calls-name-their-callers',
      comment: 'a call of a contract begins with publicProcedure, signedInProcedure or adminProcedure (decision 0033)',
      severity: 'error',
      from: { path: 'src/', pathNot: 'src/platform/procedures[.]ts$|[.]test[.]tsx?$' },
      to: { path: 'node_modules/@orpc/contract/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'calls-are-guarded',
      comment:
        'only implementContract makes handlers, because it puts the guard of the call in front of them (decision 0033)',
      severity: 'error',
      from: { path: 'src/', pathNot: 'src/platform/server/http/|/testing/|[.]test[.]tsx?$' },
      to: { path: 'node_modules/@orpc/server/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'tables-stay-at-home',
      comment: "a feature exposes reads, not its tables; only schema files name each other's tables, for foreign keys",
      severity: 'error',
      from: {
        path: 'src/(?:features/([^/]+)|app|platform)/',
        pathNot: '/tables[.]ts$|[.](test|conformance)[.]ts$|/testing/',
      },
      to: { path: 'src/features/[^/]+/server/tables[.]ts$', pathNot: 'src/features/$1/server/tables[.]ts$' },
    },
    ...contractsToTheLeft,
    ...leftOnly,
    {
      name: 'not-to-test-code',
      comment: 'product code must not depend on tests',
      severity: 'error',
      from: { path: '^(src|scripts)/', pathNot: '[.](test|conformance)[.]tsx?$' },
      to: { path: '[.]test[.]tsx?$|^e2e/' },
    },
    {
      name: 'not-to-testing-rooms',
      comment:
        'what tests stand on is no part of the product: it may sign people in as it likes and open databases that nobody migrates',
      severity: 'error',
      from: { path: '^src/', pathNot: '[.](test|conformance)[.]tsx?$|/testing/|/tests/' },
      to: { path: '^src/.*/testing/' },
    },
    {
      name: 'no-dev-dependency-in-product',
      comment: 'a machine that installs without dev dependencies must still start',
      severity: 'error',
      from: { path: '^src/', pathNot: '[.](test|conformance)[.]tsx?$|/testing/' },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^src/app/[+]types' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      conditionNames: ['node', 'import', 'types', 'default'],
      exportsFields: ['exports'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
    },
  },
}
