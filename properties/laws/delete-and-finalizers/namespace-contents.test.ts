import { expect, test } from 'vitest'
import type { Exchange } from '../../history/history.ts'
import { exchangeOf, historyOfExchanges } from '../../history/test-history.ts'
import { observationTexts } from '../../history/test-writes.ts'
import { namespaceWaitsForItsContents, newNamespacesHaveDefaults } from './namespace-contents.ts'

const namespace = (more: object = {}) => ({ metadata: { uid: 'u', ...more } })

/** Returns a history of steps, some of them replaced. */
const withSteps = (steps: Exchange[], more: Exchange[]) =>
  historyOfExchanges(...steps.map(one => more.find(({ step }) => step === one.step) ?? one))

const withDefaultObjects = (...more: Exchange[]) =>
  withSteps(
    [
      exchangeOf('namespace', 201, namespace()),
      exchangeOf('account', 200, { metadata: {} }),
      exchangeOf('certificate', 200, { metadata: {}, data: { 'ca.crt': '' } }),
    ],
    more,
  )

test('a new namespace with an account and a certificate holds', () => {
  expect(observationTexts(newNamespacesHaveDefaults(withDefaultObjects()))).toEqual(['held'])
})

test.each([
  ['account', exchangeOf('account', 404)],
  ['certificate', exchangeOf('certificate', 404)],
  ['text of a certificate', exchangeOf('certificate', 200, { metadata: {} })],
])('a new namespace without %s breaks a rule', (_, step) => {
  const said = observationTexts(newNamespacesHaveDefaults(withDefaultObjects(step)))

  expect(said).not.toContain('preconditionUnmet')
  expect(said.length).toBeGreaterThan(1)
})

test('a new namespace without default objects is inconclusive', () => {
  const nothing = [exchangeOf('account', 404), exchangeOf('certificate', 404)]

  expect(observationTexts(newNamespacesHaveDefaults(withDefaultObjects(...nothing)))).toEqual([
    'preconditionUnmet',
  ])
})

const terminating = {
  ...namespace({ deletionTimestamp: '2026-01-01T00:00:00Z' }),
  status: { phase: 'Terminating' },
}
const refusal = {
  reason: 'Forbidden',
  details: { causes: [{ reason: 'NamespaceTerminating', field: 'metadata.namespace' }] },
}

const ended = (...more: Exchange[]) =>
  withSteps(
    [
      exchangeOf('namespace', 201, namespace()),
      exchangeOf('free', 201),
      exchangeOf('held', 201),
      exchangeOf('deleted', 200),
      exchangeOf('after free', 404),
      exchangeOf('terminating', 200, terminating),
      exchangeOf('late', 403, refusal),
      exchangeOf('kept', 200),
      exchangeOf('freed', 200),
      exchangeOf('gone', 404),
    ],
    more,
  )

test('a namespace that waits, refuses creates and is then removed holds', () => {
  expect(observationTexts(namespaceWaitsForItsContents(ended()))).toEqual(['held'])
})

test.each([
  ['goes before what it holds', exchangeOf('terminating', 404)],
  ['is not in the phase', exchangeOf('terminating', 200, { ...terminating, status: {} })],
  ['takes an object', exchangeOf('late', 201)],
  ['does not say why it refuses', exchangeOf('late', 403, { reason: 'Forbidden' })],
  ['stays', exchangeOf('gone', 200, terminating)],
])('a namespace that %s breaks the rule', (_, step) => {
  const said = observationTexts(namespaceWaitsForItsContents(ended(step)))

  expect(said).not.toContain('preconditionUnmet')
  expect(said).not.toEqual(['held'])
})

test.each([
  ['nobody empties', exchangeOf('after free', 200)],
  ['somebody else has emptied', exchangeOf('kept', 404)],
])('a namespace that %s is inconclusive', (_, step) => {
  expect(observationTexts(namespaceWaitsForItsContents(ended(step)))).toEqual(['preconditionUnmet'])
})

test('a namespace that is removed with an object that has a finalizer breaks the rule', () => {
  const history = ended(exchangeOf('terminating', 404), exchangeOf('kept', 404))

  expect(observationTexts(namespaceWaitsForItsContents(history))).toContain(
    'A deleted namespace is Terminating while finalizers hold something in it.',
  )
})

test.each([
  [19_999, 'preconditionUnmet'],
  [20_000, 'violated'],
])('a namespace that remains for %i ms when the rest took a second: %s', (waitedMs, word) => {
  const at = (step: string, sentAt: number, status: number, body?: object) =>
    exchangeOf(step, status, body, { sentAt })
  const said = observationTexts(
    namespaceWaitsForItsContents(
      ended(
        at('deleted', 1_000, 200),
        at('after free', 2_000, 404),
        at('freed', 3_000, 200),
        at('gone', 3_000 + waitedMs, 200, terminating),
      ),
    ),
  )

  expect(said.includes('preconditionUnmet')).toBe(word === 'preconditionUnmet')
  expect(said).not.toEqual(['held'])
})
