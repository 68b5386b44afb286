import { describe, expect, test } from 'vitest'
import type { Exchange } from '../../history/history.ts'
import { exchangeOf, historyOfExchanges } from '../../history/test-history.ts'
import { observationTexts } from '../../history/test-writes.ts'
import {
  dryChangeStoresNothing,
  dryCreateStoresNothing,
  dryDeleteKeepsTheObject,
  dryRunFailsLikeTheRealRequest,
  dryRunSucceeds,
  dryRunStatusEqualsReal,
} from './dry-runs.ts'

const objectOf = (version: string, more: Record<string, unknown> = {}) => ({
  kind: 'Lease',
  metadata: { name: 't-0-x', namespace: 'own', uid: 'u', resourceVersion: version, ...more },
  spec: { holderIdentity: 'new' },
})

const about = { role: 'main', namespace: 'own' } as const
const answer = (step: string, status: number, body?: unknown, method = 'GET'): Exchange =>
  exchangeOf(step, status, body, { about, request: { method } })

describe('a dry create', () => {
  const judge = (more: { dry?: Exchange; after?: Exchange; items?: unknown[] } = {}): string[] =>
    observationTexts(
      dryCreateStoresNothing(
        historyOfExchanges(
          more.dry ?? answer('dry', 200, objectOf('')),
          more.after ?? answer('after', 404),
          answer('list', 200, { metadata: {}, items: more.items ?? [] }),
          answer('twin', 201, objectOf('2')),
        ),
      ),
    )

  test('holds if the object is not found', () => {
    expect(judge()).toEqual(['held'])
  })

  test('breaks the rule if a get or a list finds the object', () => {
    const stored = 'A POST with dryRun=All stores nothing.'

    expect(judge({ after: answer('after', 200, objectOf('1')) })).toContain(stored)
    expect(judge({ items: [objectOf('1')] })).toContain(stored)
  })

  test('breaks the rule if it is refused, unless admission forbids it', () => {
    const refused = (message: string) => ({ dry: answer('dry', 400, { message }) })

    expect(judge(refused('no such option'))).toContain('A POST with dryRun=All is processed.')
    expect(judge(refused('admission webhook "w" does not support dry run'))).toEqual([
      'preconditionUnmet',
    ])
  })
})

describe('a dry change', () => {
  const before = objectOf('1')
  const asked = { annotations: { dry: 'second' } }
  const judge = (dry: object, after: object, twin = 200, body: unknown = { metadata: asked }) =>
    observationTexts(
      dryChangeStoresNothing('PATCH')(
        historyOfExchanges(
          answer('object', 200, before),
          exchangeOf('dry', 200, dry, { request: { body: JSON.stringify(body) } }),
          answer('after', 200, after),
          answer('twin', twin),
        ),
      ),
    )
  const changed = objectOf('1', asked)

  test('holds if it returns the change and does not store it', () => {
    expect(judge(changed, before)).toEqual(['held'])
  })

  test.each([
    ['shows no change', before, before, 'A PATCH with dryRun=All returns the changed object.'],
    ['is stored', changed, objectOf('2', asked), 'A PATCH with dryRun=All stores nothing.'],
    ['moves the version', changed, objectOf('2'), 'A PATCH with dryRun=All stores nothing.'],
  ])('breaks the rule when it %s', (_, dry, after, says) => {
    expect(judge(dry, after)).toContain(says)
  })

  test('is recognized by the members that a JSON Patch adds', () => {
    const operations = [
      { op: 'test', path: '/metadata/resourceVersion', value: '1' },
      { op: 'add', path: '/metadata/annotations', value: asked.annotations },
    ]

    const says = 'A PATCH with dryRun=All stores nothing.'
    expect(judge(changed, objectOf('2', asked), 200, operations)).toContain(says)
  })

  test('is inconclusive if others wrote, and does not judge types that are not served', () => {
    const annotated = objectOf('2', { annotations: { other: 'one' } })

    expect(judge(changed, annotated)).toEqual(['held', 'preconditionUnmet'])
    expect(judge(changed, before, 415)).toEqual([])
  })
})

test('a dry delete leaves the object live', () => {
  const judge = (after: Exchange) =>
    observationTexts(
      dryDeleteKeepsTheObject(['main'])(
        historyOfExchanges(
          answer('object main', 200, objectOf('1')),
          answer('dry main', 200),
          after,
          answer('twin main', 200),
        ),
      ),
    )
  const says = 'A DELETE with dryRun=All leaves the object live.'

  expect(judge(answer('after main', 200, objectOf('1')))).toEqual(['held'])
  expect(judge(answer('after main', 404))).toContain(says)
  const marked = objectOf('2', { deletionTimestamp: '2026-01-01T00:00:00Z' })
  expect(judge(answer('after main', 200, marked))).toContain(says)
})

describe('an invalid body', () => {
  const judge = (dry: Exchange, fault: Exchange, again = fault): string[] =>
    observationTexts(
      dryRunFailsLikeTheRealRequest(
        historyOfExchanges(answer('object', 200), answer('twin', 200), dry, fault, {
          ...again,
          step: 'again',
        }),
      ),
    )
  const refusal = (step: string, status: number, message: string) =>
    answer(step, status, { message })

  test('has to fail with the same status and message', () => {
    const fault = refusal('fault', 422, 'bad')
    const status = 'An invalid body fails in a dry run with the status of the real request.'
    const message = 'An invalid body fails in a dry run with the message of the real request.'

    expect(judge(refusal('dry', 422, 'bad'), fault)).toEqual(['held'])
    expect(judge(answer('dry', 200), fault)).toContain(status)
    expect(judge(refusal('dry', 400, 'bad'), fault)).toEqual([status, 'held'])
    expect(judge(refusal('dry', 422, 'worse'), fault)).toEqual(['held', message])
  })

  test('may fail with messages that always differ', () => {
    const numbered = (step: string, id: number) => refusal(step, 422, `request ${id}`)

    const [dry, fault, again] = [numbered('dry', 1), numbered('fault', 2), numbered('again', 3)]
    expect(judge(dry, fault, again)).toEqual(['held'])
  })

  test('that a server accepts is not judged', () => {
    expect(judge(answer('dry', 200), answer('fault', 200))).toEqual([])
  })
})

describe('response statuses', () => {
  const judge = (
    dry: number,
    real: number,
    after = '1',
    between = answer('between x0', 200, objectOf('1')),
  ): string[] =>
    observationTexts(
      dryRunStatusEqualsReal(
        historyOfExchanges(
          answer('object x0', 200, objectOf('1')),
          answer('dry x0', dry, undefined, 'PUT'),
          between,
          answer('real x0', real, undefined, 'PUT'),
          answer('after x0', 200, objectOf(after)),
        ),
      ),
    )
  const says = 'A dry run has the status of the real request.'

  test('have to be equal', () => {
    expect(judge(200, 200, '2')).toEqual(['held'])
    expect(judge(404, 404)).toEqual(['held'])
    expect(judge(200, 201, '2')).toEqual([says])
    expect(judge(200, 409)).toEqual([says])
  })

  test('are inconclusive if another writer intervened', () => {
    expect(judge(200, 409, '2')).toEqual(['preconditionUnmet'])
  })

  test('are inconclusive if the dry run of a create reserved the name', () => {
    const create = (step: string, status: number) => answer(step, status, undefined, 'POST')
    const history = historyOfExchanges(
      create('dry x1', 201),
      answer('between x1', 404),
      create('real x1', 409),
    )

    const unmet = expect.objectContaining({ kind: 'preconditionUnmet' })
    expect([...dryRunStatusEqualsReal(history)][0]).toEqual(unmet)
  })

  test('are inconclusive if the dry run changed or removed the object', () => {
    expect(judge(200, 404, '1', answer('between x0', 404))).toEqual(['preconditionUnmet'])
    expect(judge(200, 409, '2', answer('between x0', 200, objectOf('2')))).toEqual([
      'preconditionUnmet',
    ])
  })

  test('of a busy server are inconclusive', () => {
    expect(judge(503, 200)).toEqual(['preconditionUnmet'])
    expect(
      observationTexts(dryRunSucceeds(historyOfExchanges(answer('dry', 429)), 'dry', says)),
    ).toEqual(['preconditionUnmet'])
  })
})
