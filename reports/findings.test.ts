import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import type { Failure } from '../suites/verdict.ts'
import { causes } from './causes.table.ts'
import { combinedCauses } from './combined-causes.table.ts'
import { findingsOf } from './findings.ts'
import { flakyRowsOf } from './report.ts'
import type { RequirementRow } from './report.ts'
import { sampleReport } from './sample.ts'
import { expecting } from './test-expectations.ts'
import { affectedClients } from './affected-clients.table.ts'

const { requirements } = sampleReport()

it('groups failures with one root cause and lets the strongest row lead', () => {
  const findings = findingsOf(requirements)

  expect(findings.map(({ id, ids, title }) => ({ id, ids, title }))).toEqual([
    {
      id: 'LIST-007',
      ids: ['LIST-007', 'PAGE-004', 'PAGE-005'],
      title: expect.stringMatching(
        /^resourceVersion <version> in chunk 2 instead of .*: metadata.resourceVersion is the same in all/,
      ),
    },
    {
      id: 'WRITE-009',
      ids: ['WRITE-009'],
      title: expect.stringMatching(
        /^200 and an object at version <version>… instead of a refusal \(409\) and .*: a PUT with a stale/,
      ),
    },
  ])
})

it('takes a flaky row for a finding only if a response shows a fault of data or of a refusal', () => {
  const flaky = requirements
    .filter(({ verdict }) => verdict === 'fail')
    .map(row => ({ ...row, verdict: 'flaky' as const }))

  expect(findingsOf(flaky).map(({ id, title }) => [id, title.slice(0, 11)])).toEqual([
    ['LIST-007', 'sometimes: '],
    ['WRITE-009', 'sometimes: '],
  ])
  // The sample's flaky row has no response.
  expect(findingsOf(requirements.filter(({ verdict }) => verdict === 'flaky'))).toEqual([])
  expect(flakyRowsOf(sampleReport()).map(({ id }) => id)).toEqual(['WRITE-010'])
})

it('leads with a must before a should, and then with the first of the catalogue', () => {
  const rows = requirements
    .filter(row => ['LIST-007', 'PAGE-004', 'PAGE-005'].includes(row.id))
    .map(row => (row.id === 'LIST-007' ? { ...row, strength: 'should' as const } : row))
    .map(row => (row.id === 'PAGE-005' ? withFailure(row, { steps: ['one'] }) : row))

  expect(findingsOf(rows)[0]).toMatchObject({ id: 'PAGE-004', strength: 'must' })
})

it('lists each affected client once, those of the row before those of its section', () => {
  const [finding] = findingsOf(requirements)

  expect(finding?.breaks[0]).toMatch(/^every pager/)
  expect(finding?.breaks).toContain('client-go reflectors (lost objects after a relist)')
  expect(new Set(finding?.breaks).size).toBe(finding?.breaks.length)
})

it('keeps a title short', () => {
  const page = requirements.find(row => row.id === 'PAGE-004') as RequirementRow

  const titleWith = (more: Partial<Failure>) => findingsOf([withFailure(page, more)])[0]?.title
  const long = 'x'.repeat(500)

  const cut = `${'x'.repeat(59)}…`
  expect(titleWith({ says: 'it holds.', got: long, expected: 'b' })).toBe(
    `${cut} instead of b: it holds`,
  )
  expect(titleWith({ says: 'it holds.', got: '', expected: long })).toBe(
    `nothing instead of ${cut}: it holds`,
  )
  expect(titleWith({ says: 'it holds.', got: '[]', expected: '{}' })).toBe(
    'an empty list instead of an empty object: it holds',
  )
  const object = (name: string) => JSON.stringify({ kind: 'Secret', data: { a: long }, name })
  expect(titleWith({ says: 'it holds.', got: object('a'), expected: object('b') })).toBe(
    'another object than expected: it holds',
  )
  const got = 'touchstone-8831d7b8-b/a'
  expect(titleWith({ says: 'it holds.', got, expected: 'c' })).toBe('b/a instead of c: it holds')

  const words = titleWith({ says: 'one two (three '.repeat(30), got: 'a', expected: 'b' }) ?? ''
  expect(words).toMatch(/^a instead of b: one two .* (one|two|\(three)…$/)
  expect(words.length).toBeLessThanOrEqual(200)
  expect(titleWith({ says: long, got: 'a', expected: 'b' })).toHaveLength(200)
})

it('leaves the values of a single run out of a title, but not those of the scenario', () => {
  const page = requirements.find(row => row.id === 'PAGE-004') as RequirementRow
  const titleWith = (more: Partial<Failure>) =>
    findingsOf([withFailure(page, { says: 'It holds.', ...more })])[0]?.title

  expect(
    titleWith({
      got: 'DELETED t1234abcd-12-a at 29842 of 2d3f42eb-4adc-47f9-aaa4-f078e27306c6',
      expected: 'a version after 29851',
    }),
  ).toBe('DELETED a at <version> of <uid> instead of a version after <version>: It holds')
  expect(
    titleWith({
      got: '2001-02-03T04:05:06Z',
      expected: '/metadata/creationTimestamp: 2026-11-25T22:35:38Z',
      case: { set: '2001-02-03T04:05:06Z' },
    }),
  ).toBe('/metadata/creationTimestamp is 2001-02-03T04:05:06Z instead of <time>: It holds')
  const uid = '2d3f42eb-4adc-47f9-aaa4-f078e27306c6'
  expect(titleWith({ got: uid, expected: uid.replace('2', '3') })).toBe(
    'another <uid> instead of <uid>: It holds',
  )
  expect(titleWith({ got: '404 NotFound', expected: '2' })).toBe(
    '404 NotFound instead of 2: It holds',
  )
})

it('keeps failures apart that break different rules behind a success', () => {
  const page = requirements.find(row => row.id === 'PAGE-004') as RequirementRow
  const other = withFailure({ ...page, id: 'PAGE-005' }, { says: 'another rule' })

  expect(findingsOf([page, other])).toHaveLength(2)
})

it('names only ids and sections that the catalogue holds', () => {
  const spec = new URL('../suites/spec/', import.meta.url)
  const sections = readdirSync(spec)
  const ids = sections.flatMap(section =>
    readdirSync(new URL(section, spec))
      .filter(file => file.endsWith('.yaml'))
      .flatMap(file => {
        const text = readFileSync(new URL(`${section}/${file}`, spec), 'utf8')
        const rows: { id: string }[] = parse(text)
        return rows.map(row => row.id)
      }),
  )

  const unknown = [
    ...affectedClients.flatMap(line => line.at),
    ...causes.flatMap(one => one.leads),
  ].filter(at => ![...ids, ...sections].includes(at))
  expect(unknown).toEqual([])
})

it('makes one finding of what a server lacks, and names what it keeps from being judged', () => {
  const page = requirements.find(row => row.id === 'PAGE-004') as RequirementRow
  const exchanges = [{ step: 's', request: { method: 'PATCH', path: '/' } }]
  const patch = { exchanges, at: 's' }
  const first = withFailure({ ...page, id: 'PTCH-001' }, { says: 'a rule', got: 'one', ...patch })
  const second = withFailure({ ...page, id: 'PTCH-015' }, { says: 'another', got: 'two', ...patch })
  const blind: RequirementRow = { ...page, id: 'DEL-005', verdict: 'inconclusive' }
  const other: RequirementRow = { ...page, id: 'DEL-006', verdict: 'inconclusive' }
  const requested = new Map([first, second, blind].map(({ id }) => [id, ['patch' as const]]))
  const of = (had: number) =>
    findingsOf([second, first, blind, other], {
      capabilityCounts: { patch: { had, lacking: 4 } },
      requestedCapabilities: requested,
    })

  expect(of(0)).toMatchObject([
    {
      title: `PATCH is refused (${page.title})`,
      id: 'PTCH-001',
      ids: ['PTCH-015', 'PTCH-001'],
      blocks: ['DEL-005'],
      severity: 'missing',
    },
  ])
  // If a server supports some kinds of patches, the faults of the others are separate.
  expect(of(1)).toMatchObject([{ ids: ['PTCH-015'], blocks: [] }, { ids: ['PTCH-001'] }])
})

it('does not explain a refusal of a served patch type by the lack of JSON patches', () => {
  const page = requirements.find(row => row.id === 'PAGE-004') as RequirementRow
  const answer = { status: 500, body: '', milliseconds: 1 }
  const exchanges = [{ step: 's', request: { method: 'PATCH', path: '/' }, answer }]
  const titleOf = (id: string) => {
    const row = { ...page, id }
    const failed = withFailure(row, { says: 'a rule', got: '500', at: 's', exchanges })
    const [finding] = findingsOf([failed], {
      capabilityCounts: { 'json-patch': { had: 0, lacking: 4 } },
      requestedCapabilities: new Map([[id, ['json-patch' as const]]]),
    })
    return finding?.title
  }

  expect(titleOf('PTCH-003')).toMatch(/^JSON patches are refused/)
  expect(titleOf('K8S-PTCH-007')).not.toMatch(/^JSON patches are refused/)
})

it('does not explain a patch of another type by the lack of strategic merge patches', () => {
  const page = requirements.find(row => row.id === 'PAGE-004') as RequirementRow
  const answer = { status: 422, body: '', milliseconds: 1 }
  const titleOf = (type: string, expected: string) => {
    const headers = { 'content-type': `application/${type}+json` }
    const exchanges = [{ step: 's', request: { method: 'PATCH', path: '/', headers }, answer }]
    const shown = { got: '[]', at: 's', exchanges, ...expecting(expected, '[]') }
    const [finding] = findingsOf([withFailure({ ...page, id: 'K8S-CR-043' }, shown)], {
      capabilityCounts: { 'strategic-merge-patch': { had: 0, lacking: 4 } },
      requestedCapabilities: new Map([['K8S-CR-043', ['strategic-merge-patch' as const]]]),
    })
    return finding?.title
  }
  const refused = /^Strategic merge patches are refused/

  expect(titleOf('strategic-merge-patch', 'success')).toMatch(refused)
  expect(titleOf('strategic-merge-patch', '415')).not.toMatch(refused)
  expect(titleOf('merge-patch', 'a cause for spec.size')).not.toMatch(refused)
})

it('does not say that a fault of another request comes from patches', () => {
  const page = requirements.find(row => row.id === 'PAGE-004') as RequirementRow
  const requested = new Map([[page.id, ['patch' as const]]])

  const [finding] = findingsOf([page], {
    capabilityCounts: { patch: { had: 0, lacking: 1 } },
    requestedCapabilities: requested,
  })

  expect(finding).toBeDefined()
  expect(finding?.title).not.toMatch(/PATCH is refused/)
})

it('explains only lists at exact versions by the lack of such lists', () => {
  const page = requirements.find(row => row.id === 'PAGE-004') as RequirementRow
  const shown = (id: string, path: string, status = 200) =>
    withFailure(
      { ...page, id },
      {
        says: `rule of ${id}`,
        at: 's',
        exchanges: [
          {
            step: 's',
            request: { method: 'GET', path },
            answer: { status, body: '', milliseconds: 1 },
          },
        ],
      },
    )
  const rows = [
    shown('LIST-025', '/x?resourceVersion=7&resourceVersionMatch=Exact'),
    shown('LIST-006', '/x?limit=1&resourceVersion=7'),
    shown('K8S-TABLE-003', '/x/a'),
    shown('K8S-TABLE-022', '/x?resourceVersion=7&resourceVersionMatch=Exact', 406),
  ]
  const requested = new Map(rows.map(({ id }) => [id, ['exact-lists' as const]]))

  const findings = findingsOf(rows, {
    capabilityCounts: { 'exact-lists': { had: 0, lacking: 2 } },
    requestedCapabilities: requested,
  })

  expect(findings.map(({ ids }) => ids)).toContainEqual(['LIST-025', 'LIST-006'])
  expect(findings).toHaveLength(3)
})

it('attributes to missing paging only lists with a limit that are longer or end early', () => {
  const page = requirements.find(row => row.id === 'PAGE-004') as RequirementRow
  const answer = { status: 200, body: '', milliseconds: 1 }
  const shown = (id: string, path: string, expected: string) =>
    withFailure(
      { ...page, id },
      {
        says: `rule of ${id}`,
        at: 's',
        expected,
        exchanges: [{ step: 's', request: { method: 'GET', path }, answer }],
      },
    )
  const rows = [
    shown('PAGE-001', '/x?limit=1', 'at most 1 items'),
    shown('GATE-008', '/x?limit=1', 'at most one item'),
    shown('K8S-LIST-003', '/x?sendInitialEvents=true', '422'),
    shown('K8S-LIST-011', '/x?limit=', '400'),
    shown('LIST-019', '/x?limit=2&resourceVersionMatch=NotOlderThan', 'a 4xx answer'),
    shown('LIST-021', '/x?limit=1&resourceVersion=7', '7 or a later version'),
  ]

  const findings = findingsOf(rows, {
    capabilityCounts: { paging: { had: 0, lacking: 2 } },
    requestedCapabilities: new Map(rows.map(({ id }) => [id, ['paging' as const]])),
  })

  expect(findings.map(({ ids }) => ids)).toEqual(
    expect.arrayContaining([
      ['PAGE-001', 'GATE-008'],
      ['K8S-LIST-003', 'K8S-LIST-011', 'LIST-019'],
      ['LIST-021'],
    ]),
  )
})

it('names the finding of the row that a precondition names', () => {
  const page = requirements.find(row => row.id === 'PAGE-004') as RequirementRow
  const blind = (id: string, because: string): RequirementRow => ({
    ...page,
    id,
    verdict: 'inconclusive',
    because,
  })
  const rows = [
    page,
    blind(
      'K8S-TABLE-006',
      '2 of 2 scenarios could not be judged: it is ignored (PAGE-001, PAGE-004)',
    ),
    blind('K8S-TABLE-001', 'it is ignored (PAGE-005)'),
  ]

  const clues = { capabilityCounts: {}, requestedCapabilities: new Map() }
  expect(findingsOf(rows, clues)).toMatchObject([{ id: 'PAGE-004', blocks: ['K8S-TABLE-006'] }])
})

it('names the failing row that the reason of another row points to', () => {
  const page = requirements.find(row => row.id === 'PAGE-004') as RequirementRow
  const failing = [
    'PAGE-001',
    'WATCH-001',
    'HEALTH-006',
    'DEL-001',
    'GATE-007',
    'WATCH-014',
    'K8S-OBJ-020',
    'DRY-013',
    'K8S-CR-001',
  ].map(id => withFailure({ ...page, id }, { says: id, got: '200', exchanges: [] }))
  const blind = (id: string, because: string): RequirementRow => ({
    ...page,
    id,
    verdict: 'inconclusive',
    because: `20 of 20 scenarios could not be judged: ${because}`,
  })
  const rows = [
    ...failing,
    blind('PAGE-012', 'the list has one chunk only'),
    blind('WATCH-006', 'one is not a stream: 405'),
    blind('WATCH-018', 'twin is not an open stream'),
    blind('K8S-CR-002', 'type established is not established: 200'),
    blind('HEALTH-011', 'excluded 0 returned nothing (all lists no check)'),
    blind('LIST-013', 'twin is not a list: it returned 410 Expired'),
    // VALID-013 does not fail here.
    blind('ERR-004', 'POST /x (step "Strict") returned 201'),
    blind('DEL-002', 'GET /x/a (step "marked") returned 404 NotFound'),
    blind('DRY-002', 'PUT /x/a?dryRun=All (step "dry") returned 501 NotImplemented'),
    blind('DEL-013', 'DELETE /x/b (step "dryRun body") returned 501 NotImplemented'),
    blind('K8S-DEL-016', 'DELETE /x/b (step "dry run main") returned 400 BadRequest'),
    blind('DRY-011', 'no dry run was carried out'),
    blind('K8S-DRY-002', 'no dry run of a write of the status succeeded'),
    blind('DRY-015', 'PUT /x/a (step "dry") returned 400 BadRequest'),
    blind('DRY-003', 'PATCH /x/a?dryRun=All (step "dry") returned 405 MethodNotAllowed'),
    blind('DRY-009', 'POST /x (step "real") returned 409 AlreadyExists'),
    blind('K8S-GET-001', 'a version of this target is not an integer'),
    blind('WATCH-016', 'watch shows marker: nothing came for 2000 ms'),
  ]
  // All of these requests need a watch, which the server lacks.
  const asking = ['WATCH-001', 'PAGE-012', 'LIST-013', 'WATCH-006', 'ERR-004']
  const found = findingsOf(rows, {
    capabilityCounts: { watch: { had: 0, lacking: 3 } },
    requestedCapabilities: new Map(asking.map(id => [id, ['watch' as const]])),
  })

  expect(Object.fromEntries(found.map(({ id, blocks }) => [id, blocks]))).toEqual({
    'PAGE-001': ['PAGE-012'],
    'WATCH-001': ['WATCH-006', 'WATCH-018', 'ERR-004'],
    'HEALTH-006': ['HEALTH-011'],
    'DEL-001': ['DEL-002'],
    'GATE-007': ['DRY-002', 'DEL-013', 'K8S-DEL-016', 'DRY-011', 'K8S-DRY-002'],
    'WATCH-014': ['WATCH-016'],
    'K8S-OBJ-020': ['K8S-GET-001'],
    'DRY-013': ['DRY-009'],
    'K8S-CR-001': ['K8S-CR-002'],
  })
})

it('names the finding of lost events in rows whose marker did not come', () => {
  const page = requirements.find(row => row.id === 'PAGE-004') as RequirementRow
  const request = { method: 'GET', path: '/x?watch=1' }
  const answer = { status: 200, body: '', milliseconds: 1 }
  const lost = { got: 'nothing came for 50 ms, after 0 documents', at: 's' }
  const failed = (id: string, verdict: 'fail' | 'flaky') => ({
    ...withFailure(
      { ...page, id },
      {
        ...lost,
        says: id,
        expected: 'watch shows one',
        exchanges: [{ step: 's', request, answer }],
      },
    ),
    verdict,
  })
  const blind = (id: string, because: string): RequirementRow => ({
    ...page,
    id,
    verdict: 'inconclusive',
    because,
  })

  const [finding, ...others] = findingsOf(
    [
      failed('WATCH-001', 'flaky'),
      failed('DEL-010', 'fail'),
      blind('WRITE-017', 'watch shows marker: nothing came for 2000 ms'),
      blind('K8S-WATCH-016', 'now shows marker: nothing came for 2000 ms'),
    ],
    { capabilityCounts: { watch: { had: 1, lacking: 0 } }, requestedCapabilities: new Map() },
  )
  expect(finding).toMatchObject({
    title: expect.stringMatching(/^Watches omit changes/),
    ids: ['WATCH-001', 'DEL-010'],
    blocks: ['WRITE-017', 'K8S-WATCH-016'],
  })
  expect(others).toEqual([])
})

it('makes one finding of rows with one cause that their answers show', () => {
  const page = requirements.find(row => row.id === 'PAGE-004') as RequirementRow
  const row = (id: string, section: string, failure: Partial<Failure>) =>
    withFailure({ ...page, id, section }, { exchanges: [], ...failure })
  const answer = { status: 200, body: '', milliseconds: 1 }
  const request = { method: 'GET', path: '/' }
  const listed = { at: 's', exchanges: [{ step: 's', request, answer }] }
  const rows = [
    row('ENC-001', 'encodings', { got: '201 as no media type', expected: 'application/json' }),
    row('ENC-004', 'encodings', { got: 'no Content-Type', expected: 'YAML' }),
    row('ENC-033', 'encodings', { got: 'no Content-Encoding: 200 as no media type' }),
    row('K8S-LIST-013', 'list', { ...listed, got: '/a /b', expected: '/a' }),
    row('K8S-LIST-015', 'list', { ...listed, got: '/a /c', expected: '/a' }),
    row('OBJ-018', 'object-fields', { got: 'nothing', expected: 'a non-empty string' }),
    row('OBJ-026', 'object-fields', { got: 'nothing', expected: 'a timestamp' }),
    row('WRITE-001', 'create-and-update', { got: 'nothing', expected: 'a uid' }),
  ]

  const found = findingsOf(rows, { capabilityCounts: {}, requestedCapabilities: new Map() }).map(
    ({ ids }) => ids.toSorted(),
  )

  expect(found.toSorted((a, b) => String(a).localeCompare(String(b)))).toEqual([
    ['ENC-001', 'ENC-004'],
    ['ENC-033'],
    ['K8S-LIST-013', 'K8S-LIST-015'],
    ['OBJ-018', 'OBJ-026', 'WRITE-001'],
  ])
})

it('makes one finding of what one gap explains, and names its parts', () => {
  const page = requirements.find(row => row.id === 'PAGE-004') as RequirementRow
  const row = (id: string, failure: Partial<Failure>) =>
    withFailure({ ...page, id, section: 'encodings' }, { exchanges: [], ...failure })
  const rows = [
    row('ENC-004', { got: '415', expected: 'YAML' }),
    row('ENC-033', { got: 'no Content-Encoding', expected: 'gzip' }),
  ]
  const lacking = { had: 0, lacking: 1 }
  const clues = {
    capabilityCounts: { yaml: lacking, compression: lacking },
    requestedCapabilities: new Map([
      ['ENC-004', ['yaml' as const]],
      ['ENC-033', ['compression' as const]],
    ]),
  }

  const [both, ...others] = findingsOf(rows, clues)
  const [one] = findingsOf(rows.slice(0, 1), clues)

  expect([both?.ids, others]).toEqual([['ENC-004', 'ENC-033'], []])
  expect(both?.title).toMatch(
    /^Encodings are missing or not negotiated: no YAML, no compression \(/,
  )
  expect(one?.title).toMatch(/^YAML is not supported \(/)
})

it('combines only causes that exist', () => {
  const codes = causes.map(({ code }) => code as string)

  const unknown = combinedCauses
    .flatMap(({ parts }) => Object.keys(parts))
    .filter(code => !codes.includes(code))

  expect(unknown).toEqual([])
})

it('has one code for each title of a cause that may be combined, and one title for each code', () => {
  const titles = causes.filter(({ code }) => code !== undefined).map(({ title }) => title)
  const pairs = causes.filter(one => titles.includes(one.title))

  const together = new Set(pairs.map(({ code, title }) => `${code} ${title}`))

  expect(together.size).toBe(new Set(titles).size)
  expect(together.size).toBe(new Set(pairs.map(({ code }) => code)).size)
})

it('names a request that is never answered, and the rows that wait for it', () => {
  const page = requirements.find(row => row.id === 'PAGE-004') as RequirementRow
  const request = 'GET /api/v1/secrets'
  const shape = { method: 'GET', path: '/api/v1/secrets', hasOddBody: false }
  const neverServed = { outcome: 'time-out', shape, isApply: false } as const
  const rows = ['PATH-001', 'PATH-004'].map(id => ({ ...page, id, neverServed }))
  const blind: RequirementRow = { ...page, id: 'LIST-005', verdict: 'inconclusive' }
  const problem = 'no complete answer within 30000 ms'
  const timeOuts = new Map([['LIST-005', { shape: { ...shape, hasOddBody: true }, problem }]])

  const found = findingsOf([...rows, blind], {
    capabilityCounts: {},
    requestedCapabilities: new Map(),
    timeOuts,
  })

  expect(found).toMatchObject([
    {
      title: `${request} is never answered (${page.title})`,
      ids: ['PATH-001', 'PATH-004'],
      blocks: ['LIST-005'],
      severity: 'missing',
    },
  ])
})

it('names the rows that need server-side apply if every apply fails', () => {
  const page = requirements.find(row => row.id === 'PAGE-004') as RequirementRow
  const shape = { method: 'PATCH', path: '/x/{name}', hasOddBody: false }
  const neverServed = { outcome: 'error', shape, isApply: true } as const
  const failed = { ...page, id: 'APPLY-001', neverServed }
  const blind: RequirementRow = { ...page, id: 'APPLY-002', verdict: 'inconclusive' }
  const found = (had: number) =>
    findingsOf([failed, blind], {
      capabilityCounts: { apply: { had, lacking: 3 } },
      requestedCapabilities: new Map([['APPLY-002', ['apply']]]),
    })

  expect(found(0)).toMatchObject([{ ids: ['APPLY-001'], blocks: ['APPLY-002'] }])
  expect(found(1)).toMatchObject([{ ids: ['APPLY-001'], blocks: [] }])
})

it('names missing JSON patches once if the method PATCH is served', () => {
  const page = requirements.find(row => row.id === 'PAGE-004') as RequirementRow
  const shape = { method: 'PATCH', path: '/x/{name}', hasOddBody: true }
  const exchanges = [
    {
      step: 's',
      request: { method: 'PATCH', path: '/x/a' },
      answer: { status: 500, body: '', milliseconds: 1 },
    },
  ]
  const failed = {
    ...withFailure({ ...page, id: 'PATH-014' }, { exchanges, at: 's', expected: '', got: '500' }),
    neverServed: { outcome: 'error', shape, isApply: false } as const,
  }
  const found = (had: number) =>
    findingsOf([failed], {
      capabilityCounts: { patch: { had: 1, lacking: 1 }, 'json-patch': { had, lacking: 3 } },
      requestedCapabilities: new Map([['PATH-014', ['patch', 'json-patch']]]),
    }).map(({ title }) => title)

  expect(found(0)).toEqual([`JSON patches are refused (${page.title})`])
  expect(found(1)).toEqual([
    `PATCH /x/{name} with a body that is not a JSON object always fails with 500 (${page.title})`,
  ])
})

it('reports missing discovery as one finding, and one missing document by its answer', () => {
  const page = requirements.find(row => row.id === 'PAGE-004') as RequirementRow
  const exchanges = [
    {
      step: 's',
      request: { method: 'GET', path: '/apis' },
      answer: { status: 404, body: '', milliseconds: 1 },
    },
  ]
  const [named, core, own] = ['K8S-PATH-008', 'K8S-PATH-009', 'K8S-PATH-010'].map(id =>
    withFailure({ ...page, id }, { exchanges, at: 's', says: id, expected: '200', got: '404' }),
  ) as [RequirementRow, RequirementRow, RequirementRow]
  const of = (...rows: RequirementRow[]) =>
    findingsOf(rows, { capabilityCounts: {}, requestedCapabilities: new Map() })

  expect(of(own, core, named)).toMatchObject([{ id: 'K8S-PATH-008', severity: 'missing' }])
  expect(of(own, core, named)[0]?.title).toMatch(/^Discovery documents are not served/)
  expect(of(own)[0]?.title).toMatch(/^404 instead of 200/)
})

it('puts lost data before wrong success, and rules of existing servers last', () => {
  const page = requirements.find(row => row.id === 'PAGE-004') as RequirementRow
  const exchange = (status: number) => [
    {
      step: 's',
      request: { method: 'PUT', path: '/' },
      answer: { status, body: '', milliseconds: 1 },
    },
  ]
  const row = (id: string, status: number, expected: string) =>
    withFailure(
      { ...page, id },
      { exchanges: exchange(status), at: 's', expected, says: id, got: `${status} ${id}` },
    )

  const found = findingsOf([
    row('K8S-PATH-006', 500, '400'),
    row('ERR-005', 500, '400'),
    row('PATH-013', 405, 'success'),
    row('ERR-001', 200, '422'),
    row('PAGE-003', 200, 'every object once'),
  ])

  expect(found.map(({ id, severity }) => [id, severity])).toEqual([
    ['PAGE-003', 'data'],
    ['ERR-001', 'wrong success'],
    ['PATH-013', 'missing'],
    ['ERR-005', 'wrong code'],
    ['K8S-PATH-006', 'detail'],
  ])
})

function withFailure(row: RequirementRow, change: Partial<Failure>): RequirementRow {
  if (!row.failure) throw new Error(`${row.id} has no failure`)
  const failure = { ...row.failure, ...change }
  const { expected, got, at, exchanges } = failure
  const status = exchanges.find(({ step }) => step === at)?.answer?.status
  return { ...row, failure: { ...failure, ...expecting(expected, got, status) } }
}
