import { expect, it } from 'vitest'
import { mutant, proxyMutant } from '../../fixtures/mutants/mutant.ts'
import { exchangeAt, itemsOf, isSuccess } from '../../properties/history/history.ts'
import { precondition, verify } from '../../properties/history/observation.ts'
import { create, list } from '../../properties/dsl/steps.ts'
import { example } from '../check.ts'
import { isFresh } from './matrix.ts'
import { proofHash, prove } from './prove.ts'

const { signal } = new AbortController()

const listsOne = example(
  'PAGE-001',
  [create('a', 'main', 'a'), list('b', 'main')],
  function* (seen) {
    yield* precondition(isSuccess(exchangeAt(seen, 'a')), 'not created')
    const items = itemsOf(exchangeAt(seen, 'b'))
    yield verify(items?.length === 1, { says: 'One.', expected: 1, got: items?.length, at: 'b' })
  },
)
const control = example('OBJ-003', [create('a', 'main', 'a')], seen => [
  verify(isSuccess(exchangeAt(seen, 'a')), { says: 'Created.', expected: 200, got: 0, at: 'a' }),
])
const forgetful = proxyMutant({
  name: 'test-forgetful',
  breaks: 'Lists are empty.',
  killedBy: ['PAGE-001'],
  rewriting: () => ({
    reply: (reply, { method }) =>
      method === 'GET' ? { ...reply, body: { ...(reply.body as object), items: [] } } : reply,
  }),
})

it('kills a mutant if its own check fails at every seed and unrelated checks pass', async () => {
  expect(await prove(forgetful, [listsOne, control], signal)).toMatchObject({
    name: 'test-forgetful',
    killed: ['PAGE-001'],
    survived: [],
    disturbed: [],
  })
})

it('reports which ids did not fail, with or without a check', async () => {
  const harmless = mutant({
    name: 'test-harmless',
    breaks: 'Nothing.',
    killedBy: ['PAGE-001', 'PAGE-002'],
    parts: good => good,
  })

  const proof = await prove(harmless, [listsOne, control], signal)

  expect(proof).toMatchObject({ killed: [], survived: ['PAGE-001', 'PAGE-002'], disturbed: [] })
})

it('does not count an error or a missing answer as a kill', async () => {
  const throwing = example('PAGE-001', [list('b', 'main')], () => {
    throw new TypeError('no items')
  })

  expect(await prove(forgetful, [throwing], signal)).toMatchObject({ survived: ['PAGE-001'] })
})

it('names the unrelated checks that a fault disturbs', async () => {
  const refusing = proxyMutant({
    name: 'test-refusing',
    breaks: 'Leases cannot be created.',
    killedBy: ['PAGE-001'],
    rewriting: () => ({
      request: request =>
        request.method === 'POST' && request.path.includes('/leases')
          ? { reply: { status: 403, headers: {}, body: 'no' } }
          : request,
    }),
  })

  expect(await prove(refusing, [listsOne, control], signal)).toMatchObject({
    killed: [],
    survived: ['PAGE-001'],
    disturbed: ['OBJ-003'],
  })
})

it('hashes a proof from its mutant and its checks', () => {
  const elsewhere = { ...forgetful, killedBy: ['WRITE-001'] }

  expect(proofHash(forgetful)).toMatch(/^[0-9a-f]{16}$/)
  expect(proofHash(forgetful)).toBe(proofHash(forgetful))
  expect(proofHash(elsewhere)).not.toBe(proofHash(forgetful))
})

it('a proof is stale if its mutant was removed or changed', () => {
  const proof = { breaks: '', killed: [], survived: [], disturbed: [], hash: '0' }

  expect(isFresh({ ...proof, name: 'test-forgetful' })).toBe(false)
  expect(isFresh({ ...proof, name: 'cluster-list-of-one' })).toBe(false)
})
