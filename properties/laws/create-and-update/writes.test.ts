import { expect, it } from 'vitest'
import { exchangeOf, historyOfExchanges } from '../../history/test-history.ts'
import { observationTexts } from '../../history/test-writes.ts'
import { createdObjectsAreFound, updateKeepsIdentity } from './writes.ts'

type Shown = { name?: string; namespace?: string; uid?: string; creationTimestamp?: string }

const x = { name: 't-0-x', namespace: 'own' }
const about = { role: 'main' as const, namespace: 'own' }
const [byGet, byList] = ['A created object is found by get.', 'A created object is found by list.']

const judgeReads = (made: Shown, read: Shown, listed: Shown[]) =>
  observationTexts(
    createdObjectsAreFound(
      historyOfExchanges(
        exchangeOf('made', 201, { metadata: made }, { request: { method: 'POST' }, about }),
        exchangeOf('read', 200, { metadata: read }, { about: { ...about, name: 't-0-x' } }),
        exchangeOf(
          'list',
          200,
          { metadata: {}, items: listed.map(metadata => ({ metadata })) },
          { about },
        ),
      ),
    ),
  )

const other = { ...x, namespace: 'own0' }

it.each([
  [['held'], x, x, [x]],
  [[byGet, byList], x, other, [other]],
  [['held', byList], x, x, []],
  [['held', 'preconditionUnmet'], x, x, [{ name: 't-0-x' }]],
  [['held'], { ...x, uid: 'u' }, { uid: 'u' }, [{ ...x, uid: 'u' }]],
  [[byGet, byList], { ...x, uid: 'u' }, { ...x, uid: 'v' }, [x]],
])('reads after a create: %s', (wanted, made, read, listed) => {
  expect(judgeReads(made, read, listed)).toEqual(wanted)
})

const judgeUpdate = (made: Shown, later: Shown) =>
  observationTexts(
    updateKeepsIdentity(
      historyOfExchanges(
        exchangeOf('made', 201, { metadata: made }),
        exchangeOf('later', 200, { metadata: later }),
      ),
      'made',
      'later',
    ),
  )

const kept = 'A PUT keeps uid and creationTimestamp.'
const made = { uid: 'u', creationTimestamp: '2001-02-03T04:05:06Z' }
const { creationTimestamp } = made

it.each([
  [['held'], made, made],
  [[kept, 'held'], made, { creationTimestamp }],
  [['held', kept], { uid: 'u' }, made],
  [['held'], { creationTimestamp }, { creationTimestamp }],
  [[kept], { creationTimestamp }, {}],
  [['preconditionUnmet'], {}, {}],
])('identity after a PUT: %s', (wanted, first, later) => {
  expect(judgeUpdate(first, later)).toEqual(wanted)
})
