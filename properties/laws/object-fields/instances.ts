// Judges uids: the identity of an object from its creation to its removal and afterwards.

import type { Exchange, History } from '../../history/history.ts'
import {
  answerSummary,
  exchangeAt,
  roleContentOf,
  isFinalRefusal,
  isSuccess,
} from '../../history/history.ts'
import { valueAt } from '../../dsl/term.ts'
import { precondition, verify } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { requireDecision } from '../decisions.ts'
import { requireSetup } from '../preconditions.ts'
import { uidIn, requireUid } from '../paths-and-verbs/scopes.ts'

/** PATH-041: reads return the instance of each create until it is deleted. */
export function* readsBackTheInstance(history: History): Generator<Observation> {
  for (const create of labelled(history, 'created ')) {
    const uid = yield* requireUid(create)
    const number = create.step.slice('created '.length)
    for (const reading of labelled(history, `read ${number} `)) {
      yield* requireDecision(history, reading.step)
      yield verify(uidIn(reading) === uid, {
        says: 'A created object is read back with the same uid.',
        expected: uid,
        got: isSuccess(reading) ? uidIn(reading) : answerSummary(reading),
        at: reading,
      })
      const [sent, got] = [sentContent(history, create), contentIn(history, reading)]
      yield verify(got === sent, {
        says: 'A created object is read back with the same content.',
        expected: sent,
        got,
        at: reading,
      })
    }
  }
}

const contentIn = (history: History, { about, answer }: Exchange): unknown =>
  about && roleContentOf(history, about.role, answer?.body)

const sentContent = (history: History, { about, request }: Exchange): unknown =>
  about && roleContentOf(history, about.role, JSON.parse(request.body ?? 'null'))

/** OBJ-010: a new object can have the name of a removed one. It is another instance. */
export function* nameIsFreeAfterRemoval(history: History): Generator<Observation> {
  const creates = labelled(history, 'created ')
  for (const [round, create] of creates.entries()) {
    const earlier = creates[round - 1]
    if (!earlier) continue
    const gone = exchangeAt(history, `gone ${earlier.step.slice('created '.length)}`)
    const uid = yield* requireUid(earlier)
    yield* precondition(
      isFinalRefusal(gone),
      `${earlier.step} is not removed: ${gone.step} returned ${answerSummary(gone)}`,
    )
    yield* requireDecision(history, create.step)
    yield verify(isSuccess(create), {
      says: 'A new object can have the name of a removed one.',
      expected: 'success',
      got: answerSummary(create),
      at: create,
    })
    yield verify(uidIn(create) !== uid, {
      says: 'A new object with the name of a removed one has another uid.',
      expected: `a uid other than ${uid}`,
      got: uidIn(create),
      at: create,
    })
  }
}

/** OBJ-019: no two objects that were ever created share a uid. */
export function* uidsAreDistinct(history: History): Generator<Observation> {
  const seen = new Map<unknown, string>()
  const creates = history.exchanges.filter(isCreation)
  yield* requireSetup(history)
  yield* precondition(creates.length > 1, 'fewer than two objects were created')
  for (const create of creates) {
    const uid = yield* requireUid(create)
    const other = seen.get(uid)
    if (seen.size > 0) {
      yield verify(other === undefined, {
        says: 'No two objects ever share a uid.',
        expected: 'another uid',
        got: `${uid}, which ${other} got before`,
        at: create,
      })
    }
    seen.set(uid, create.step)
  }
}

const isCreation = (exchange: Exchange): boolean =>
  exchange.request.method === 'POST' && exchange.about !== undefined && isSuccess(exchange)

/** OBJ-020: every answer about the only object of the history shows the uid of its creation. */
export function* uidIsKept(history: History): Generator<Observation> {
  const [create, ...later] = history.exchanges.filter(({ about }) => about !== undefined)
  if (!create) return
  const uid = yield* requireUid(create)
  for (const exchange of later) {
    const { method } = exchange.request
    if (method === 'DELETE') continue
    yield* precondition(isSuccess(exchange), `${exchange.step} returned ${answerSummary(exchange)}`)
    if (uidIn(exchange) === undefined && endsFinalization(exchange)) continue
    yield verify(uidIn(exchange) === uid, {
      says: 'The uid of an object stays the same through updates and finalization.',
      expected: uid,
      got: uidIn(exchange),
      at: exchange,
    })
  }
}

/**
 * Reports whether a PUT removes the last finalizer of an object that is being deleted. The object
 * is gone with it, so its answer need not show one.
 */
function endsFinalization({ request: { method, body } }: Exchange): boolean {
  if (method !== 'PUT') return false
  const sent: unknown = JSON.parse(body ?? 'null')
  const finalizers = valueAt(sent, '/metadata/finalizers')
  const isDeleting = valueAt(sent, '/metadata/deletionTimestamp') !== undefined
  return isDeleting && (!Array.isArray(finalizers) || finalizers.length === 0)
}

/** OBJ-021: creates with the same body and name get uids that follow no pattern. */
export function* uidsFollowNoPattern(history: History): Generator<Observation> {
  const creates = labelled(history, 'created ')
  yield* precondition(creates.length > 2, 'fewer than three creations of the same object')
  const uids: string[] = []
  for (const create of creates) uids.push(yield* requireUid(create))
  const last = creates.at(-1) ?? 'created'
  yield verify(new Set(uids).size === uids.length, {
    says: 'The same create after a deletion yields another uid.',
    expected: 'another uid for each creation',
    got: uids,
    at: last,
  })
  const steps = uids.slice(1).map((uid, index) => ({ before: uids[index] ?? '', uid }))
  const isAPattern = radixes.some(radix => areEqual(steps, radix)) || steps.every(isSmall)
  yield verify(!isAPattern, {
    says: 'Consecutive uids do not differ by equal or small steps.',
    expected: 'random uids',
    got: uids,
    at: last,
  })
}

type Step = { before: string; uid: string }

const radixes = ['decimal', 'hexadecimal'] as const

/** Reports whether uids, read as numbers, have equal distances. */
const areEqual = (steps: Step[], radix: (typeof radixes)[number]): boolean =>
  new Set(steps.map(({ before, uid }) => numberIn(uid, radix) - numberIn(before, radix))).size === 1

const numberIn = (uid: string, radix: (typeof radixes)[number]): bigint =>
  radix === 'decimal'
    ? BigInt(uid.replaceAll(/\D/g, '') || '0')
    : BigInt(`0x${uid.replaceAll(/[^\da-f]/gi, '') || '0'}`)

// Other clients may create objects in between, so a counter may skip values. Three characters allow
// for thousands of them, while two long random texts hardly ever agree in all but three.
const lengthMin = 16
const charactersMax = 3

const isSmall = ({ before, uid }: Step): boolean =>
  uid.length >= lengthMin &&
  uid.length === before.length &&
  [...uid].filter((character, index) => character !== before[index]).length <= charactersMax

const labelled = (history: History, start: string): Exchange[] =>
  history.exchanges.filter(({ step }) => step.startsWith(start))
