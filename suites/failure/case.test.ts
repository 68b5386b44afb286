import fc from 'fast-check'
import { expect, it } from 'vitest'
import { defaultTypes } from '../../fixtures/objects/tested-types.ts'
import { someNames } from '../../properties/scenarios/collections.ts'
import { pagedDuringWrites } from '../../properties/scenarios/paging/paging.ts'
import { CaseProblem, caseOf, parseCase } from './case.ts'
import { checks } from '../generated/checks.ts'
import { scenariosOf } from '../select/seed.ts'

const request = { as: 'a', method: 'GET', to: { path: '/' } }
const good = caseOf({
  id: 'PAGE-004',
  says: 'It is so.',
  scenario: { steps: [request] as never },
  seed: 1,
  drawIndex: 2,
})

const problemWith = (text: string): string => {
  try {
    parseCase(text, 'x.json')
  } catch (problem) {
    expect(problem).toBeInstanceOf(CaseProblem)
    return (problem as Error).message
  }
  return 'none'
}
const edited = (change: object) => problemWith(JSON.stringify({ ...good, ...change }))
const withStep = (step: unknown) => edited({ scenario: { steps: [request, step] } })
const withRequest = (change: object) => withStep({ ...request, ...change })
const withBody = (body: unknown) => withRequest({ body })

it('reads a saved case', () => {
  const saved = { ...good, target: 'mutant:x', dialect: 'kubernetes', apiDomain: 'k8s.io' }

  expect(parseCase(JSON.stringify(good), 'x.json')).toEqual(good)
  expect(parseCase(JSON.stringify(saved), 'x.json')).toEqual(saved)
})

it('reads the scenarios of every check', { timeout: 120_000 }, () => {
  for (const check of checks)
    for (const scenario of scenariosOf(check, 1, 3)) {
      const saved = JSON.stringify(
        caseOf({ ...good, id: check.id, scenario, seed: 1, drawIndex: 0 }),
      )
      expect(problemWith(saved)).toBe('none')
    }
})

it('refuses every truncation', () => {
  const text = JSON.stringify(good)

  for (let length = 0; length < text.length; length++)
    expect(problemWith(text.slice(0, length))).toMatch(/^x\.json: expected a case file in JSON/)
})

it.each([
  ['[]', 'x.json: expected an object, got an array'],
  ['null', 'x.json: expected an object, got null'],
  ['7', 'x.json: expected an object, got 7'],
  ['{}', 'x.json: apiVersion: expected touchstone/v1alpha4, got nothing'],
])('refuses %s', (text, message) => {
  expect(problemWith(text)).toBe(message)
})

it('names the edited field', () => {
  expect(edited({ kind: 'Target' })).toBe('x.json: kind: expected Case, got "Target"')
  expect(edited({ id: 7 })).toBe('x.json: id: expected a requirement id, got 7')
  expect(edited({ says: undefined })).toMatch(/^x.json: says: expected the rule/)
  expect(edited({ dialect: 'latin' })).toBe(
    'x.json: dialect: expected cluster or kubernetes, got "latin"',
  )
  expect(edited({ apiDomain: 'a b' })).toBe('x.json: apiDomain: expected a domain, got "a b"')
  expect(edited({ scenario: null })).toBe('x.json: scenario: expected an object, got null')
  expect(edited({ scenario: {} })).toBe(
    'x.json: scenario.steps: expected an array of steps, got nothing',
  )
})

it('does not let a case direct requests to a server', () => {
  for (const target of ['http://example.org', 'https://127.0.0.1', '', 7])
    expect(edited({ target })).toMatch(
      /^x.json: target: expected reference, kube-apiserver, kubernetes, mutant/,
    )
})

it('reads where a case was found, and with which types', () => {
  const { main } = defaultTypes('k8s.io')
  const found = { ...good, server: 'http://127.0.0.1:8080', types: { main } }
  const withType = (change: object) => edited({ types: { main: { ...main, ...change } } })

  expect(parseCase(JSON.stringify(found), 'x.json')).toEqual(found)
  expect(edited({ server: 'file:///etc' })).toBe(
    'x.json: server: expected a URL, got "file:///etc"',
  )
  expect(edited({ types: [] })).toBe('x.json: types: expected an object, got an array')
  expect(edited({ types: { other: main } })).toMatch(/^x.json: types: expected one of main, core/)
  expect(edited({ types: { main: 7 } })).toBe('x.json: types.main: expected a type, got 7')
  expect(withType({ group: '' })).toBe('none')
  expect(withType({ resource: '../secrets' })).toBe(
    'x.json: types.main.resource: expected letters, digits, dots and dashes, got "../secrets"',
  )
  expect(withType({ content: 'spec' })).toBe(
    'x.json: types.main.content: expected a pointer, got "spec"',
  )
  expect(withType({ sample: 7 })).toBe('x.json: types.main.sample: expected an object, got 7')
})

it('names the step and the position in it', () => {
  const at = 'x.json: scenario.steps[1]'
  expect(withStep(7)).toBe(`${at}: expected a step, got 7`)
  expect(withStep({ as: 'a', control: 'explode' })).toBe(
    `${at}.control: expected one of compact, expire, advance, corrupt, failHealthCheck, got "explode"`,
  )
  expect(withStep({ as: 'a', control: 'advance', ms: -1 })).toBe(
    `${at}.ms: expected milliseconds, got -1`,
  )
  expect(withStep({ concurrent: 'all' })).toBe(
    `${at}.concurrent: expected an array of sequences, got "all"`,
  )
  expect(withStep({ concurrent: [[request], [7]] })).toBe(
    `${at}.concurrent[1][0]: expected a request, got 7`,
  )
  expect(withStep({ pagedList: request, between: [request] })).toBe(
    `${at}.between[0]: expected an array of requests, got an object`,
  )
  expect(withStep({ poll: request, version: { a: 1 } })).toBe(
    `${at}: expected only the members poll, status, shows, isRefused, laterSecondThan, untilBookmarkOn, got "version"`,
  )
  expect(withStep({ as: 'a', waitOn: 'w', version: '7', shows: '7' })).toBe(
    `${at}: expected only the members as, waitOn, version, type, events, end, isPatient, got "shows"`,
  )
  expect(withStep({ watch: request, between: [] })).toMatch(
    /: expected only the members .*, got "between"$/,
  )
  expect(withRequest({ door: 'Gate=true' })).toMatch(/: expected only the members .*, got "door"$/)
  expect(withStep({ pagedList: {} })).toBe(`${at}.pagedList.as: expected a label, got nothing`)
})

it('names the position in a question', () => {
  const question = { files: [{ name: 'a', document: {} }] }
  const withQuestion = (change: object) =>
    withStep({ as: 'q', accepts: { ...question, ...change } })
  const at = 'x.json: scenario.steps[1].accepts'

  expect(withQuestion({ flags: ['--a'], gates: { A: true }, facts: { b: 'c' } })).toBe('none')
  expect(withStep({ as: 'q', accepts: 7 })).toBe(`${at}: expected an object with files, got 7`)
  expect(withQuestion({ files: 'a' })).toBe(`${at}.files: expected an array of files, got "a"`)
  expect(withQuestion({ files: [{ name: 'a' }] })).toBe(
    `${at}.files[0]: expected one of text, document, got ""`,
  )
  expect(withQuestion({ flags: '--a' })).toBe(
    `${at}.flags: expected an array of arguments, got "--a"`,
  )
  expect(withQuestion({ facts: { b: 7 } })).toBe(`${at}.facts.b: expected a string, got 7`)
  expect(withQuestion({ gates: { A: 7 } })).toBe(
    `${at}.gates.A: expected one of true, false, got 7`,
  )
})

it('names the field of a request', () => {
  const at = 'x.json: scenario.steps[1]'
  expect(withRequest({ method: 'GET /\r\n' })).toMatch(/\[1\]\.method: expected a method, got/)
  expect(withRequest({ to: 'main' })).toBe(
    `${at}.to: expected an object with a role or a path, got "main"`,
  )
  expect(withRequest({ to: { role: 'side' } })).toBe(
    `${at}.to.role: expected one of main, core, cluster, namespaces, status, got "side"`,
  )
  expect(withRequest({ to: { role: 'main', namespace: -1 } })).toMatch(/\.to\.namespace: expected/)
  expect(withRequest({ to: { role: 'main', subresource: 7 } })).toMatch(/\.to\.subresource: exp/)
  expect(withRequest({ query: ['a'] })).toBe(`${at}.query: expected an object, got an array`)
  expect(withRequest({ headers: { a: 1 } })).toBe(`${at}.headers.a: expected a string, got 1`)
  expect(withRequest({ headers: { a: null, b: { $media: 'json' } } })).toBe('none')
  expect(withRequest({ headers: { a: { $media: 'xml' } } })).toMatch(/\.headers\.a\.\$media: /)
  expect(withRequest({ server: 7 })).toBe(`${at}.server: expected a string, got 7`)
  expect(withRequest({ body: { $as: 'xml', $value: 1 } })).toMatch(/\.body\.\$as: expected one of/)
  expect(withRequest({ body: { $base64: 1 } })).toBe(`${at}.body: expected a string, got 1`)
  const envelope = { prefix: true }
  expect(withRequest({ body: { $as: 'protobuf', $value: 1, envelope } })).toMatch(
    /envelope\.prefix/,
  )
  expect(withRequest({ who: 'root' })).toMatch(/\.who: expected one of admin, limited, .*"root"$/)
})

it('names the hole in a body that has no value', () => {
  const at = 'x.json: scenario.steps[1].body'
  expect(withBody({ a: [{ $seen: 'b' }] })).toBe(`${at}.a.0.at: expected a string, got nothing`)
  expect(withBody({ $name: 7 })).toBe(`${at}.$name: expected a string, got 7`)
  expect(withBody({ $group: null })).toBe(`${at}.$group: expected a string, got null`)
  expect(withBody({ $namespace: 'own' })).toMatch(/\$namespace: expected the number/)
  expect(withBody({ $sample: 'side' })).toMatch(/\$sample: expected one of main/)
  expect(withBody({ $word: 'plural', of: 'main' })).toMatch(/\$word: expected one of kind/)
  expect(withBody({ $word: 'kind', of: '__proto__' })).toMatch(/\.of: expected one of main/)
  expect(withBody({ $check: 'b', nth: -1 })).toBe(`${at}.nth: expected a count, got -1`)
  expect(withBody({ $check: 7, nth: 1 })).toBe(`${at}.$check: expected a string, got 7`)
  expect(withBody({ $failing: 'check' })).toBe('none')
  expect(withBody({ $later: { $name: 'a' }, by: 2 })).toBe('none')
  expect(withBody({ $later: '1', by: 'x' })).toBe(`${at}.by: expected a count, got "x"`)
  expect(withBody({ $join: 'ab' })).toBe(`${at}.$join: expected an array, got "ab"`)
  expect(withBody({ $first: 'ab' })).toBe(`${at}.$first: expected an array, got "ab"`)
  expect(withBody({ $first: [{ $name: 'a' }] })).toBe('none')
  expect(withBody({ $edit: {}, set: [] })).toBe(`${at}.set: expected an object, got an array`)
  expect(withBody({ $edit: {}, drop: '/a' })).toBe(
    `${at}.drop: expected an array of pointers, got "/a"`,
  )
  expect(withBody({ $text: { $repeat: 'x', times: 1e12 } })).toMatch(/\.times: expected a count/)
  expect(withBody({ $repeat: 'x', times: -1 })).toMatch(/\.times: expected a count/)
})

it('refuses terms that are nested too deep, and reads those that are not', () => {
  const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`
  const text = (depth: number) =>
    JSON.stringify({ ...good, scenario: { steps: [{ ...request, body: 'BODY' }] } }).replace(
      '"BODY"',
      nested(depth),
    )

  expect(problemWith(text(50))).toBe('none')
  expect(problemWith(text(100_000))).toMatch(/expected at most 100 levels/)
})

it('reads an edited case or reports the problem on one line', () => {
  const scenario = pagedDuringWrites()
  const value = fc.oneof(fc.jsonValue({ maxDepth: 2 }), someNames(0, 2))

  fc.assert(
    fc.property(scenario, value, fc.nat(), (steps, put, where) => {
      const text = JSON.stringify({ ...good, scenario: steps })
      const places = [...text.matchAll(/(?<=[:[,])("[^"]*"|\d+)(?=[,\]}])/g)]
      const place = places[where % places.length]
      const start = place?.index ?? 0
      const changed =
        text.slice(0, start) + JSON.stringify(put) + text.slice(start + (place?.[0].length ?? 0))

      expect(problemWith(changed)).toMatch(/^none$|^x\.json: [^\n]{1,400}$/)
    }),
  )
})

it.each([
  ['touchstone/v1alpha1', 'door'],
  ['touchstone/v1alpha2', 'alternate'],
])('reads a case of %s with its new names', (version, former) => {
  const to = { path: '/' }
  const get = { as: 'a', method: 'GET', to }
  const put = { as: 'b', method: 'PUT', to, body: { [former]: 'kept', until: 'kept' } }
  const steps = [
    { ...get, [former]: 'Gate=true' },
    { together: [[{ ...put, [former]: 'Gate=true' }], [{ as: 'c', await: 'w', shows: '7' }]] },
    { walk: get, between: [[put]] },
    { until: { ...get, [former]: 'Gate=true' }, shows: { until: 'kept' }, secondAfter: 'a' },
  ]
  const saved = { apiVersion: version, kind: 'Case', id: 'A-001', says: 'x', from: {} }

  const { apiVersion, scenario } = parseCase(
    JSON.stringify({ ...saved, scenario: { steps } }),
    'x.json',
  )

  const server = 'Gate=true'
  expect({ apiVersion, steps: scenario.steps }).toEqual({
    apiVersion: 'touchstone/v1alpha4',
    steps: [
      { ...get, server },
      { concurrent: [[{ ...put, server }], [{ as: 'c', waitOn: 'w', version: '7' }]] },
      { pagedList: get, between: [[put]] },
      { poll: { ...get, server }, shows: { until: 'kept' }, laterSecondThan: 'a' },
    ],
  })
})

it('reads a case of touchstone/v1alpha3 with its new names', () => {
  const accepts = { files: [] }
  const type = { group: 'a.example', version: 'v1', resource: 'as', kind: 'A', namespaced: true }
  const saved = (
    apiVersion: string,
    labels: string[],
    [names, wait, draw]: readonly [string, string, string],
  ) => ({
    ...good,
    apiVersion: `touchstone/${apiVersion}`,
    types: {
      main: { ...type, sample: {}, content: '/a', typed: { at: '/b', wrong: 1 }, [names]: ['a'] },
    },
    from: { seed: 1, [draw]: 2 },
    scenario: {
      steps: [
        ...labels.map(as => ({ as, accepts })),
        { as: 'taken 1', [wait]: 'w', events: 1 },
        { as: 'noted 2', method: 'GET', to: { path: '/' } },
      ],
    },
  })
  const former = ['taken 1', 'cluster letter 2: a', 'kubernetes filled 3: a = 1', 'noted 4: x']
  const labels = [
    'accepted 1',
    'cluster literal 2: a',
    'kubernetes defaulted 3: a = 1',
    'recorded 4: x',
  ]

  const before = saved('v1alpha3', former, ['furnished', 'await', 'run'])
  expect(parseCase(JSON.stringify(before), 'x')).toEqual(
    saved('v1alpha4', labels, ['namespaceDefaults', 'waitOn', 'drawIndex']),
  )
})

it('reads the facts of a configuration check by their former name', () => {
  const files = [{ name: 'a', document: { beside: 'kept' } }]
  const stepWith = (facts: object) => ({ as: 'q', accepts: { files, ...facts } })
  const stepsOf = (step: object) =>
    parseCase(JSON.stringify({ ...good, scenario: { steps: [step] } }), 'x.json').scenario.steps

  const renamed = [stepWith({ facts: { lenient: 'true' } })]
  expect(stepsOf(stepWith({ beside: { lenient: 'true' } }))).toEqual(renamed)
  expect(stepsOf(stepWith({ facts: { lenient: 'true' } }))).toEqual(renamed)
})
