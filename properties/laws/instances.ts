// Laws of uids: who an object is, from its creation to its removal and beyond.

import type { Exchange, History } from '../history.ts'
import { answered, at, contentOf, refused, succeeded } from '../history.ts'
import { given, holds } from '../observation.ts'
import type { Observation } from '../observation.ts'
import { decided } from './decisions.ts'
import { uidIn } from './scopes.ts'

/** PATH-041: what each create stored is read back as the same instance, until it is deleted. */
export function* readsBackTheInstance(history: History): Generator<Observation> {
  for (const create of labelled(history, 'created ')) {
    yield* given(succeeded(create), `${create.step} answered ${answered(create)}`)
    const number = create.step.slice('created '.length)
    for (const reading of labelled(history, `read ${number} `)) {
      yield* decided(history, reading.step)
      yield holds(uidIn(reading) === uidIn(create), {
        says: 'What a create stored is read back under the same uid.',
        expected: uidIn(create),
        got: succeeded(reading) ? uidIn(reading) : answered(reading),
        at: reading,
      })
      const [sent, got] = [sentContent(history, create), contentIn(history, reading)]
      yield holds(got === sent, {
        says: 'What a create stored is read back with the same content.',
        expected: sent,
        got,
        at: reading,
      })
    }
  }
}

const contentIn = (history: History, { about, answer }: Exchange): unknown =>
  about && contentOf(history, about.role, answer?.body)

const sentContent = (history: History, { about, request }: Exchange): unknown =>
  about && contentOf(history, about.role, JSON.parse(request.body ?? 'null'))

/** OBJ-010: once an object is removed its name can be taken by a new one, which is another object. */
export function* nameIsFreeAfterRemoval(history: History): Generator<Observation> {
  const creates = labelled(history, 'created ')
  for (const [round, create] of creates.entries()) {
    const earlier = creates[round - 1]
    if (!earlier) continue
    const gone = at(history, `gone ${earlier.step.slice('created '.length)}`)
    yield* given(succeeded(earlier), `${earlier.step} answered ${answered(earlier)}`)
    yield* given(
      refused(gone),
      `${earlier.step} is not removed: ${gone.step} answered ${answered(gone)}`,
    )
    yield* decided(history, create.step)
    yield holds(succeeded(create), {
      says: 'A new object can take the name of a removed one.',
      expected: 'success',
      got: answered(create),
      at: create,
    })
    yield holds(uidIn(create) !== uidIn(earlier), {
      says: 'A new object under the name of a removed one has another uid.',
      expected: `a uid other than ${String(uidIn(earlier))}`,
      got: uidIn(create),
      at: create,
    })
  }
}

/** OBJ-019: no two of the objects that were ever created share a uid. */
export function* uidsAreDistinct(history: History): Generator<Observation> {
  const seen = new Map<unknown, string>()
  for (const create of history.exchanges.filter(isCreation)) {
    const uid = uidIn(create)
    yield* given(typeof uid === 'string', `${create.step} answered without a uid`)
    const other = seen.get(uid)
    if (seen.size > 0) {
      yield holds(other === undefined, {
        says: 'No two objects ever share a uid.',
        expected: 'a uid of its own',
        got: `${String(uid)}, which ${other} got before`,
        at: create,
      })
    }
    seen.set(uid, create.step)
  }
}

const isCreation = (exchange: Exchange): boolean =>
  exchange.request.method === 'POST' && exchange.about !== undefined && succeeded(exchange)

/** OBJ-020: every answer about the one object of the history shows the uid that it was created with. */
export function* uidIsKept(history: History): Generator<Observation> {
  const [create, ...later] = history.exchanges.filter(({ about }) => about !== undefined)
  if (!create) return
  yield* given(succeeded(create), `${create.step} answered ${answered(create)}`)
  for (const exchange of later) {
    const { method } = exchange.request
    if (method === 'DELETE') continue
    yield* given(succeeded(exchange), `${exchange.step} answered ${answered(exchange)}`)
    yield holds(uidIn(exchange) === uidIn(create), {
      says: 'The uid of an object stays the same through updates and finalization.',
      expected: uidIn(create),
      got: uidIn(exchange),
      at: exchange,
    })
  }
}

/** OBJ-021: creations of one body under one name get uids that nothing but chance explains. */
export function* uidsFollowNoPattern(history: History): Generator<Observation> {
  const creates = labelled(history, 'created ')
  yield* given(creates.length > 2, 'fewer than three creations of the same object')
  for (const create of creates) {
    yield* given(typeof uidIn(create) === 'string', `${create.step} answered without a uid`)
  }
  const uids = creates.map(create => String(uidIn(create)))
  const last = creates.at(-1) ?? 'created'
  yield holds(new Set(uids).size === uids.length, {
    says: 'The same create after a deletion yields another uid.',
    expected: 'a uid of its own for each creation',
    got: uids,
    at: last,
  })
  yield holds(!radixes.some(radix => rises(uids, radix)), {
    says: 'Uids do not follow one another in equal steps.',
    expected: 'random uids',
    got: uids,
    at: last,
  })
}

const radixes = ['decimal', 'hexadecimal'] as const

/** Whether uids, their digits taken as one number each, lie at equal distances. */
function rises(uids: string[], radix: (typeof radixes)[number]): boolean {
  const numbers = uids.map(uid => numberIn(uid, radix))
  const distances = numbers.slice(1).map((number, index) => number - (numbers[index] ?? 0n))
  return new Set(distances).size === 1
}

const numberIn = (uid: string, radix: (typeof radixes)[number]): bigint =>
  radix === 'decimal'
    ? BigInt(uid.replaceAll(/\D/g, '') || '0')
    : BigInt(`0x${uid.replaceAll(/[^\da-f]/gi, '') || '0'}`)

const labelled = (history: History, start: string): Exchange[] =>
  history.exchanges.filter(({ step }) => step.startsWith(start))
