// The layers: the folders of a row may import each other and the folders that the row names, and
// nothing else of this project. Imports of types count. `imports.test.ts` enforces the rows and
// compares the table in docs/architecture.md with them.

export type Layer = {
  /** Folders with everything below them, or files. The first row that matches a file applies. */
  readonly of: readonly string[]
  /** What they may import, folders or files; of `reference` and `suites` only from rows above. */
  readonly may: readonly string[]
  /** Packages that they may not import. */
  readonly never?: readonly string[]
}

const inReference = (...folders: string[]) => folders.map(folder => `reference/${folder}`)

const leaves = inReference('lib', 'api')
const media = inReference('codecs', 'selectors', 'storage', 'dialects')
const documents = inReference('cel', 'patches', 'apply')
const model = inReference('types', 'config', 'parts')
const behaviour = inReference(
  'egress',
  'auth',
  'admission',
  'audit',
  'tracing',
  'controllers',
  'crd',
)
const requests = inReference('pipeline', 'verbs')

const server = ['koa', 'vitest', 'fast-check', 'undici']
const words = ['fixtures/dialects', 'fixtures/objects']
const results = [
  'suites/verdict.ts',
  'suites/unserved-requests.ts',
  'suites/requirement.ts',
  'suites/generated/catalogue.ts',
]
const histories = ['properties/dsl', 'properties/history']

/** From the lowest layer to the highest. */
export const layers: readonly Layer[] = [
  { of: ['protocols'], may: [], never: server },
  { of: inReference('lib'), may: [], never: server },
  { of: inReference('api'), may: inReference('lib'), never: server },
  { of: inReference('selectors', 'dialects'), may: inReference('api'), never: server },
  { of: inReference('storage'), may: ['protocols', ...inReference('api')], never: server },
  { of: inReference('server/clock.ts'), may: inReference('api'), never: server },
  { of: inReference('codecs'), may: leaves, never: server },
  { of: inReference('cel'), may: leaves, never: server },
  { of: inReference('patches', 'apply'), may: [...leaves, 'reference/codecs'], never: server },
  {
    of: inReference('types'),
    may: [...leaves, ...inReference('codecs', 'selectors', 'cel', 'apply')],
    never: server,
  },
  {
    of: inReference('config'),
    may: [...leaves, ...inReference('codecs', 'dialects', 'cel', 'types')],
    never: server,
  },
  {
    of: inReference('parts'),
    may: [...leaves, ...inReference('codecs', 'storage', 'apply', 'config')],
    never: server,
  },
  { of: inReference('egress'), may: [...leaves, 'reference/parts'], never: server },
  {
    of: inReference('auth', 'admission'),
    may: [...leaves, ...inReference('selectors', 'cel', 'config', 'parts', 'egress')],
    never: server,
  },
  {
    of: inReference('audit'),
    may: [...leaves, ...inReference('codecs', 'parts', 'egress', 'auth')],
    never: server,
  },
  { of: inReference('tracing'), may: leaves, never: server },
  {
    of: inReference('controllers'),
    may: [...leaves, ...inReference('selectors', 'types', 'parts')],
    never: server,
  },
  {
    of: inReference('crd'),
    may: [
      ...leaves,
      ...inReference(
        'selectors',
        'cel',
        'apply',
        'types',
        'parts',
        'egress',
        'auth',
        'controllers',
      ),
    ],
    never: server,
  },
  {
    of: inReference('pipeline'),
    may: [...leaves, ...inReference('codecs', 'selectors', 'types', 'parts', 'auth', 'admission')],
    never: server,
  },
  {
    of: inReference('verbs'),
    may: [...leaves, ...inReference('selectors', 'storage', 'patches', 'apply', 'parts')],
    never: server,
  },
  {
    of: inReference('discovery'),
    may: [...leaves, ...inReference('parts', 'verbs')],
    never: server,
  },
  {
    of: inReference('openapi'),
    may: [...leaves, ...inReference('types', 'parts', 'pipeline', 'discovery')],
    never: server,
  },
  {
    of: inReference('http'),
    may: [...leaves, ...inReference('codecs', 'parts', 'audit', 'tracing', 'pipeline')],
    never: ['vitest', 'fast-check', 'undici'],
  },
  { of: inReference('flag-settings'), may: [...leaves, 'reference/config'], never: server },
  {
    of: inReference('agent'),
    may: [
      'protocols',
      ...leaves,
      ...inReference('codecs', 'dialects', 'types', 'config', 'auth', 'http', 'flag-settings'),
      'reference/server/clock.ts',
    ],
    never: server,
  },
  {
    of: [...inReference('server'), 'reference/main.ts', 'reference/index.ts'],
    may: [
      ...leaves,
      ...media,
      ...documents,
      ...model,
      ...behaviour,
      ...requests,
      ...inReference('discovery', 'openapi', 'http', 'flag-settings', 'agent'),
    ],
    never: server,
  },
  { of: ['fixtures/objects'], may: [] },
  { of: ['fixtures/dialects'], may: ['fixtures/objects'] },
  { of: ['fixtures/client'], may: ['fixtures/objects', 'fixtures/dialects'] },
  {
    of: ['fixtures/hosts'],
    may: ['protocols', 'fixtures/objects', 'fixtures/client'],
    never: ['vitest'],
  },
  {
    of: ['fixtures/partial-servers', 'fixtures/published'],
    may: ['fixtures/objects'],
    never: ['vitest'],
  },
  {
    of: ['fixtures/targets', 'fixtures/rewrites', 'fixtures/mutants', 'fixtures/variants'],
    may: ['protocols', ...words, 'fixtures/client', 'fixtures/generated', 'reference/index.ts'],
    never: ['vitest'],
  },
  { of: ['properties/dsl'], may: [...words, 'fixtures/client'], never: ['vitest'] },
  {
    of: ['properties/history'],
    may: [...words, 'fixtures/client', 'properties/dsl'],
    never: ['vitest'],
  },
  { of: ['properties/models'], may: [...words, 'properties/dsl'], never: ['vitest'] },
  {
    of: ['properties/perform'],
    may: [...words, 'fixtures/client', 'properties/dsl', 'properties/history'],
    never: ['vitest'],
  },
  {
    of: ['properties/scenarios'],
    may: [...words, 'fixtures/client', 'properties/dsl', 'properties/history', 'properties/models'],
    never: ['vitest'],
  },
  {
    of: ['properties/laws'],
    may: [
      ...words,
      'fixtures/client',
      'properties/dsl',
      'properties/history',
      'properties/models',
      'properties/scenarios',
    ],
    never: ['vitest'],
  },
  { of: results, may: words, never: ['vitest'] },
  {
    of: ['suites/setups'],
    may: [...words, 'properties/dsl', 'properties/models'],
    never: ['vitest'],
  },
  {
    of: ['suites/target'],
    may: [
      ...results,
      ...words,
      'fixtures/client',
      'fixtures/hosts',
      'suites/setups',
      'fixtures/targets',
      'properties/dsl',
      'properties/perform',
    ],
    never: ['vitest'],
  },
  { of: ['suites/check.ts'], may: [...results, ...histories, 'suites/target'], never: ['vitest'] },
  {
    of: ['suites/spec', 'suites/configuration-checks.ts', 'suites/generated'],
    may: [
      ...results,
      ...words,
      ...histories,
      'fixtures/client',
      'properties/models',
      'properties/scenarios',
      'properties/laws',
      'suites/check.ts',
    ],
    never: ['vitest'],
  },
  {
    of: ['suites/select'],
    may: [
      ...results,
      ...words,
      ...histories,
      'fixtures/targets',
      'fixtures/variants',
      'suites/target',
      'suites/check.ts',
      'suites/generated',
    ],
    never: ['vitest'],
  },
  {
    of: ['suites/judge'],
    may: [...results, ...histories, 'fixtures/client', 'suites/check.ts'],
    never: ['vitest'],
  },
  {
    of: ['suites/failure'],
    may: [
      ...results,
      ...words,
      ...histories,
      'fixtures/client',
      'properties/perform',
      'suites/check.ts',
      'suites/select',
      'suites/judge',
    ],
    never: ['vitest'],
  },
  {
    of: ['suites/run'],
    may: [
      ...results,
      ...words,
      ...histories,
      'fixtures/client',
      'fixtures/targets',
      'properties/perform',
      'suites/target',
      'suites/check.ts',
      'suites/select',
      'suites/judge',
      'suites/failure',
    ],
    never: ['vitest'],
  },
  {
    of: ['suites/proofs'],
    may: [
      'fixtures/targets',
      'fixtures/mutants',
      'fixtures/generated',
      'suites/check.ts',
      'suites/generated',
      'suites/run',
    ],
    never: ['vitest'],
  },
  {
    of: ['suites/certify.ts'],
    may: [
      ...results,
      ...histories,
      'fixtures/targets',
      'properties/perform',
      'suites/target',
      'suites/check.ts',
      'suites/select',
      'suites/judge',
      'suites/run',
    ],
    never: ['vitest'],
  },
  {
    of: ['reports'],
    may: [
      'suites/verdict.ts',
      'suites/unserved-requests.ts',
      'suites/requirement.ts',
      'fixtures/client/escape-json.ts',
    ],
    never: ['vitest'],
  },
  {
    of: ['bin'],
    may: [
      'suites',
      'reports',
      'fixtures',
      'properties',
      'reference/main.ts',
      'reference/agent/main.ts',
      'reference/config/validate/validate-files.ts',
    ],
    never: ['vitest'],
  },
]

/** Tests and the files that only tests use may import anything. */
export const isForTests = (path: string): boolean =>
  /\.test\.ts$|\/test-[^/]*\.ts$|contract[^/]*\.ts$|^reference\/http\/hostile\/|^suites\/(bench|differential|lint|long-runs|robustness|servers|tools|vitest)\//.test(
    path,
  )

/** Whether a path is one of these places, or in one of them. */
export const isIn = (path: string, places: readonly string[]): boolean =>
  places.some(place => path === place || path.startsWith(`${place}/`))

/** The rows as a table, as in docs/architecture.md. */
export const layersTable = (): string =>
  [
    '| folder | may import |',
    '|---|---|',
    ...layers.map(({ of, may }) => `| ${named(of)} | ${may.length === 0 ? '–' : named(may)} |`),
  ].join('\n')

/** Joins the folders of one top folder: `reference/a`, `reference/b` as `reference/{a,b}`. */
function named(places: readonly string[]): string {
  const rooms = new Map<string, string[]>()
  for (const place of places) {
    const [room = '', ...rest] = place.split('/')
    rooms.set(room, [...(rooms.get(room) ?? []), rest.join('/')])
  }
  return [...rooms]
    .map(([room, [first = '', ...more]]) => {
      if (more.length > 0) return `\`${room}/{${[first, ...more].join(',')}}\``
      return `\`${first === '' ? room : `${room}/${first}`}\``
    })
    .join(', ')
}
