// What a get may show of its object: the version that it had at some moment, or its absence.

import type { Exchange, History, Item } from '../../history/history.ts'
import { answered, read, succeeded, version } from '../../history/history.ts'
import {
  isPartOf,
  momentsDuring,
  momentsOfWrite,
  momentsUpTo,
  pastOf,
  writeOfVersion,
} from '../../history/moments.ts'
import type { Moment, Past } from '../../history/moments.ts'
import { given, holds } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { knownVersions, prepared } from '../premises.ts'

/** GET-001: what every write acknowledged before left, or a later one that was on its way. */
export function* findsMostRecent(history: History, get: Exchange): Generator<Observation> {
  const past = yield* answeredPast(history, get)
  yield* findsOneOf(get, {
    moments: momentsDuring(past, get),
    says: 'A get without a version shows what the writes acknowledged before it left.',
  })
}

/** GET-002: the object as it was at some time, or nothing, as before its creation. */
export function* findsAny(history: History, get: Exchange): Generator<Observation> {
  const past = yield* answeredPast(history, get)
  yield* findsOneOf(get, {
    moments: momentsUpTo(past, get),
    says: 'A get at version 0 shows the object as it was at some time.',
  })
}

/** GET-003: the object as the write that gave the version left it, or a later one did. */
export function* findsNotOlderThan(history: History, get: Exchange): Generator<Observation> {
  const past = yield* answeredPast(history, get)
  const write = writeOfVersion(past, get.request.query['resourceVersion'])
  yield* given(write !== undefined, 'the version is of no write of this history')
  if (!write) return

  const oldest = momentsOfWrite(past, write)
  yield* findsOneOf(get, {
    moments: momentsUpTo(past, get).filter(one => oldest.some(first => isPartOf(first, one))),
    says: 'A get at a version shows the object as of that version or a later one.',
  })
}

/**
 * The past that a get may show. A 404 is an answer like any other; a refusal for the version's
 * sake breaks the rule, except that an old version may have expired (GET-006).
 */
function* answeredPast(history: History, get: Exchange): Generator<Observation, Past> {
  yield* prepared(history)
  const status = get.answer?.status ?? 503
  const isAnswer = status < 500 && ![401, 403, 410, 429].includes(status)
  yield* given(isAnswer, `${get.step} answered ${answered(get)}`)
  const isServed = succeeded(get) || status === 404
  if (!isServed)
    yield holds(false, {
      says: 'A get is answered with the object, at whichever version it is asked for.',
      expected: 'the object',
      got: answered(get),
      at: get,
    })
  yield* given(isServed, 'there is nothing to compare')
  const past = yield* pastOf(history, get.about?.role ?? 'main')
  if (succeeded(get)) yield* knownVersions(past, [get.answer?.body as Item])
  return past
}

function* findsOneOf(
  get: Exchange,
  { moments, says }: { moments: Moment[]; says: string },
): Generator<Observation> {
  const key = `${get.about?.namespace ?? ''}/${get.about?.name ?? ''}`
  const possible = moments.map(({ state }) => textOf(state.get(key)))
  yield* given(possible.length > 0, 'no moment fits what was read before')
  const found = succeeded(get) ? `version ${String(version(get))}` : 'nothing'
  yield holds(possible.includes(found), {
    says,
    expected: [...new Set(possible)].join(' or '),
    got: succeeded(get)
      ? found
      : `nothing (${answered(get)}) ${String(read(get, '/message') ?? '')}`,
    at: get,
  })
}

const textOf = (item: Item | undefined): string =>
  item ? `version ${String(item.metadata['resourceVersion'])}` : 'nothing'
