import { expect, it } from 'vitest'
import { findingsOf } from './findings.ts'
import type { CapabilityCounts } from '../suites/verdict.ts'
import type { RequirementRow } from './report.ts'
import { sampleReport } from './sample.ts'
import { expecting } from './test-expectations.ts'

type Fails = {
  id: string
  got: string
  expected?: string
  method?: string
  path?: string
  status?: number
  body?: string
  sent?: string
}

const sample = sampleReport().requirements.find(({ id }) => id === 'PAGE-004') as RequirementRow

function failing(one: Fails): RequirementRow {
  const {
    id,
    got,
    expected = 'something else',
    method = 'GET',
    path = '/',
    status = 200,
    body = '',
    sent,
  } = one
  if (!sample.failure) throw new Error('the sample has no failure')
  const request = { method, path, ...(sent === undefined ? {} : { body: sent }) }
  const exchanges = [{ step: 's', request, answer: { status, body, milliseconds: 1 } }]
  const failure = {
    ...sample.failure,
    exchanges,
    at: 's',
    says: id,
    ...expecting(expected, got, status),
    got,
  }
  return { ...sample, id, title: id, failure }
}

const titles = (...fails: Fails[]) => titlesWith({}, ...fails)

const titlesWith = (capabilityCounts: CapabilityCounts, ...fails: Fails[]) =>
  findingsWith(capabilityCounts, ...fails).map(({ title, ids }) => [title.split(' (')[0], ...ids])

const findings = (...fails: Fails[]) => findingsWith({}, ...fails)

const findingsWith = (capabilityCounts: CapabilityCounts, ...fails: Fails[]) =>
  findingsOf(fails.map(failing), { capabilityCounts, requestedCapabilities: new Map() })

it('separates ignored finalizers from finalizers whose removal changes nothing', () => {
  expect(
    titles(
      { id: 'DEL-001', status: 404, expected: 'the object', got: '404' },
      { id: 'DEL-005', got: 'the object, marked', expected: 'nothing' },
      { id: 'DEL-035', got: 'another object, marked', expected: 'nothing' },
    ),
  ).toEqual([
    ['A deleted object stays when its last finalizer is removed', 'DEL-005', 'DEL-035'],
    ['A DELETE removes an object with finalizers', 'DEL-001'],
  ])
})

it('does not say of a server that checks versions that a stale PUT overwrites', () => {
  const noDetails = { id: 'K8S-ERR-004', method: 'PUT', status: 409, got: '', expected: 'name: x' }
  const otherUid = { id: 'K8S-WRITE-012', method: 'PUT', got: '200', expected: '409' }

  expect(titles(noDetails, otherUid).flat().join()).not.toMatch(/stale/)
  expect(
    titles({ ...otherUid, id: 'ERR-008' }, { id: 'WRITE-009', got: '"stale"', expected: '"new"' }),
  ).toEqual([['A PUT with a stale resourceVersion overwrites the object', 'ERR-008', 'WRITE-009']])
  const longer = { id: 'K8S-LIST-020', got: 'an order of at most 14 of them; none continues' }
  expect(titles(longer, { id: 'WRITE-009', got: '"stale"', expected: '"new"' })).toHaveLength(1)
  expect(titles(longer).flat()).not.toContain(
    'A PUT with a stale resourceVersion overwrites the object',
  )
  const noOrder = { id: 'K8S-LIST-020', got: 'b: a PUT with a stale resourceVersion succeeded' }
  expect(titles(noOrder, { id: 'WRITE-009', got: '"stale"', expected: '"new"' })).toEqual([
    ['A PUT with a stale resourceVersion overwrites the object', 'K8S-LIST-020', 'WRITE-009'],
  ])
})

it('does not say of a race, or of a dry run, that a stale PUT overwrites', () => {
  const race = { id: 'WRITE-010', method: 'PUT', expected: 'one success', got: '2 successes: a, b' }
  const dry = { id: 'DRY-015', method: 'PUT', expected: '409', got: '200' }
  const alone = { ...dry, id: 'ERR-008' }

  expect(titles(race, dry)).toEqual([
    ['Several concurrent PUTs with one resourceVersion succeed', 'WRITE-010'],
    ['A dry-run PUT with a stale resourceVersion succeeds', 'DRY-015'],
  ])
  const lost = {
    id: 'K8S-LIST-020',
    method: 'PUT',
    got: 'b: a PUT with a stale resourceVersion succeeded',
  }
  expect(titlesWith({ watch: { had: 0, lacking: 1 } }, race, lost)).toEqual([
    ['Several concurrent PUTs with one resourceVersion succeed', 'WRITE-010', 'K8S-LIST-020'],
  ])
  expect(titles(race, dry, alone)).toEqual([
    ['A PUT with a stale resourceVersion overwrites the object', 'WRITE-010', 'DRY-015', 'ERR-008'],
  ])
})

it('makes one finding of dry runs that delete, and none of those that also write', () => {
  const dry = (method: string, id: string) => ({
    id,
    method,
    path: '/a?dryRun=All',
    got: `what came of ${id}`,
  })

  expect(titles(dry('DELETE', 'DRY-004'), dry('DELETE', 'DRY-010'))).toEqual([
    ['A DELETE with dryRun=All deletes the object', 'DRY-004', 'DRY-010'],
  ])
  expect(titles(dry('PUT', 'DRY-010')).flat().join()).not.toMatch(/deletes/)
  const refused = { ...dry('DELETE', 'DRY-004'), status: 400, expected: 'success' }
  expect(titles(refused).flat().join()).not.toMatch(/deletes/)
})

it('says that dry runs are refused, also if only their gate shows it', () => {
  const refused = { path: '/a?dryRun=All', expected: 'success', got: 'a refusal' }
  const gate = { ...refused, id: 'GATE-007', status: 501 }
  const dry = (id: string) => ({ ...refused, id, method: 'PUT', status: 400 })

  expect(titles(gate)).toEqual([['Dry runs are refused', 'GATE-007']])
  expect(titles(gate, dry('DRY-001'))).toEqual([['Dry runs are refused', 'GATE-007', 'DRY-001']])
  expect(titles(dry('DRY-001')).flat().join()).not.toMatch(/are refused/)
  expect(titles({ ...gate, status: 500 })).toEqual([['Dry runs are refused', 'GATE-007']])
  const broken = { ...dry('DRY-001'), status: 500 }
  expect(titles(broken).flat().join()).not.toMatch(/are refused/)
})

it('counts refused dry runs of requests that are refused otherwise, and of DeleteOptions', () => {
  const dry = { method: 'PUT', path: '/a?dryRun=All', status: 400, got: '400 BadRequest' }
  const other = { ...dry, id: 'DRY-010', expected: '404 NotFound' }
  const options = {
    id: 'DEL-013',
    method: 'DELETE',
    status: 400,
    expected: 'dryRun is accepted, in the body or in the query',
    got: '["dryRun body: 400 BadRequest"]',
  }
  const refused = ['DRY-001', 'DRY-002'].map(id => ({ ...dry, id, expected: 'success' }))

  expect(titles(options, ...refused, other)).toEqual([
    ['Dry runs are refused', 'DEL-013', 'DRY-001', 'DRY-002', 'DRY-010'],
  ])
  expect(titles(options, other).flat().join()).not.toMatch(/are refused/)
})

it('makes one finding of lost data of patches that are refused but change their object', () => {
  const patch = { method: 'PATCH', status: 422 }
  const changed = [
    { ...patch, id: 'PTCH-007', expected: '/annotations/spare: "then 1"', got: '"then true"' },
    { ...patch, id: 'PTCH-010', expected: '/labels/b: "two"', got: 'nothing' },
    { ...patch, id: 'PTCH-027', expected: '/annotations/a: "one"', got: '7' },
  ]

  expect(findings(...changed)).toMatchObject([
    { severity: 'data', id: 'PTCH-010', ids: ['PTCH-007', 'PTCH-010', 'PTCH-027'] },
  ])
  expect(titles(...changed).flat()[0]).toBe('A refused patch changes the object')
  const refused = { ...patch, id: 'PTCH-013', expected: 'success', got: '422' }
  expect(titles(refused).flat().join()).not.toMatch(/changes the object/)
  const applied = { ...changed[0], id: 'PTCH-007', status: 200, got: 'new' }
  expect(
    titles({ ...applied, expected: '/a: 1' })
      .flat()
      .join(),
  ).not.toMatch(/refused patch/)
})

it('leads a combined finding with a row of its severity, and keeps selectors apart', () => {
  const exact = '/a?resourceVersion=7&resourceVersionMatch=Exact'
  const rows = [
    { id: 'LIST-025', path: exact, expected: '["a at 1"]', got: '["a at 2"]' },
    { id: 'K8S-GET-001', expected: '504', got: '200' },
    { id: 'LIST-027', expected: '400', got: '200' },
    { id: 'K8S-LIST-002', expected: '422', got: '200' },
    { id: 'K8S-LIST-013', expected: 'a', got: 'a b' },
  ]
  const clues = {
    capabilityCounts: { 'exact-lists': { had: 0, lacking: 2 } },
    requestedCapabilities: new Map([['LIST-025', ['exact-lists' as const]]]),
  }

  expect(findingsOf(rows.toReversed().map(failing), clues)).toMatchObject([
    { severity: 'data', id: 'LIST-025', title: expect.stringMatching(/^Reads do not follow /) },
    { severity: 'data', ids: ['K8S-LIST-013'] },
  ])
})

it('says that a dry run only marks objects, unless others are deleted', () => {
  const marked = {
    id: 'DRY-026',
    path: '/a/x',
    expected: 'an object without deletionTimestamp',
    got: '2026-11-30T21:09:51Z',
  }
  const path = '/a/x?dryRun=All'
  const also = { ...marked, id: 'DRY-011', method: 'DELETE', path, expected: 'a live object' }
  const gone = { id: 'DRY-004', method: 'DELETE', path, got: '404' }

  expect(titles(marked, also)).toEqual([
    [
      'A DELETE with dryRun=All marks an object that has finalizers as deleted',
      'DRY-026',
      'DRY-011',
    ],
  ])
  expect(titles(gone, also).flat()).toEqual([
    'A DELETE with dryRun=All deletes the object',
    'DRY-004',
    'DRY-011',
  ])
})

it('says that writes with fieldValidation are refused, if valid ones are', () => {
  const strict = { id: 'GATE-010', method: 'POST', expected: 'success', got: '500' }

  expect(titles({ ...strict, status: 500 })).toEqual([
    ['Creates with fieldValidation=Strict are refused or fail', 'GATE-010'],
  ])
})

it('names wrong codes and wrong successes of single rules', () => {
  const wrong = (id: string, method: string, expected: string, status: number) => ({
    id,
    method,
    expected,
    status,
    got: String(status),
  })

  expect(
    titles(
      wrong('K8S-ERR-002', 'DELETE', '404', 500),
      wrong('K8S-WRITE-008', 'PUT', '404', 201),
      wrong('PATH-012', 'POST', 'a refusal (4xx)', 201),
      wrong('K8S-PATH-003', 'POST', '405', 201),
      wrong('ERR-008', 'PUT', '409', 400),
      wrong('ERR-009', 'PATCH', '409', 400),
    ),
  ).toEqual(
    expect.arrayContaining([
      ['Requests for a missing object do not return 404', 'K8S-ERR-002'],
      [
        'Creates succeed that must be refused: a POST without a namespace in its path, a PUT to an unused name',
        'PATH-012',
        'K8S-PATH-003',
        'K8S-WRITE-008',
      ],
      ['A stale resourceVersion is refused with another code than 409', 'ERR-008', 'ERR-009'],
    ]),
  )
  expect(titles(wrong('K8S-WRITE-008', 'PUT', '404', 201))).toEqual([
    ['A PUT to an unused name creates an object', 'K8S-WRITE-008'],
  ])
})

it('says of lists with the version of their newest item that their version is too low', () => {
  const exact = { id: 'LIST-025', expected: '9727', got: '0' }
  const low = { id: 'LIST-018', expected: '10803 or a later version', got: '10802' }

  expect(titles(exact, low)).toEqual([
    [
      'The version of a list is lower than that of an earlier list or write',
      'LIST-025',
      'LIST-018',
    ],
  ])
  const stale = { id: 'LIST-001', expected: '["a"]', got: '[]' }
  expect(titles(exact, low, stale).flat()).toContain(
    'Lists at an exact version return another state',
  )
})

it('makes one finding of events that never come, if other watches have events', () => {
  const nothing = 'nothing came for 5000 ms, after 1 documents'
  const lost = [
    { id: 'WATCH-014', expected: 'watch shows object', got: nothing },
    { id: 'WATCH-015', expected: 'watch shows first', got: nothing },
    { id: 'WRITE-017', expected: 'an event of b0/e at 12988', got: '12990' },
    { id: 'DEL-010', expected: 'watch shows marked', got: nothing },
    { id: 'WATCH-031', expected: '1 more changes of a/b', got: 'ADDED b at 12562' },
  ]
  const one = ['Watches omit changes', ...lost.map(({ id }) => id)]

  expect(titlesWith({ watch: { had: 1, lacking: 0 } }, ...lost)).toEqual([one])
  expect(titles(...lost).flat()).not.toContain('Watches omit changes')
  expect(
    titles(lost[0] as Fails)
      .flat()
      .join(),
  ).toMatch(/after 1 documents instead of/)
})

it('says that events have other versions than their writes, if none is omitted', () => {
  const other = [
    { id: 'WRITE-017', expected: 'an event of n/a at 7', got: '8' },
    { id: 'WATCH-014', expected: 'watch shows object', got: 'nothing came for 5000 ms' },
  ]
  const omitted = { id: 'WATCH-031', expected: '1 more changes of a/b', got: 'ADDED b at 12562' }
  const had = { watch: { had: 1, lacking: 0 } }

  expect(titlesWith(had, ...other)).toEqual([
    ['Events do not have the resourceVersion that their write returned', 'WRITE-017', 'WATCH-014'],
  ])
  expect(titlesWith(had, ...other, omitted).map(([title]) => title)).toEqual([
    'Watches omit changes',
  ])
})

it('keeps a POST without a namespace apart from a PUT of a collection', () => {
  const of = (method: string, path: string) =>
    titles({ id: 'K8S-PATH-003', method, path, status: 200, expected: '405', got: '200' }).flat()[0]
  const title = 'A POST of a namespaced object succeeds without a namespace in its path'

  expect(of('POST', '/api/v1/configmaps')).toBe(title)
  expect(of('PUT', '/api/v1/namespaces/n/configmaps')).not.toBe(title)
})

it('joins dry-run creates of a name in use, and no other fault of a dry-run create', () => {
  const used = { id: 'DRY-014', method: 'POST', status: 201, expected: '409', got: '201' }
  const title = 'Dry-run creates ignore that a name is in use'

  expect(titles(used, { ...used, id: 'DRY-010' }).flat()).toContain(title)
  expect(titles(used, { ...used, id: 'DRY-010', expected: '422' }).flat()).not.toContain(title)
  const refused = { ...used, status: 400, got: '400' }
  expect(titles(refused, { ...refused, id: 'DRY-010' }).flat()).not.toContain(title)
})

it('says in words that a watch does not follow one object', () => {
  const watch = { id: 'WATCH-004', got: 'neither: events of other objects, or none' }

  expect(titles(watch)).toEqual([
    ['A watch of one object delivers events of other objects, or none', 'WATCH-004'],
  ])
})

it('recognizes events of an unknown type', () => {
  expect(
    titles(
      { id: 'WATCH-011', got: 'UPDATED c.c at 9300', expected: 'one of the versions 9293, 9300' },
      { id: 'WRITE-017', got: 'first UPDATED d10 at 700' },
      { id: 'DEL-010', got: 'UPDATED with 2026-11-23T20:21:47Z', expected: 'MODIFIED with …' },
      { id: 'WATCH-010', got: 'MODIFIED c at 10539', expected: 'one of the versions 1, 2' },
    ),
  ).toEqual([
    [
      'Watch events have a type other than ADDED, MODIFIED, DELETED, BOOKMARK and ERROR',
      'WATCH-011',
      'WRITE-017',
      'DEL-010',
    ],
    [expect.stringMatching(/^MODIFIED c at <version>/), 'WATCH-010'],
  ])
})

it('does not blame patches where reads are stale', () => {
  const patches = ['PTCH-002', 'PTCH-003'].map(id => ({ id, method: 'PATCH', got: '"old"' }))
  const stale = { id: 'GET-001', got: 'version 7', expected: 'nothing' }
  const inSections = (fails: Fails[]) =>
    fails.map(one => ({ ...failing(one), section: one.id === 'GET-001' ? 'get' : 'patch' }))
  const found = (...fails: Fails[]) =>
    findingsOf(inSections(fails), { capabilityCounts: {}, requestedCapabilities: new Map() }).map(
      ({ title }) => title,
    )

  expect(found(...patches, stale)).toEqual([
    'Reads return state older than acknowledged writes (GET-001)',
  ])
  expect(found(...patches)).toEqual(['JSON patches do not follow RFC 6902 (PTCH-002)'])
})

it('joins the rows that show that no request is refused with 406', () => {
  const read = { id: 'ENC-005', expected: '406 for a/b,,c/d', got: '200 as application/json' }

  expect(titles(read, { id: 'ERR-007', expected: '406', got: '200' })).toEqual([
    ['Requests for media types that are not served succeed', 'ENC-005', 'ERR-007'],
  ])
  // Such a server may well compress its responses.
  const yaml = { id: 'ENC-003', method: 'POST', status: 415, expected: 'success', got: '415' }
  const found = findingsOf([read, yaml].map(failing), {
    capabilityCounts: { yaml: { had: 0, lacking: 1 } },
    requestedCapabilities: new Map([['ENC-003', ['yaml']]]),
  })
  expect(found.map(({ title }) => title.split(' (')[0])).toEqual([
    'Encodings are missing or not negotiated: a 406 is missing, no YAML',
  ])
})

it('names the refusal of resourceVersionMatch, and the rows without evidence', () => {
  const path = '/x?resourceVersion=7&resourceVersionMatch=Exact'
  const fails = [
    failing({ id: 'LIST-027', path, status: 500, got: '500', expected: 'success' }),
    failing({ id: 'K8S-TABLE-022', path, status: 500, got: '500', expected: 'a Table' }),
    failing({ id: 'K8S-LIST-005', path, status: 500, got: '500', expected: '400' }),
  ]
  const { failure: _, case: __, ...row } = failing({ id: 'LIST-018', got: '' })
  const blocked: RequirementRow = { ...row, verdict: 'inconclusive', because: 'list returned 500' }
  const requested = new Map(
    [...fails, blocked].map(({ id }) => [id, ['version-match'] as const] as const),
  )
  const found = (had: number) =>
    findingsOf([...fails, blocked], {
      capabilityCounts: { 'version-match': { had, lacking: 5 } },
      requestedCapabilities: requested,
    })

  expect(found(0)).toContainEqual(
    expect.objectContaining({
      title: 'Lists with resourceVersionMatch are refused (LIST-027)',
      ids: ['LIST-027', 'K8S-TABLE-022'],
      blocks: ['LIST-018'],
    }),
  )
  expect(JSON.stringify(found(1))).not.toContain('are refused')
})

it('does not take the version of an object for a status code', () => {
  expect(
    titles(
      { id: 'K8S-WRITE-013', method: 'PUT', got: '593', expected: '591' },
      { id: 'K8S-PTCH-005', method: 'PATCH', got: '7009', expected: '7001' },
      { id: 'K8S-APPLY-004', method: 'PATCH', got: '8494', expected: '8486' },
    ),
  ).toHaveLength(1)
})

it('makes one finding of dry-run creates with a name in use', () => {
  expect(
    titles(
      { id: 'DRY-010', method: 'POST', status: 201, got: '201', expected: '409 AlreadyExists' },
      { id: 'DRY-014', method: 'POST', status: 201, got: '201', expected: 'a refusal (4xx)' },
    ),
  ).toEqual([['Dry-run creates ignore that a name is in use', 'DRY-010', 'DRY-014']])
})

it('keeps crashes on requests that must be refused apart from other wrong codes', () => {
  expect(
    titles(
      { id: 'K8S-PAGE-005', status: 500, got: '500 InternalError', expected: '400' },
      { id: 'K8S-PTCH-003', method: 'PATCH', status: 500, got: '500', expected: '400' },
      { id: 'K8S-ERR-006', method: 'POST', status: 422, got: '422', expected: '400' },
    )[0],
  ).toEqual(['Requests that must be refused return 500', 'K8S-PAGE-005', 'K8S-PTCH-003'])
  const alone = { id: 'K8S-PAGE-005', status: 500, got: '500 InternalError', expected: '400' }
  const detail = { id: 'K8S-ERR-003', status: 409, got: 'name: none', expected: 'name: x' }
  expect(titles(alone, detail, { ...detail, id: 'K8S-ERR-004' })[0]).toEqual([
    'Requests that must be refused return 500',
    'K8S-PAGE-005',
  ])
})

it('sees that chunks repeat objects, and not where one list goes on in another state', () => {
  expect(
    titles(
      { id: 'PAGE-003', got: '["/a","/b","/b"]' },
      { id: 'K8S-PAGE-001', got: '/a /a /b' },
      { id: 'PAGE-005', got: '["a at 1","c at 2"]' },
    ),
  ).toEqual([
    ['The chunks of a list repeat objects', 'PAGE-003', 'K8S-PAGE-001'],
    [expect.stringMatching(/^The chunks of a list come from different states/), 'PAGE-005'],
  ])
})

it('says of failures of one rule what the server does', () => {
  const deleted = { id: 'K8S-DEL-015', method: 'DELETE', expected: '409', got: '200' }
  const count = { id: 'ENV-008', expected: 'no metadata.remainingItemCount', got: '1' }
  const spec = { id: 'K8S-WRITE-016', expected: '/spec/a: two', got: 'three' }

  expect(titles(deleted, count, spec).map(([title]) => title)).toEqual([
    'Writes to the status subresource change the spec',
    'A DELETE is performed although its preconditions do not hold',
    'Incomplete lists with a selector have a remainingItemCount',
  ])
})

it('does not call a refusal of a valid request an error that differs', () => {
  const refused = {
    id: 'K8S-OBJ-013',
    method: 'POST',
    status: 400,
    expected: 'success, without metadata.namespace',
    got: '{"kind": "Status", "code": 400, "reason": "BadRequest"}',
  }
  const group = { id: 'K8S-LIST-001', status: 422, expected: 'group: a', got: 'group: none' }
  const reason = { ...group, id: 'K8S-LIST-002' }

  expect(titles(refused, group, reason)).toEqual([
    ['Errors differ from those of existing servers', 'K8S-LIST-001', 'K8S-LIST-002'],
    ['400 BadRequest instead of success, without metadata.namespace: K8S-OBJ-013', 'K8S-OBJ-013'],
  ])
})

it('does not say that verbose is ignored where the last line names another endpoint', () => {
  const other = { expected: 'livez check passed', got: 'healthz check passed' }

  expect(
    titles({ id: 'K8S-HEALTH-002', ...other }, { id: 'K8S-HEALTH-007', got: '[]' })
      .flat()
      .join(),
  ).not.toMatch(/ignore/)
})

it('makes one finding of what one fault breaks in two rows', () => {
  const dry = { path: '/a?dryRun=All', method: 'PATCH' }
  expect(titles({ id: 'DRY-003', got: 'a', ...dry }, { id: 'DRY-011', got: 'b', ...dry })).toEqual([
    ['A PATCH with dryRun=All is stored', 'DRY-003', 'DRY-011'],
  ])
  const future = { status: 504, expected: '1', got: 'nothing' }
  expect(titles({ id: 'K8S-GET-001', ...future }, { id: 'K8S-LIST-007', ...future })).toEqual([
    [
      'Refusals of a future resourceVersion have no Retry-After header',
      'K8S-GET-001',
      'K8S-LIST-007',
    ],
  ])
  const older = { method: 'GET', status: 200, expected: '504 Timeout', got: '200' }
  expect(titles({ id: 'K8S-GET-001', ...older }, { id: 'K8S-LIST-008', ...older })).toEqual([
    [
      'Reads return an older state than the requested resourceVersion',
      'K8S-GET-001',
      'K8S-LIST-008',
    ],
  ])
  const other = { got: 'a: c, after the PUT returned 200 and an object at version 9' }
  expect(titles({ id: 'K8S-WRITE-020', ...other })).toEqual([
    [
      'A PUT writes the object that its body names, not the one that its path names',
      'K8S-WRITE-020',
    ],
  ])
  const unestablished = { expected: 'Established is True', got: '[]' }
  expect(titles({ id: 'K8S-CR-001', ...unestablished })).toEqual([
    ['Definitions of custom types are stored but never established', 'K8S-CR-001'],
  ])
  const lines = { expected: 'one line per check', got: '"ok"' }
  expect(titles({ id: 'HEALTH-006', ...lines }, { id: 'K8S-HEALTH-007', got: '[]' })).toEqual([
    ['Health endpoints ignore verbose', 'HEALTH-006', 'K8S-HEALTH-007'],
  ])
})

it('recognises an object that stops matching a selector and is sent as MODIFIED', () => {
  const expected = 'of b/a: ADDED at 7, DELETED'
  const moved = { id: 'K8S-WATCH-005', expected, got: 'ADDED at 7, MODIFIED at 9' }
  const outside = { id: 'K8S-WATCH-009', expected: 'b shade=dark', got: 'MODIFIED a at 9 of b/a' }

  expect(titles(moved, outside)).toEqual([
    [
      'Watches with a selector send an object that stops matching as MODIFIED',
      'K8S-WATCH-005',
      'K8S-WATCH-009',
    ],
  ])
  expect(titles(moved, { ...outside, got: 'ADDED a at 9 of b/a' }).map(([title]) => title)).toEqual(
    [
      expect.stringMatching(/^ADDED at .* instead of /),
      'Watches deliver events of objects outside their selection',
    ],
  )
})

it('makes one finding of lists of earlier states that lack deleted objects', () => {
  const rows = [
    { id: 'LIST-025', expected: '["a at 1","b at 2"]', got: '["a at 1"]' },
    { id: 'PAGE-005', expected: '["b at 2","c at 3"]', got: '["c at 3"]' },
  ].map(one => {
    const row = failing(one)
    const deletion = { step: 'd', request: { method: 'DELETE', path: '/x/t1-b' } }
    const exchanges = [deletion, ...(row.failure?.exchanges ?? [])]
    return row.failure ? { ...row, failure: { ...row.failure, exchanges } } : row
  })
  const found = (had: number) =>
    findingsOf(rows, {
      capabilityCounts: { 'exact-lists': { had, lacking: 1 } },
      requestedCapabilities: new Map(),
    }).map(({ ids }) => ids)

  expect(found(1)).toEqual([['LIST-025', 'PAGE-005']])
  expect(found(0)).toHaveLength(2)
})

it('makes one finding of DELETED events at an old version', () => {
  expect(
    titles(
      { id: 'K8S-WATCH-007', got: 'DELETED a at 30192', expected: 'the version of the removal' },
      { id: 'K8S-WATCH-001', got: 'DELETED a at 30378', expected: 'a version after 30386' },
    ),
  ).toEqual([
    [
      'DELETED events are at an earlier version than the deletion',
      'K8S-WATCH-007',
      'K8S-WATCH-001',
    ],
  ])
})

it('makes one finding of lists whose version goes back', () => {
  const later = { got: '0', expected: '17953 or a later version' }
  const earlier = { id: 'K8S-LIST-021', got: '0', expected: 'at least 14099' }

  expect(titles({ id: 'LIST-003', ...later }, earlier)).toEqual([
    [
      'The version of a list is lower than that of an earlier list or write',
      'LIST-003',
      'K8S-LIST-021',
    ],
  ])
})

it('does not call a wrong code that programs react to a detail', () => {
  const conflict = { id: 'K8S-DEL-015', status: 404, got: '404 NotFound', expected: '409' }
  const others = ['K8S-ERR-002', 'K8S-ERR-003'].map(id => ({
    id,
    status: 400,
    got: '400',
    expected: '422',
  }))

  expect(titles(conflict, ...others)).toHaveLength(2)
})

it('makes one finding of chunks that skip objects, whatever shows it', () => {
  expect(
    titles(
      { id: 'PAGE-003', expected: '["c/a","c/ab"]', got: '["c/a"]' },
      { id: 'PAGE-005', expected: '["a at 7796","d at 7800"]', got: '["a at 7796"]' },
      { id: 'K8S-PAGE-002', expected: 'b/a b/b b/c', got: 'b/a b/c' },
      { id: 'PAGE-002', expected: 'a token, as 1 items remain', got: 'no token' },
      { id: 'LIST-008', expected: '["f at 6196"]', got: '[]' },
    ),
  ).toEqual([
    [
      'The chunks of a list skip objects',
      'PAGE-003',
      'PAGE-005',
      'K8S-PAGE-002',
      'PAGE-002',
      'LIST-008',
    ],
  ])
  const other = { id: 'PAGE-005', expected: '["a at 1"]', got: '["a at 2"]' }
  expect(titles(other).flat()).toContain('The chunks of a list come from different states')
})

it('makes one finding of a watch that repeats the change at its version', () => {
  expect(
    titles(
      { id: 'WATCH-010', got: 'ADDED f0 at 7', expected: 'only changes after 7' },
      { id: 'WATCH-012', got: 'MODIFIED f at 9', expected: 'a change of /f after MODIFIED f at 9' },
    ),
  ).toEqual([
    ['A watch from a version repeats changes that are not after it', 'WATCH-010', 'WATCH-012'],
  ])
})

it('makes one finding of watches that begin with objects that have not changed', () => {
  const old = { id: 'WATCH-006', got: 'ADDED d at 5', expected: 'only changes after 7' }
  const last = { id: 'WRITE-017', got: 'ADDED a at 7', expected: 'only changes after 7' }
  const more = [
    { id: 'WATCH-007', got: '["ADDED a at 1","ADDED m at 2"]', expected: '1 documents of changes' },
    { id: 'K8S-WATCH-001', got: 'ADDED d at 1', expected: 'a version after 6' },
    {
      id: 'K8S-WATCH-005',
      got: 'ADDED at 1, MODIFIED at 4',
      expected: 'MODIFIED at 4 (events of a)',
    },
    { id: 'K8S-WATCH-012', got: '["ADDED x at 5","MODIFIED x at 6"]', expected: '["MODIFIED"]' },
    { id: 'K8S-WATCH-016', got: '["ADDED x at 5"]', expected: 'nothing at or before 5000' },
    { id: 'WATCH-010', got: 'first ADDED a at 9', expected: '["a at 8"]' },
  ]
  const title = 'Watches from a version begin with the present objects instead of the changes since'

  expect(titles(old, last, ...more)).toEqual([[title, ...[old, last, ...more].map(({ id }) => id)]])
  expect(titles(last, ...more).flat()).not.toContain(title)
  const lost = { id: 'K8S-WATCH-005', got: 'ADDED at 1', expected: 'ADDED at 1, MODIFIED at 4' }
  expect(titles(old, last, lost)).toContainEqual([title, 'WATCH-006', 'WRITE-017'])
})

it('makes one finding of creates that need the namespace in their body', () => {
  const refused = (id: string) => ({
    id,
    method: 'POST',
    status: 500,
    expected: 'success',
    got: '500',
  })

  expect(titles(refused('K8S-OBJ-011'), refused('K8S-OBJ-013'))).toEqual([
    [
      'Creates are refused unless their body has the namespace of their path',
      'K8S-OBJ-011',
      'K8S-OBJ-013',
    ],
  ])
})

it('does not explain type fields of items by missing chunks', () => {
  const items = {
    id: 'K8S-ENV-001',
    path: '/a?limit=2',
    got: '{"kind":"A"}',
    expected: 'an item without kind',
  }
  const long = { id: 'PAGE-001', path: '/a?limit=2', got: '4 items', expected: 'at most 2 items' }
  const paging = { had: 0, lacking: 3 }

  const found = findingsOf([items, long].map(failing), {
    capabilityCounts: { paging },
    requestedCapabilities: new Map([items, long].map(({ id }) => [id, ['paging'] as const])),
  })

  expect(found.map(({ ids }) => ids)).toEqual([['PAGE-001'], ['K8S-ENV-001']])
})

it('makes one finding of stale PUTs of all types', () => {
  const stale = { id: 'WRITE-009', got: '"stale"', expected: '"new"' }
  const others = ['K8S-ERR-004', 'K8S-CR-031', 'K8S-CR-045', 'K8S-CR-075'].map(id => ({
    id,
    method: 'PUT',
    got: '200',
    expected: '409',
  }))
  const title = 'A PUT with a stale resourceVersion overwrites the object'

  expect(titles(stale, { ...stale, id: 'ERR-008' }, ...others)).toEqual([
    [title, 'WRITE-009', 'ERR-008', ...others.map(({ id }) => id)],
  ])
  expect(titles(...others).flat()).not.toContain(title)
})

it('makes one finding of watches that omit changes, and one of changed creation times', () => {
  const [early, late] = ['2026-01-01T00:00:00Z', '2026-01-01T00:00:01Z']

  expect(
    titles(
      { id: 'WATCH-010', expected: '["d/c at 7"]', got: 'first MODIFIED c at 8' },
      { id: 'WATCH-011', expected: '["a/d at 7"]', got: '0 events of a/d, and then marker' },
      { id: 'WATCH-013', expected: '["the removal of c/c"]', got: '["storm holds c/c at 7"]' },
      { id: 'WRITE-011', expected: `/metadata/creationTimestamp: ${early}`, got: late },
      { id: 'OBJ-026', expected: early, got: late },
    ),
  ).toEqual([
    ['Watches omit changes', 'WATCH-010', 'WATCH-011', 'WATCH-013'],
    ['Updates change the creationTimestamp', 'WRITE-011', 'OBJ-026'],
  ])
})

it('makes one finding of a creation time that a PUT removes', () => {
  const [got, time] = ['nothing', '2026-01-01T00:00:00Z']

  expect(
    titles(
      { id: 'WRITE-011', expected: `/metadata/creationTimestamp: ${time}`, got },
      { id: 'OBJ-026', method: 'PUT', expected: time, got },
    ),
  ).toEqual([['A PUT removes the creationTimestamp of an object', 'WRITE-011', 'OBJ-026']])
  const patched = titles({ id: 'OBJ-026', method: 'PATCH', expected: time, got })
  expect(patched.flat().join()).not.toMatch(/PUT/)
})

it('does not say that a uid is used again where uids are only not random', () => {
  const steps = { id: 'OBJ-021', expected: 'random uids', got: '["…01","…02"]' }
  const again = { id: 'OBJ-021', expected: 'another uid', got: 'the uid of the deleted object' }

  expect(titles(steps).flat().join()).not.toContain('uid of a deleted one')
  expect(titles(again)).toEqual([['A new object has the uid of a deleted one', 'OBJ-021']])
})

it('makes one finding of stale lists, and none of lists that only lack objects', () => {
  const old = { id: 'K8S-LIST-021', got: '7', expected: 'at least 9' }
  const lacking = { id: 'LIST-001', got: '[]', expected: '["a at 9"]' }

  expect(titles(lacking, old)).toEqual([
    ['Lists show an older state than acknowledged writes', 'LIST-001', 'K8S-LIST-021'],
  ])
  expect(titles(lacking).flat().join()).not.toContain('older state')
  expect(titles(old).flat().join()).not.toContain('older state')
})

it('makes one finding of health and discovery paths that are answered with a list', () => {
  const list = '200, {"apiVersion":"v1","kind":"List","items":[]}'
  const groups = '{"kind":"APIGroupList","groups":[]}'
  const unknown = (id: string) => ({ id, got: '200', expected: '404' })

  expect(
    titles(unknown('K8S-PATH-001'), unknown('K8S-PATH-002'), { id: 'K8S-PATH-008', got: list }),
  ).toEqual([
    [
      'Any path is served: paths that do not exist, health endpoints and discovery return a list',
      'K8S-PATH-001',
      'K8S-PATH-002',
      'K8S-PATH-008',
    ],
  ])
  expect(titles({ id: 'K8S-PATH-008', got: groups }).flat().join()).not.toContain('list of objects')
})

it('makes one finding of both patch standards, and names the standard if only one fails', () => {
  const json = { id: 'PTCH-010', method: 'PATCH', got: '200', expected: 'a refusal (4xx)' }
  const merge = ['PTCH-012', 'PTCH-013'].map(id => ({ id, method: 'PATCH', got: 'x' }))

  expect(titles(json, ...merge).map(([title]) => title)).toEqual([
    'Patches do not follow their standards: JSON patches that must fail, merge patches',
  ])
  expect(titles(...merge).map(([title]) => title)).toEqual(['Merge patches do not follow RFC 7386'])
})

it('makes one finding of versions that are numbers, with what laws cannot read from them', () => {
  const number = { id: 'OBJ-022', got: '7', expected: 'a non-empty string' }
  const later = { id: 'K8S-WATCH-001', got: 'MODIFIED a at 8', expected: 'a version after 7' }
  const changed = { id: 'WRITE-008', got: '8', expected: 'a version other than 7', method: 'PUT' }
  const { failure: _, ...row } = failing({ id: 'LIST-001', got: '' })
  const unknown: RequirementRow = {
    ...row,
    verdict: 'inconclusive',
    because: '3 of 3 scenarios could not be judged: a write has no known outcome',
  }
  const [found] = findingsOf([...[number, later, changed].map(failing), unknown], {
    capabilityCounts: {},
    requestedCapabilities: new Map(),
  })

  expect(found).toMatchObject({
    title: expect.stringMatching(/^resourceVersion is not a string/),
    ids: ['OBJ-022', 'K8S-WATCH-001', 'WRITE-008'],
    blocks: ['LIST-001'],
  })
  expect(titles(later).flat().join()).not.toContain('not a string')
})

it('makes one finding of list versions that go back, with the lists at them', () => {
  const back = { id: 'K8S-LIST-021', got: '7', expected: 'at least 9' }
  const older = { id: 'LIST-006', got: '35', expected: '39' }
  const newest = { id: 'LIST-006', got: '41', expected: '39' }

  const lower = { ...back, id: 'LIST-018' }

  expect(titles(back, lower, older)).toEqual([
    [
      'The version of a list is lower than that of an earlier list or write',
      'K8S-LIST-021',
      'LIST-018',
      'LIST-006',
    ],
  ])
  expect(titles(back, newest).map(([title]) => title)).toContain(
    'Lists at an exact version return another state',
  )
})

it('does not say of a server that refuses unknown fields at Strict that nothing is checked', () => {
  const silent = ['VALID-009', 'VALID-011'].map(id => ({
    id,
    method: 'POST',
    got: '[]',
    expected: 'a warning about /x',
  }))
  const strict = { 'strict-validation': { had: 1, lacking: 0 } }

  expect(titlesWith(strict, ...silent)).toEqual([
    ['Writes give no warnings about unknown and duplicate fields', 'VALID-009', 'VALID-011'],
  ])
  const stored = { id: 'VALID-013', method: 'POST', expected: 'a refusal (4xx)', got: '201' }
  expect(titles(...silent, stored)[0]?.[0]).toMatch(/no error or warning/)
  // No write at Strict shows what it does.
  expect(titles(...silent)[0]?.[0]).toMatch(/give no warnings/)
})

it('makes one finding of unknown fields that are missed only in items of lists', () => {
  const at = (place: string) => ({
    method: 'POST',
    expected: `a warning about ${place}`,
    got: '[]',
  })
  const inItem = { ...at('/metadata/ownerReferences/0/touchstoneX0'), id: 'VALID-016' }
  const body = '{"metadata":{"ownerReferences":[{"touchstoneX0":"value"}]}}'
  const strict = { id: 'VALID-013', method: 'POST', sent: body, expected: '400', got: '201' }
  const had = {
    'strict-validation': { had: 1, lacking: 0 },
    warnings: { had: 1, lacking: 0 },
  }
  const title = 'Wrong fields in items of lists cause no error or warning'
  const incomplete = { ...strict, id: 'K8S-VALID-005', sent: '{}', expected: 'a refusal (4xx)' }

  expect(titlesWith(had, inItem, strict)).toEqual([[title, 'VALID-016', 'VALID-013']])
  expect(titlesWith(had, inItem, incomplete)).toEqual([[title, 'VALID-016', 'K8S-VALID-005']])
  expect(titlesWith(had, incomplete).flat()).not.toContain(title)
  const outside = { ...at('/metadata/touchstoneX1'), id: 'VALID-011' }
  expect(titlesWith(had, inItem, strict, outside).flat()).not.toContain(title)
})

it('makes one finding of a watch that loses removals, whatever shows the loss', () => {
  const lost = { id: 'PAGE-012', got: '0 events of a/b, and then marker', expected: '["a/b at 7"]' }
  const left = { id: 'WATCH-013', got: 'a/b at 7', expected: 'a/b at no version: it is gone' }

  const gone = { ...lost, id: 'WATCH-011', expected: '["a/b at 7","the removal of a/b"]' }
  expect(titles(lost, left)).toEqual([['Watches omit changes', 'PAGE-012', 'WATCH-013']])
  expect(titles(gone, left)).toEqual([['Watches omit deletions', 'WATCH-011', 'WATCH-013']])
})

it('says that only a second DELETE ignores finalizers', () => {
  expect(titles({ id: 'DEL-003', status: 404, expected: 'the object', got: '404' })).toEqual([
    ['A second DELETE removes an object with finalizers', 'DEL-003'],
  ])
})

it('makes one finding of finalizers that a DELETE ignores, of an object and of a collection', () => {
  const one = { id: 'DEL-001', status: 404, expected: 'the object', got: '404' }
  const all = { id: 'DEL-030', got: 'removed', expected: 'held one with a deletionTimestamp' }

  expect(titles(one, all)).toEqual([
    ['A DELETE removes an object with finalizers', 'DEL-001', 'DEL-030'],
  ])
})

it('groups dry runs of updates that are stored, whatever else the case sends', () => {
  const dry = { path: '/a?dryRun=All', got: 'an object', expected: 'nothing' }

  expect(
    titles(
      { ...dry, id: 'DRY-002', method: 'PUT' },
      { ...dry, id: 'DRY-003', method: 'PATCH' },
      { ...dry, id: 'DRY-011', method: 'PUT' },
    ),
  ).toEqual([['Some dry runs are stored: PUT, PATCH', 'DRY-002', 'DRY-011', 'DRY-003']])
})

it('says only of rows about dry runs that there are none', () => {
  const capabilityCounts = { 'dry-run': { had: 0, lacking: 1 } }
  const rowsOf = ['DRY-001', 'ENC-002'].map(id =>
    failing({ id, method: 'POST', got: 'no dry run' }),
  )
  const requestedCapabilities = new Map(rowsOf.map(({ id }) => [id, ['dry-run' as const]]))

  const found = findingsOf(rowsOf, { capabilityCounts, requestedCapabilities })
  expect(found.map(({ ids }) => ids)).toEqual([['DRY-001'], ['ENC-002']])
})

it('does not say that a finalizer is ignored where PUT is not served', () => {
  const refused = { id: 'DEL-005', method: 'PUT', status: 404, got: '404', expected: 'success' }
  const stays = { id: 'DEL-035', got: 'the object, being deleted', expected: 'nothing' }

  expect(titles(refused).flat().join()).not.toMatch(/finalizers \(/)
  expect(titles(stays).flat()[0]).toMatch(/^A deleted object stays/)
  const held = JSON.stringify({ metadata: { finalizers: ['touchstone.example/hold'] } })
  expect(titles({ ...stays, body: held }).flat()[0]).toMatch(/^Patches that remove a finalizer/)
})

it('makes one finding of errors that differ from those of existing servers', () => {
  const found = titles(
    { id: 'K8S-WRITE-005', method: 'PUT', status: 409, got: '409 Conflict', expected: '422' },
    { id: 'K8S-ERR-004', status: 409, got: 'nothing', expected: 'name: x' },
    { id: 'K8S-ERR-002', status: 404, got: 'Gone Away', expected: 'NotFound' },
    { id: 'K8S-WRITE-007', method: 'PUT', status: 404, got: '404 NotFound', expected: '201' },
  )

  expect(found[0]).toEqual([
    'Errors differ from those of existing servers',
    'K8S-WRITE-005',
    'K8S-ERR-004',
    'K8S-ERR-002',
  ])
  expect(found).toHaveLength(2)
})

it('says of events behind a selector which type is wrong', () => {
  const events = (got: string) => ({
    id: 'K8S-WATCH-005',
    expected: 'ADDED at 7, DELETED, ADDED at 9 (events of a)',
    got,
  })

  expect(titles(events('MODIFIED at 7, DELETED, ADDED at 9'))).toEqual([
    ['Watches with a selector send an object that starts to match as MODIFIED', 'K8S-WATCH-005'],
  ])
  expect(titles(events('ADDED at 7, MODIFIED at 8, ADDED at 9')).flat().join()).not.toMatch(/start/)
})

it('says that a watch omits changes, and not that it sends those of others', () => {
  const removal = { got: '2 events of a/b, and then marker', expected: '["the removal of a/b"]' }

  expect(titles({ ...removal, id: 'WATCH-006' }, { ...removal, id: 'WATCH-011' })).toEqual([
    ['Watches omit deletions', 'WATCH-006', 'WATCH-011'],
  ])
  expect(titles({ id: 'WATCH-006', got: 'ADDED x', expected: 'no event' })).toEqual([
    ['Watches deliver events of objects outside their selection', 'WATCH-006'],
  ])
})

it('gives the rows of a cause that explains too few of them to their next cause', () => {
  expect(titles({ id: 'K8S-LIST-017', status: 400, got: '400', expected: 'items' })).toEqual([
    ['Lists with a field selector are refused', 'K8S-LIST-017'],
  ])
})

it('names what collections and chunks lose, and missing health endpoints', () => {
  expect(
    titles(
      { id: 'K8S-DEL-017', method: 'GET', got: 'removed', expected: 'dark one live' },
      { id: 'K8S-DEL-019', method: 'GET', got: 'removed', expected: 'dark two live' },
      { id: 'K8S-WATCH-005', got: 'nothing', expected: 'ADDED at 7 (events of d/a)' },
      { id: 'K8S-PAGE-001', got: 'c/a c/c', expected: 'c/a c/b c/c' },
      { id: 'HEALTH-001', status: 404, got: '404 NotFound', expected: '200' },
      { id: 'HEALTH-002', status: 404, got: '404 NotFound', expected: '200' },
    ),
  ).toEqual([
    ['A dry run of the deletion of a collection deletes objects', 'K8S-DEL-017'],
    [
      'The deletion of a collection also deletes objects that its selector does not match',
      'K8S-DEL-019',
    ],
    ['A watch with a selector does not deliver objects that start to match', 'K8S-WATCH-005'],
    ['Chunks with another limit skip objects', 'K8S-PAGE-001'],
    ['/livez and /readyz are not served', 'HEALTH-001', 'HEALTH-002'],
  ])
})

it('does not say that a server ignores a match which it refuses', () => {
  const chunk = { id: 'LIST-006', path: '/a?limit=2&resourceVersion=7', got: '["c at 8"]' }
  const ofVersion = { ...chunk, expected: '7', got: '8' }
  const lacking = { had: 0, lacking: 2 }

  const cannot = { 'version-match': lacking, 'exact-lists': lacking }
  expect(titlesWith(cannot, chunk)).toEqual([
    ['Lists at an exact version return another state', 'LIST-006'],
  ])
  expect(titlesWith(cannot, ofVersion)).toEqual([
    ['The first chunk of a list at a resourceVersion does not have that version', 'LIST-006'],
  ])
})

it('makes one finding of objects without kind and apiVersion', () => {
  const rows = [
    { id: 'OBJ-001', expected: 'Robot', got: 'nothing' },
    { id: 'OBJ-002', expected: 'toys.example.dev/v1', got: 'nothing' },
    { id: 'ENV-015', expected: '{"apiVersion":"toys.example.dev/v1","kind":"Robot"}', got: '{}' },
  ]

  expect(titles(...rows)).toEqual([
    ['Objects have no kind or apiVersion', ...rows.map(({ id }) => id)],
  ])
})

it('names a dry run that reserves a name, and a namespace that is deleted with held objects', () => {
  const held = {
    id: 'K8S-DEL-014',
    status: 404,
    expected: 'the namespace, deleted, in phase Terminating',
    got: '404 NotFound',
  }
  expect(
    titles({ id: 'DRY-013', method: 'POST', status: 409, got: '409 AlreadyExists' }, held),
  ).toEqual([
    ['A create is refused after its dry run', 'DRY-013'],
    ['A namespace is removed before its contents', 'K8S-DEL-014'],
  ])
})

it('names a missing DELETED event of an object whose last finalizer is removed', () => {
  const got = 'ADDED at 1, MODIFIED at 2'
  const fails = { id: 'K8S-WATCH-011', expected: `${got}, DELETED (events of ns/x)` }
  const [title] = titles({ ...fails, got })[0] ?? []
  const [other] = titles({ ...fails, got: `${got}, MODIFIED at 3, DELETED at 3` })[0] ?? []

  expect(title).toBe('Watches omit the deletion of an object whose last finalizer is removed')
  expect(other).not.toBe(title)
})

it('names a generation that a change of labels increments', () => {
  expect(titles({ id: 'K8S-OBJ-024', method: 'PUT', got: '2', expected: '1' })).toEqual([
    ['A change of labels changes the generation of an object', 'K8S-OBJ-024'],
  ])
})

it('makes one finding of a PUT that removes the uid and the creationTimestamp', () => {
  const uid = { id: 'WRITE-011', method: 'PUT', expected: '/metadata/uid: 7', got: 'nothing' }
  const time = { id: 'OBJ-026', method: 'PUT', expected: '2026-11-30T17:25:06Z', got: 'nothing' }

  expect(titles(uid, time)).toEqual([
    ['A PUT removes the uid and the creationTimestamp of an object', 'WRITE-011', 'OBJ-026'],
  ])
  expect(titles(time)).toEqual([['A PUT removes the creationTimestamp of an object', 'OBJ-026']])
})

it('keeps bodies that do not fit apart from refused duplicates and reviews', () => {
  const refused = (id: string, expected: string) => ({
    id,
    expected,
    method: 'POST',
    status: 422,
    got: '422',
  })

  expect(
    titles(
      refused('ERR-005', '400'),
      refused('ERR-002', '400'),
      refused('VALID-006', 'success'),
      refused('VALID-010', 'success'),
      refused('PATH-030', 'a SubjectAccessReview'),
    ),
  ).toEqual(
    expect.arrayContaining([
      [
        'Bodies with duplicate fields, or of a wrong type, are refused with another code than 400',
        'ERR-005',
        'ERR-002',
      ],
      ['Writes with duplicate fields are refused at Ignore and Warn', 'VALID-006', 'VALID-010'],
    ]),
  )
})

it('makes one finding of bookmarks that are older than the initial state', () => {
  const old = { expected: 'a version not older than 9', got: '7' }

  expect(titles({ ...old, id: 'WATCH-040' }, { ...old, id: 'WATCH-041' })).toEqual([
    ['The bookmark after initial events is older than their state', 'WATCH-040', 'WATCH-041'],
  ])
})
