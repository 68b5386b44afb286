// Judges types whose objects a webhook converts. The labels are in scenarios/conversions.ts.

import {
  answerSummary,
  bodyValueAt,
  exchangeAt,
  hasStep,
  isSuccess,
} from '../../history/history.ts'
import type { Exchange, History } from '../../history/history.ts'
import { applicable, precondition, verify } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { containsPart, isText, valueAt } from '../../dsl/term.ts'
import { changedMetadata, ignoredMetadata } from '../../scenarios/custom-resources/conversions.ts'
import { callsIn, inRequest } from '../admission/webhook-reviews.ts'
import type { ReviewCall } from '../admission/webhook-reviews.ts'
import { requireNotOvertaken, requireSuccess } from '../preconditions.ts'
import { answerIncludes, answerLacks, answersAgree, hasStatusCode } from './custom-answers.ts'
import { firstWatchThatDelivered } from './custom-watches.ts'

/**
 * The rules apply to servers that define types with a conversion webhook. A server that calls no
 * webhook may be unable to reach the host of the run, unless it answers without a call.
 */
function* requireConvertedType(history: History): Generator<Observation> {
  const type = exchangeAt(history, 'type')
  const { status = 503 } = type.answer ?? {}
  yield* applicable(
    isSuccess(type) || status >= 500 || status === 429,
    `the server defines no type with a conversion webhook: it returned ${answerSummary(type)}`,
  )
  yield* requireSuccess(history, 'type', 'control')
  for (const label of ['type established', 'v1 is served', 'v2 is served']) {
    const { problem } = exchangeAt(history, label)
    yield* precondition(problem === undefined, `${label}: ${String(problem)}`)
  }
  yield* applicable(
    isSuccess(exchangeAt(history, 'control in v2')) || callsIn(history, 'control calls').length > 0,
    'the server has called no webhook at the host of this run; it may be unable to reach it (--hosts-address)',
  )
}

/** The precondition that the webhook converts at all. */
function* requireConversion(history: History): Generator<Observation> {
  yield* requireConvertedType(history)
  yield* requireSuccess(history, 'control in v2')
  const shown = bodyValueAt(exchangeAt(history, 'control in v2'), '/spec/amount')
  yield* precondition(shown === 'control', 'the server does not convert objects by the webhook')
}

const versionOf = (history: History, name: string): string =>
  `${String(bodyValueAt(exchangeAt(history, 'type'), '/spec/group'))}/${name}`

const other = { v1: 'amount', v2: 'size' } as const

/** An answer shows an object in a version, with all fields of its spec and no others. */
function* isShownIn(
  history: History,
  label: string,
  version: 'v1' | 'v2',
  spec: { [name: string]: string },
): Generator<Observation> {
  const says = `The webhook converts objects to ${version}.`
  const part = { apiVersion: versionOf(history, version), spec }
  yield* answerIncludes(history, label, part, says)
  yield* answerLacks(history, label, [`/spec/${other[version]}`], says)
}

/** K8S-CR-090: reads in each version show the object that the webhook returns. */
export function* readsAreConverted(history: History): Generator<Observation> {
  yield* requireConvertedType(history)
  yield* requireSuccess(history, 'created')
  yield* isShownIn(history, 'in v1', 'v1', { size: 's', note: 'n' })
  yield* isShownIn(history, 'in v2', 'v2', { amount: 's', note: 'n' })
  const item = { metadata: nameOf(history, 'created'), spec: { amount: 's', note: 'n' } }
  const says = 'The webhook converts the objects of a list.'
  yield* answerIncludes(history, 'list in v2', { items: [item] }, says)
}

const nameOf = (history: History, label: string) => ({
  name: bodyValueAt(exchangeAt(history, label), '/metadata/name'),
})

/** K8S-CR-091: an object can be created in a version that is not stored. */
export function* createIsConverted(history: History): Generator<Observation> {
  yield* requireConversion(history)
  yield* isShownIn(history, 'created', 'v2', { amount: 's', note: 'n' })
  yield* isShownIn(history, 'in v1', 'v1', { size: 's', note: 'n' })
  yield* isShownIn(history, 'in v2', 'v2', { amount: 's', note: 'n' })
}

/** K8S-CR-092: updates and patches in a version that is not stored change the object. */
export function* changesAreConverted(history: History): Generator<Observation> {
  yield* requireConversion(history)
  yield* requireSuccess(history, 'created', 'read')
  yield* requireNotOvertaken(history, { put: 'put', of: 'read', after: 'after put' })
  yield* isShownIn(history, 'put', 'v2', { amount: 't', note: 'n' })
  yield* isShownIn(history, 'after put', 'v1', { size: 't', note: 'n' })
  yield* isShownIn(history, 'patched', 'v2', { amount: 't', note: 'm' })
  yield* isShownIn(history, 'after patch', 'v1', { size: 't', note: 'm' })
}

/** K8S-CR-093: fields that were applied in one version are owned in each version. */
export function* ownershipIsConverted(history: History): Generator<Observation> {
  yield* requireConversion(history)
  yield* isShownIn(history, 'applied', 'v2', { amount: 's', note: 'n' })
  yield* isShownIn(history, 'after apply', 'v1', { size: 's', note: 'n' })
  const says = 'Another value of a field that was applied in another version is a conflict.'
  yield* hasStatusCode(history, 'contradicted', 409, says)
  yield* requireSuccess(history, 'applied again', 'after second apply')
  yield* answerLacks(
    history,
    'after second apply',
    ['/spec/size'],
    'A field that a manager no longer applies is removed in each version.',
  )
}

/** K8S-CR-094: a watch in a version shows each change as the webhook converts it. */
export function* eventsAreConverted(history: History): Generator<Observation> {
  yield* requireConversion(history)
  yield* requireSuccess(history, 'before', 'created', 'changed', 'removed')
  const watch = yield* firstWatchThatDelivered(history, 'watch', 'has a DELETED')
  const { name } = nameOf(history, 'created')
  const events = (watch.stream?.frames ?? [])
    .map(({ document }) => document)
    .filter(document => valueAt(document, '/object/metadata/name') === name)
  const got = events
    .filter((event, index) => !isChangeByOthers(event, events[index - 1]))
    .map(event =>
      ['/type', '/object/apiVersion', '/object/spec/amount'].map(at => valueAt(event, at)),
    )
  const version = versionOf(history, 'v2')
  const expected = [
    ['ADDED', version, 's'],
    ['MODIFIED', version, 't'],
    ['DELETED', version, 't'],
  ]
  yield verify(JSON.stringify(got) === JSON.stringify(expected), {
    says: 'A watch delivers each change once, in order, as the webhook converts it.',
    expected,
    got,
    at: watch,
  })
}

/** Whether an event shows a new version in which the spec is as before: another writer's. */
function isChangeByOthers(event: unknown, before: unknown): boolean {
  const [amount, version] = ['/object/spec/amount', '/object/metadata/resourceVersion']
  return (
    valueAt(event, '/type') === 'MODIFIED' &&
    valueAt(event, amount) === valueAt(before, amount) &&
    valueAt(event, version) !== valueAt(before, version)
  )
}

/** An error of any kind, if the server is not merely busy. */
function* isError(exchange: Exchange, says: string): Generator<Observation> {
  yield* precondition(
    exchange.answer !== undefined && exchange.answer.status !== 429,
    `${exchange.step} returned ${answerSummary(exchange)}`,
  )
  yield verify(!isSuccess(exchange), {
    says,
    expected: 'an error',
    got: answerSummary(exchange),
    at: exchange,
  })
}

/** K8S-CR-095, K8S-CR-096: a request whose conversion fails is an error and stores nothing. */
export const failuresAreErrors = (what: string) =>
  function* (history: History): Generator<Observation> {
    yield* requireConversion(history)
    yield* requireSuccess(history, 'right read', 'right create')
    const stored = 'A write whose conversion fails stores nothing.'
    for (let index = 0; hasStep(history, `created ${index}`); index++) {
      yield* requireSuccess(history, `created ${index}`)
      for (const request of ['read', 'create', 'patch'])
        yield* isError(
          exchangeAt(history, `wrong ${request} ${index}`),
          `A conversion ${what} is an error.`,
        )
      yield* hasStatusCode(history, `wrong create ${index} stored`, 404, stored)
      yield* answersAgree(
        history,
        [`created ${index}`, `wrong patch ${index} stored`],
        // Another writer may change the metadata.
        ['/spec'],
        stored,
      )
    }
  }

/** K8S-CR-097: a webhook may change labels and annotations; other changes are ignored. */
export function* metadataIsRestored(history: History): Generator<Observation> {
  yield* requireConversion(history)
  yield* requireSuccess(history, 'created')
  const says = 'A webhook may change labels and annotations.'
  yield* answerIncludes(history, 'in v2', { metadata: changedMetadata }, says)
  yield* answersAgree(
    history,
    ['created', 'in v2'],
    ['name', 'uid', 'namespace', ...Object.keys(ignoredMetadata)].map(name => `/metadata/${name}`),
    'Changes of other metadata are ignored.',
  )
}

/** K8S-CR-098: the webhook gets reviews with the objects to be converted. */
export function* reviewsAreComplete(history: History): Generator<Observation> {
  yield* requireConversion(history)
  yield* requireSuccess(history, 'created')
  const [read, written] = ['control calls', 'created calls'].map(label => callsIn(history, label))
  yield* isAsked(history, read ?? [], {
    of: ['control', 'v1'],
    to: 'v2',
    spec: { size: 'control' },
  })
  yield* isAsked(history, written ?? [], { of: ['created', 'v2'], to: 'v1', spec: { amount: 's' } })
}

type Wanted = { of: [label: string, version: string]; to: string; spec: object }

/** One of the calls asks for this object in a version, and all of them are reviews. */
function* isAsked(
  history: History,
  calls: readonly ReviewCall[],
  { of: [label, from], to, spec }: Wanted,
): Generator<Observation> {
  const domain = String(bodyValueAt(exchangeAt(history, 'type'), '/apiVersion')).split('/')[0]
  const review = { apiVersion: `${domain}/v1`, kind: 'ConversionReview' }
  const faulty = calls.find(
    ({ body }) => !containsPart(review, body) || !isText(valueAt(body, '/request/uid')),
  )
  yield verify(faulty === undefined, {
    says: 'The webhook gets a review of a version that the definition lists, with a uid.',
    expected: review,
    got: faulty?.body ?? 'nothing else',
    at: label,
  })
  const { kind, metadata } = (bodyValueAt(exchangeAt(history, label), '') ?? {}) as {
    kind?: string
    metadata?: { name?: string; namespace?: string }
  }
  const { name, namespace } = metadata ?? {}
  const object = { apiVersion: versionOf(history, from), kind, metadata: { name, namespace }, spec }
  const desired = versionOf(history, to)
  const found = calls.some(
    call =>
      inRequest(call, '/desiredAPIVersion') === desired &&
      containsPart([object], inRequest(call, '/objects')),
  )
  yield verify(found, {
    says: 'The webhook gets the object in its version, and the version that is wanted.',
    expected: { desiredAPIVersion: desired, objects: [object] },
    got: calls.map(({ body }) => valueAt(body, '/request')),
    at: label,
  })
}
