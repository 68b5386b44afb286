// Checks what answers of admission webhooks do to the writes that they review.

import fc from 'fast-check'
import {
  awaitVersion,
  caseName,
  get,
  scenarioWith,
  versionFrom,
  watch,
} from '../../../properties/dsl/steps.ts'
import { valueAt } from '../../../properties/dsl/term.ts'
import { createForWebhooks, readCalls, reviewStub } from '../../../properties/dsl/webhook-steps.ts'
import {
  answerSummary,
  bodyValueAt,
  exchangeAt,
  isSuccess,
} from '../../../properties/history/history.ts'
import type { Exchange, History } from '../../../properties/history/history.ts'
import { verify } from '../../../properties/history/observation.ts'
import type { Observation } from '../../../properties/history/observation.ts'
import { warningsOf } from '../../../properties/history/warnings.ts'
import {
  callOf,
  isRefusedSomehow,
  requireHook,
  wrongAnswerFails,
} from '../../../properties/laws/admission/webhook-reviews.ts'
import { requireSuccess } from '../../../properties/laws/preconditions.ts'
import { precondition } from '../../../properties/history/observation.ts'
import { reviewedWrites, wrongAnswers } from '../../../properties/scenarios/admission/webhooks.ts'
import { example, property } from '../../check.ts'

const allowed = { allowed: true }
const created = createForWebhooks('created', 'core', 'x')
const stored = get('stored', 'core', caseName('x'))

/** The write was reviewed, and the webhook does not stand in its way. */
function* writeSucceeds(history: History, says: string): Generator<Observation> {
  yield* requireHook(history, 'a')
  yield* requireSuccess(history, 'control')
  const write = exchangeAt(history, 'created')
  yield* precondition(
    isSuccess(write) || isRefusedSomehow(write),
    `created returned ${answerSummary(write)}`,
  )
  yield verify(isSuccess(write), {
    says,
    expected: 'success',
    got: answerSummary(write),
    at: write,
  })
}

const control = createForWebhooks('control', 'core', 'control', [])

const failure = {
  allowed: true,
  status: { status: 'Failure', code: 418, message: 'touchstone: of no effect' },
}

const annotations = '/metadata/annotations'
const mutations = [
  { op: 'add', path: annotations, value: { 'touchstone/one': '1', 'touchstone/two': '2' } },
  { op: 'test', path: `${annotations}/touchstone~1one`, value: '1' },
  { op: 'replace', path: `${annotations}/touchstone~1one`, value: '3' },
  { op: 'move', from: `${annotations}/touchstone~1two`, path: `${annotations}/touchstone~1four` },
]
const mutated = { 'touchstone/one': '3', 'touchstone/four': '2' }
const mutating = { stubs: [reviewStub(allowed, { patch: mutations })] }

const annotationsOf = (exchange: Exchange, at = ''): unknown =>
  bodyValueAt(exchange, `${at}${annotations}`)

function* isMutated(exchange: Exchange, got: unknown, says: string): Generator<Observation> {
  const has = (key: string, value: string) =>
    (got as { [name: string]: unknown } | undefined)?.[key] === value
  const all = Object.entries(mutated).every(([key, value]) => has(key, value))
  yield verify(all && !has('touchstone/two', '2'), {
    says,
    expected: mutated,
    got: got ?? 'nothing',
    at: exchange,
  })
}

const short = 'a warning of touchstone'
const lengths = [120, 256, 300]
const longWarning = (length: number): string => `${length} ${'w'.repeat(length)}`.slice(0, length)

const lengthMax = 256

/** The warnings that the webhook was told to answer with. */
function warningsOfStubs(history: History): string[] {
  const stubs: unknown = JSON.parse(exchangeAt(history, 'stubs of a').request.body ?? '[]')
  const warnings = valueAt(stubs, '/0/review/response/warnings')
  return Array.isArray(warnings) ? warnings.map(String) : []
}

const answered = (stub: ReturnType<typeof reviewStub>) => [
  ...reviewedWrites([], { stubs: [stub] }),
  control,
  created,
  readCalls('created calls', 'a'),
  stored,
]

export default [
  example(
    'ADM-018',
    wrongAnswers(
      'validating',
      reviewStub(allowed, { uid: 'another' }),
      reviewStub(allowed, { uid: null }),
    ),
    function* (history) {
      for (const wrong of ['wrong 0', 'wrong 1'])
        yield* wrongAnswerFails(history, wrong, 'An answer without the uid is a failed call.')
    },
  ),
  example('ADM-020', answered(reviewStub(failure)), function* (history) {
    yield* writeSucceeds(history, 'A status in an answer that allows has no effect.')
    yield* callOf(history, 'created')
    const read = exchangeAt(history, 'stored')
    yield verify(isSuccess(read), {
      says: 'A write that a webhook allows is stored.',
      expected: 'the object',
      got: answerSummary(read),
      at: read,
    })
  }),
  property(
    'ADM-022',
    fc
      .constantFrom('x', 'y.z', 'a-1')
      .map(name =>
        scenarioWith(
          ...reviewedWrites([], mutating, 'mutating'),
          createForWebhooks('created', 'core', name),
          readCalls('created calls', 'a'),
          get('stored', 'core', caseName(name)),
        ),
      ),
    function* (history) {
      yield* requireHook(history, 'a')
      yield* callOf(history, 'created')
      yield* requireSuccess(history, 'stored')
      const read = exchangeAt(history, 'stored')
      const says = 'The JSON patch of a webhook is applied to the object.'
      yield* isMutated(read, annotationsOf(read), says)
    },
    { scenariosMax: 2 },
  ),
  example(
    'ADM-023',
    wrongAnswers(
      'mutating',
      reviewStub({ ...allowed, patchType: 'MergePatch' }, { patch: mutations }),
    ),
    history => wrongAnswerFails(history, 'wrong 0', 'Another type of patch is a failed call.'),
  ),
  example('ADM-026', answered(reviewStub({ ...allowed, warnings: [short] })), function* (history) {
    yield* writeSucceeds(history, 'A warning refuses nothing.')
    yield* callOf(history, 'created')
    const got = warningsOf(exchangeAt(history, 'created'))
    yield verify(
      got.some(text => text.includes(short)),
      {
        says: 'The client receives the warnings of a webhook.',
        expected: short,
        got,
        at: 'created',
      },
    )
  }),
  property(
    'ADM-028',
    fc
      .uniqueArray(fc.integer({ min: 4, max: 400 }), { maxLength: 2 })
      .map(more =>
        scenarioWith(
          ...answered(reviewStub({ ...allowed, warnings: [...lengths, ...more].map(longWarning) })),
        ),
      ),
    function* (history) {
      yield* writeSucceeds(history, 'Long warnings refuse nothing.')
      yield* callOf(history, 'created')
      const got = warningsOf(exchangeAt(history, 'created'))
      for (const warning of warningsOfStubs(history)) {
        if (warning.length > lengthMax) continue
        yield verify(
          got.some(text => text.includes(warning)),
          {
            says: 'Warnings of at most 256 characters arrive whole.',
            expected: `the ${warning.length} characters ${warning}`,
            got,
            at: 'created',
          },
        )
      }
    },
    { observationsMin: 3, scenariosMax: 2 },
  ),
  example(
    'ADM-032',
    [
      ...reviewedWrites([], mutating, 'mutating'),
      createForWebhooks('before', 'core', 'before', []),
      watch('watch', 'core', { resourceVersion: versionFrom('before') }),
      created,
      readCalls('created calls', 'a'),
      stored,
      awaitVersion('watch', 'created'),
    ],
    function* (history) {
      yield* requireHook(history, 'a')
      yield* callOf(history, 'created')
      yield* requireSuccess(history, 'created', 'stored')
      const says = 'The answer, a get and a watch show what a webhook has changed.'
      for (const label of ['created', 'stored']) {
        const exchange = exchangeAt(history, label)
        yield* isMutated(exchange, annotationsOf(exchange), says)
      }
      yield* eventIsMutated(history, says)
    },
  ),
]

function* eventIsMutated(history: History, says: string): Generator<Observation> {
  const streamed = exchangeAt(history, 'watch')
  const name = `${history.context.prefix}x`
  const objects = (streamed.stream?.frames ?? []).map(
    ({ document }) =>
      (document as { object?: { metadata?: { name?: string; annotations?: unknown } } }).object,
  )
  const event = objects.find(object => object?.metadata?.name === name)
  yield* precondition(event !== undefined, 'the watch has not shown the object')
  yield* isMutated(streamed, event?.metadata?.annotations, says)
}
