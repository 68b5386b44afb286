import { expect, test } from 'vitest'
import { defaultTypes } from '../../../fixtures/objects/tested-types.ts'
import type { Exchange } from '../../history/history.ts'
import { historyOfWrites, observationTexts } from '../../history/test-writes.ts'
import {
  dryStatusWritesStoreNothing,
  staleStatusPutIsConflict,
  specPatchKeepsStatus,
  statusWritesKeepGeneration,
} from './status-writes.ts'

type Body = {
  version: string
  generation?: number | undefined
  content?: string
  phase?: string | undefined
}

/** Returns a successful answer to a step, with the object that it shows. */
const answer =
  (step: string, { version, generation, content = 'two', phase }: Body, code = 200) =>
  (position: number): Exchange => ({
    step,
    request: { method: 'GET', path: '/x', query: {}, headers: {}, who: 'admin' },
    about: { role: 'status', namespace: 'n' },
    sentAt: position * 10,
    answeredAt: position * 10 + 5,
    answer: {
      status: code,
      headers: {},
      text: '',
      body: {
        metadata: { resourceVersion: version, generation },
        spec: { content },
        ...(phase === undefined ? {} : { status: { phase } }),
      },
    },
  })

const types = {
  ...defaultTypes('cluster.example'),
  status: {
    ...defaultTypes('cluster.example').status,
    content: '/spec/content',
    status: [{ phase: 'One' }, { phase: 'Two' }] as const,
  },
}

/** Judges a PUT and a PATCH of the status, with the answers that differ from correct ones. */
const judgedWrites = (answers: Record<string, Partial<Body> & { code?: number }> = {}) => {
  const steps = {
    spec: { version: '2' },
    'after spec': { version: '2' },
    status: { version: '3' },
    'after status': { version: '3', phase: 'One' },
    'patched status': { version: '4' },
    'after patch': { version: '4', phase: 'Two' },
  }
  const exchanges = Object.entries(steps).map(([step, body]) =>
    answer(step, { generation: 2, ...body, ...answers[step] }, answers[step]?.code),
  )
  return observationTexts(statusWritesKeepGeneration(historyOfWrites(exchanges, { types })))
}

test('status writes keep the generation', () => {
  expect(judgedWrites()).toEqual(['held'])
})

test('a status PUT or PATCH that raises the generation violates the rule', () => {
  const raised = (how: string) => `A ${how} of the status does not change the generation.`

  expect(judgedWrites({ 'after status': { generation: 3 } })).toContain(raised('PUT'))
  expect(judgedWrites({ 'after patch': { generation: 3 } })).toEqual(['held', raised('PATCH')])
  const noPut = { status: { code: 405 }, 'after patch': { generation: 3 } }
  expect(judgedWrites(noPut)).toEqual([raised('PATCH')])
})

test('other writers, refusals and a status that is not stored are inconclusive', () => {
  const unmet = ['preconditionUnmet']
  expect(judgedWrites({ 'after status': { version: '9', generation: 3 } })).toEqual(unmet)
  expect(judgedWrites({ 'after status': { phase: 'None', generation: 3 } })).toEqual(unmet)
  expect(judgedWrites({ status: { code: 404 }, 'patched status': { code: 404 } })).toEqual(unmet)
})

test('the rule does not apply to a type without generations', () => {
  const none = { generation: undefined }
  expect(judgedWrites({ 'after spec': none })[0]).toBe('notApplicable')
})

/** Judges a stale PUT of the status, with the answers that differ from correct ones. */
const judgedStalePut = (answers: Record<string, Partial<Body> & { code?: number }> = {}) => {
  const steps: Record<string, Body & { code?: number }> = {
    spec: { version: '2' },
    'after spec': { version: '2' },
    status: { version: '3' },
    'after status': { version: '3', phase: 'One' },
    stale: { version: '3', code: 409 },
    'after stale': { version: '3', phase: 'One' },
    twin: { version: '4' },
  }
  const exchanges = Object.entries(steps).map(([step, { code, ...body }]) =>
    answer(step, { ...body, ...answers[step] }, answers[step]?.code ?? code),
  )
  return observationTexts(staleStatusPutIsConflict(historyOfWrites(exchanges, { types })))
}

test('a stale PUT of the status is a conflict and changes nothing', () => {
  const accepted = 'A PUT of the status with a stale version is refused with 409.'
  const changed = 'A PUT of the status with a stale version does not change the status.'

  expect(judgedStalePut()).toEqual(['held'])
  expect(judgedStalePut({ stale: { code: 200 } })).toEqual([accepted, 'held'])
  expect(judgedStalePut({ 'after stale': { phase: 'Two' } })).toEqual(['held', changed])
  // The status of another writer.
  expect(judgedStalePut({ 'after stale': { phase: 'Three' } })).toEqual(['held'])
  expect(judgedStalePut({ twin: { code: 409 } })).toEqual(['preconditionUnmet'])
  const unchanged = { status: { version: '2' }, 'after status': { version: '2' } }
  expect(judgedStalePut({ ...unchanged, stale: { code: 200 } })).toEqual(['preconditionUnmet'])
  expect(judgedStalePut({ 'after status': { phase: 'None' } })).toEqual(['preconditionUnmet'])
})

/** Judges dry runs, with the phase that each get shows. */
const judgedDryRuns = (phases: Record<string, string> = {}, codes: Record<string, number> = {}) => {
  const reads = ['after status', 'after dry PUT', 'after dry PATCH']
  const exchanges = ['status', 'after status', 'dry PUT', 'after dry PUT', 'dry PATCH'].concat(
    'after dry PATCH',
  )
  return observationTexts(
    dryStatusWritesStoreNothing(
      historyOfWrites(
        exchanges.map(step =>
          answer(
            step,
            { version: '2', phase: reads.includes(step) ? (phases[step] ?? 'One') : undefined },
            codes[step],
          ),
        ),
        { types },
      ),
    ),
  )
}

test('dry runs of status writes store nothing', () => {
  const stored = (how: string) =>
    `A ${how} of the status with dryRun=All does not change the status.`
  expect(judgedDryRuns()).toEqual(['held'])
  expect(judgedDryRuns({ 'after dry PUT': 'Two' })).toContain(stored('PUT'))
  expect(judgedDryRuns({ 'after dry PATCH': 'Two' }, { 'dry PUT': 405 })).toEqual([stored('PATCH')])
})

test('a real write that stores nothing, and refused dry runs, are inconclusive', () => {
  const unmet = ['preconditionUnmet']
  expect(judgedDryRuns({ 'after status': 'None' })).toEqual(unmet)
  expect(judgedDryRuns({}, { 'dry PUT': 400, 'dry PATCH': 400 })).toEqual(unmet)
})

test('the reason for a guessed field does not say that no schema is published', () => {
  const exchanges = ['spec', 'after spec'].map(step => answer(step, { version: '2' }))
  const guessed = { ...types, status: { ...types.status, content: '/spec/touchstone' } }

  const observations = specPatchKeepsStatus(historyOfWrites(exchanges, { types: guessed }))

  expect(observations.next().value).toEqual({
    kind: 'notApplicable',
    because: expect.stringMatching(
      /^spec did not store .*: no published schema has a text field in the spec of the type,/,
    ),
  })
})
