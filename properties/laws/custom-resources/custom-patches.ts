// Judges patches and updates of custom objects, accepted and refused ones. The labels are in
// scenarios/custom-instances.ts.

import type { History } from '../../history/history.ts'
import { answerSummary, exchangeAt, bodyValueAt, isSuccess } from '../../history/history.ts'
import { anyRefusal, precondition, verify } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import {
  answersAgree,
  canonicalText,
  requireEstablishedTypes,
  hasStatusCode,
  answerIncludes,
} from './custom-answers.ts'
import { requestsChangeNothing } from '../other-writers.ts'
import type { ReadPair } from '../other-writers.ts'
import { requireSuccess } from '../preconditions.ts'
import { refusesWith } from '../status.ts'

const idleWhilePatched: ReadPair[] = [
  ['after', 'at last'],
  ['other', 'other before'],
]

/** K8S-CR-042: custom types accept merge patches and JSON patches. */
export function* customPatchesAreAccepted(history: History): Generator<Observation> {
  yield* requireEstablishedTypes(history, 'gadgets')
  yield* requireSuccess(history, 'object', 'after')
  const says = 'A patch changes a custom object as its patch type defines.'
  for (const label of ['merge', 'json', 'nothing'])
    yield* hasStatusCode(history, label, 200, 'Custom types accept merge patches and JSON patches.')
  yield* answerIncludes(history, 'merge', { spec: { color: 'red', size: 3 } }, says)
  yield* isOpen('merge', { a: { c: 2, d: [1] } })
  yield* answerIncludes(history, 'json', { spec: { color: 'red', size: 4 } }, says)
  yield* isOpen('json', { a: { c: 2, d: [1, 2] } })
  const unchanged = 'A patch that changes nothing leaves the resourceVersion unchanged.'
  yield* requestsChangeNothing(
    history,
    {
      tried: [
        ['json', 'nothing'],
        ['other before', 'other nothing'],
      ],
      idle: idleWhilePatched,
    },
    unchanged,
  )

  function* isOpen(label: string, wanted: unknown): Generator<Observation> {
    const [expected, got] = [wanted, bodyValueAt(exchangeAt(history, label), '/spec/open')].map(
      canonicalText,
    )
    yield verify(expected === got, { says, expected, got, at: label })
  }
}

/** K8S-CR-043: invalid patches of custom objects are refused and change nothing. */
export function* invalidCustomPatchesAreRefused(history: History): Generator<Observation> {
  yield* requireEstablishedTypes(history, 'gadgets')
  yield* requireSuccess(history, 'object', 'json', 'after')
  const says = 'A strategic merge patch of a custom object is refused with 415.'
  yield* refusesWith(history, 'strategic', { code: 415, reason: 'UnsupportedMediaType' }, says)
  const invalid = 'A patch whose result does not match the schema is refused with 422.'
  const causes = [{ reason: 'FieldValueTypeInvalid', field: 'spec.size' }]
  yield* refusesWith(history, 'invalid', { code: 422, reason: 'Invalid', causes }, invalid)
  const unchanged = 'A patch that is refused changes nothing.'
  yield* requestsChangeNothing(
    history,
    {
      tried: [
        ['nothing', 'after'],
        ['other nothing', 'other after'],
      ],
      idle: idleWhilePatched,
    },
    unchanged,
  )
}

/** K8S-PTCH-019: the nulls of a merge patch are not stored, also in objects that it creates. */
export function* nullsAreNotStored(history: History): Generator<Observation> {
  yield* requireEstablishedTypes(history, 'gadgets')
  yield* requireSuccess(history, 'object', 'merge', 'after')
  const wanted = { a: { b: 1, c: { e: 1 } }, f: { h: { j: 2 } } }
  for (const label of ['merge', 'after']) {
    const found = bodyValueAt(exchangeAt(history, label), '/spec/open')
    const [expected, got] = [wanted, found].map(canonicalText)
    yield verify(expected === got, {
      says: 'A null in an object that a merge patch creates is not stored.',
      expected,
      got,
      at: label,
    })
  }
}

/** PTCH-016: any refusal is right, provided that the object stays unchanged. */
export function* strategicPatchIsRefused(history: History): Generator<Observation> {
  yield* requireEstablishedTypes(history, 'notes')
  yield* requireSuccess(history, 'object', 'twin', 'after')
  const exchange = exchangeAt(history, 'strategic')
  const status = exchange.answer?.status ?? 503
  yield* precondition(
    status < 500 && status !== 429,
    `strategic returned ${answerSummary(exchange)}`,
  )
  yield verify(!isSuccess(exchange), {
    says: 'A strategic merge patch of a custom type fails.',
    expected: anyRefusal('a refusal'),
    got: answerSummary(exchange),
    at: exchange,
  })
  const says = 'A strategic merge patch of a custom type changes nothing.'
  yield* answersAgree(history, ['twin', 'after'], ['/spec'], says)
}

/** K8S-CR-045: an update requires an existing object at its current version. */
export function* mismatchedUpdatesAreRefused(history: History): Generator<Observation> {
  yield* requireEstablishedTypes(history, 'gadgets')
  yield* requireSuccess(history, 'object', 'change', 'after')
  const says = 'An update of a custom object needs an existing object at its current version.'
  const field = 'metadata.resourceVersion'
  const causes = [{ reason: 'FieldValueInvalid', field }]
  yield* refusesWith(history, 'stale', { code: 409, reason: 'Conflict' }, says)
  yield* refusesWith(history, 'of no version', { code: 422, reason: 'Invalid', causes }, says)
  yield* refusesWith(history, 'of another uid', { code: 409, reason: 'Conflict' }, says)
  yield* refusesWith(history, 'to nothing', { code: 404, reason: 'NotFound' }, says)
  const unchanged = 'An update that is refused changes nothing.'
  yield* requestsChangeNothing(
    history,
    {
      tried: [
        ['change', 'after'],
        ['other before', 'other after'],
      ],
      idle: [
        ['after', 'at last'],
        ['other change', 'other before'],
      ],
    },
    unchanged,
  )
}
