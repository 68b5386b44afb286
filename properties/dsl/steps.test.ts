import { expect, it } from 'vitest'
import { requestsOf } from './scenario.ts'
import { stepLines } from './step-text.ts'
import {
  advanceClock,
  updateFrom,
  compactHistory,
  create,
  editTerm,
  get,
  list,
  caseName,
  rawRequest,
  deleteObject,
  sampleTerm,
  scenarioWith,
  concurrently,
  versionFrom,
  listByChunks,
} from './steps.ts'

it('writes each kind of step as a readable line', () => {
  const scenario = scenarioWith(
    create('a', 'main', 'x', {
      content: 'one',
      set: { '/metadata/labels/b': 'c' },
      who: 'limited',
    }),
    get('b', 'core', caseName('x'), { namespace: 1, resourceVersion: '0' }),
    listByChunks(
      list('page', 'main', { limit: 2, match: 'Exact', resourceVersion: versionFrom('a') }),
      [[deleteObject('gone', 'main', caseName('x'))]],
    ),
    concurrently(
      [rawRequest('c', 'GET', '/x y', {})],
      [updateFrom('d', 'main', 'a', { '/spec/a': 1 })],
    ),
    compactHistory('now'),
    advanceClock('later', 5),
    rawRequest('e', 'POST', '/e', { body: { $text: { $repeat: '[', times: 3 } } }),
  )

  expect(stepLines(scenario)).toEqual([
    'a: POST main with a sample named x holding "one" (/metadata/labels/b = c) as limited',
    'b: GET core@1/x?resourceVersion=0',
    'every chunk of page: GET main?limit=2&resourceVersion=a/metadata/resourceVersion&resourceVersionMatch=Exact',
    '  after chunk 1: gone: DELETE main/x',
    'concurrently, sequence 1: c: GET /x y',
    'concurrently, sequence 2: d: PUT main/a/metadata/name with a (/spec/a = 1)',
    'now: compact',
    'later: advance 5 ms',
    'e: POST /e with the text 3 times [',
  ])
})

it('omits the changes of an update that has none', () => {
  expect(stepLines(scenarioWith(updateFrom('d', 'main', 'a', {})))).toEqual([
    'd: PUT main/a/metadata/name with a',
  ])
})

it('truncates a long term and escapes control characters', () => {
  const [line = ''] = stepLines(
    scenarioWith(rawRequest('a', 'POST', '/', { body: `\x1b[31m${'x'.repeat(999)}` })),
  )

  expect(line.length).toBeLessThan(200)
  expect(line).toContain('\\u001b[31mx')
  expect(line).toMatch(/\.\.\.$/)
})

it('omits optional parts that are absent', () => {
  expect(list('a', 'main')).toEqual({ as: 'a', method: 'GET', to: { role: 'main' }, query: {} })
  expect(sampleTerm('main')).toEqual({ $sample: 'main' })
  expect(editTerm('x', {}, ['/a'])).toEqual({ $edit: 'x', set: {}, drop: ['/a'] })
})

it('finds every request of a scenario, at any depth', () => {
  const one = (as: string) => rawRequest(as, 'GET', '/')
  const scenario = scenarioWith(
    one('a'),
    listByChunks(one('b'), [[one('c')], []]),
    concurrently([one('d')], [one('e')]),
  )

  expect(requestsOf(scenario).map(request => request.as)).toEqual(['a', 'b', 'c', 'd', 'e'])
})
