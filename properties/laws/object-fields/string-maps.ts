// Judges labels and annotations: maps of strings that are returned as stored.

import type { Exchange, History } from '../../history/history.ts'
import { exchangeAt, hasStep, bodyValueAt } from '../../history/history.ts'
import { verify } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import type { MapField } from '../../scenarios/object-fields/string-maps.ts'
import { valueAt } from '../../dsl/term.ts'
import { requireSuccess } from '../preconditions.ts'
import { findsNothing, refusesRequest } from '../decisions.ts'

/** OBJ-031, OBJ-032: a map of strings is returned as stored, anything else is refused. */
export const fieldIsMapOfStrings = (field: MapField) =>
  function* (history: History): Generator<Observation> {
    if (hasStep(history, 'bad')) yield* refusesOtherValues(history)
    else yield* returnsAsStored(history, field)
  }

function* refusesOtherValues(history: History): Generator<Observation> {
  yield* requireSuccess(history, 'twin')
  yield* refusesRequest(history, 'bad', 'A value that is not a string is a type error.')
  yield* findsNothing(history, 'after', 'An object with a type error is not stored.')
}

function* returnsAsStored(history: History, field: MapField): Generator<Observation> {
  yield* requireSuccess(history, 'object', 'read')
  yield* holdsTheMap(
    exchangeAt(history, 'read'),
    sentMap(exchangeAt(history, 'object'), field),
    field,
  )
  yield* requireSuccess(history, 'put', 'read again')
  const [first, second] = [exchangeAt(history, 'object'), exchangeAt(history, 'put')].map(one =>
    sentMap(one, field),
  )
  const dropped = Object.keys(first ?? {}).filter(key => !Object.hasOwn(second ?? {}, key))
  yield* holdsTheMap(exchangeAt(history, 'read again'), second ?? {}, field)
  yield* holdsNothingOf(exchangeAt(history, 'read again'), dropped, field)
}

type Members = Record<string, unknown>

/** Compares only the sent entries, because the server may add others. */
function* holdsTheMap(reading: Exchange, sent: Members, field: MapField): Generator<Observation> {
  const got = bodyValueAt(reading, `/metadata/${field}`) as Members | undefined
  const wrong = Object.keys(sent).find(key => memberOf(got, key) !== sent[key])
  yield verify(wrong === undefined, {
    says: 'A map of strings is returned as stored.',
    expected: wrong === undefined ? 'equal' : `${wrong} = ${JSON.stringify(sent[wrong])}`,
    got: wrong === undefined ? 'equal' : (JSON.stringify(memberOf(got, wrong)) ?? 'nothing'),
    at: reading,
  })
}

function* holdsNothingOf(
  reading: Exchange,
  dropped: string[],
  field: MapField,
): Generator<Observation> {
  const got = bodyValueAt(reading, `/metadata/${field}`) as Members | undefined
  const left = dropped.find(key => memberOf(got, key) !== undefined)
  yield verify(left === undefined, {
    says: 'An entry that an update omits is removed.',
    expected: 'none of the entries left out',
    got: left,
    at: reading,
  })
}

const sentMap = ({ request }: Exchange, field: MapField): Members =>
  (valueAt(JSON.parse(request.body ?? 'null'), `/metadata/${field}`) ?? {}) as Members

const memberOf = (map: Members | undefined, key: string): unknown =>
  map && Object.hasOwn(map, key) ? map[key] : undefined
