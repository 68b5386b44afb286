import { expect, test } from 'vitest'
import type { Exchange } from '../../history/history.ts'
import { exchangeOf, historyOfExchanges } from '../../history/test-history.ts'
import { observationTexts } from '../../history/test-writes.ts'
import { patchMediaTypes } from '../../dsl/write-steps.ts'
import { patchesMatchModel } from './patches.ts'

const rule = { applies: 'It applies.', fails: 'It fails as a whole.' }

const object = (version: string, annotations: Record<string, unknown>, finalizers?: string[]) => ({
  metadata: { name: 't-0-x', uid: 'u', resourceVersion: version, annotations, finalizers },
})
type Shown = ReturnType<typeof object>

const patch = (
  index: number,
  status: number,
  body: unknown,
  type: string = patchMediaTypes.json,
): Exchange =>
  exchangeOf(`patch ${index}`, status, status < 300 ? object('9', {}) : { reason: 'x' }, {
    about: { role: 'main' },
    request: { method: 'PATCH', body: JSON.stringify(body), headers: { 'content-type': type } },
  })

const sound = (version: string) => [
  exchangeOf('look 0', 200, object('1', { a: 'x' })),
  patch(0, 200, [{ op: 'add', path: '/metadata/annotations/b', value: 'y' }]),
  exchangeOf('look 1', 200, object(version, { a: 'x', b: 'y' })),
]

/** Judges a valid patch and then another one, after which an object is read. */
const judge = (next: Exchange, found: Shown, dialect = 'cluster'): string[] => {
  const look = exchangeOf('look 2', 200, found)
  const history = historyOfExchanges(exchangeOf('object', 201), ...sound('2'), next, look)
  const context = { ...history.context, dialect }
  return observationTexts(patchesMatchModel(rule)({ ...history, context }))
}

const removal = [{ op: 'remove', path: '/metadata/annotations/a' }]
const miss = [{ op: 'replace', path: '/metadata/annotations/c', value: 'z' }]

test('a patch with the result of the model holds', () => {
  expect(judge(patch(1, 200, removal), object('3', { b: 'y' }))).toEqual(['held'])
})

test('annotations of other writers are ignored', () => {
  const found = object('4', { b: 'y', 'house.example/seen': 'yes' })

  expect(judge(patch(1, 200, removal), found)).toEqual(['held'])
})

test('the order of finalizers counts', () => {
  const [x, y] = ['touchstone.example/x', 'touchstone.example/y']
  const next = patch(1, 200, { metadata: { finalizers: [x, y] } }, patchMediaTypes.merge)

  expect(judge(next, object('3', { a: 'x', b: 'y' }, [x, y]))).toEqual(['held'])
  expect(judge(next, object('3', { a: 'x', b: 'y' }, [y, x]))).toContain('It applies.')
})

test.each([
  ['refuses it', patch(1, 422, removal), object('2', { a: 'x', b: 'y' })],
  ['does nothing', patch(1, 200, removal), object('2', { a: 'x', b: 'y' })],
  ['does something else', patch(1, 200, removal), object('3', { a: '', b: 'y' })],
])('a server that %s breaks the rule', (_name, next, found) => {
  expect(judge(next, found)).toContain('It applies.')
})

test('a patch that cannot be applied is refused and changes nothing', () => {
  expect(judge(patch(1, 422, miss), object('2', { a: 'x', b: 'y' }))).toEqual(['held'])
})

test.each([
  ['is carried out', patch(1, 200, miss), object('2', { a: 'x', b: 'y' })],
  ['has its effect', patch(1, 422, miss), object('3', { a: 'x', b: 'y', c: 'z' })],
  ['moves the version', patch(1, 422, miss), object('3', { a: 'x', b: 'y' })],
])('a failing patch that %s breaks the rule', (_name, next, found) => {
  expect(judge(next, found)).toContain('It fails as a whole.')
})

test('genuine servers may treat a replace of a missing member as an add', () => {
  const found = object('3', { a: 'x', b: 'y', c: 'z' })

  expect(judge(patch(1, 200, miss), found, 'kubernetes')).toEqual(['held'])
  expect(judge(patch(1, 200, [{ op: 'remove', path: '/c' }]), found, 'kubernetes')).toContain(
    'It fails as a whole.',
  )
})

test.each([
  ['an overtaken patch', patch(1, 409, removal), object('5', { a: 'x', b: 'y', z: 'other' })],
  ['one that is to come again', patch(1, 429, removal), object('2', { a: 'x', b: 'y' })],
  ['a foreign finalizer', patch(1, 200, removal), object('3', { b: 'y' }, ['house/x'])],
])('%s is inconclusive', (_name, next, found) => {
  expect(judge(next, found)).toEqual(['held', 'preconditionUnmet'])
})

test('a first patch that is answered 503 is inconclusive', () => {
  const [look, , after] = sound('1')
  const first = patch(0, 503, removal)
  const history = historyOfExchanges(
    exchangeOf('object', 201),
    look as Exchange,
    first,
    after as Exchange,
  )

  expect(observationTexts(patchesMatchModel(rule)(history))).toEqual(['preconditionUnmet'])
})
