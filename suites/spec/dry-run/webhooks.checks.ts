// Checks dry runs of requests that admission webhooks review.

import type { RequestStep, Step } from '../../../properties/dsl/scenario.ts'
import type { Term } from '../../../properties/dsl/term.ts'
import {
  createProbe,
  createForWebhooks,
  denying,
  installHook,
  readCalls,
  register,
  registrationStepLabel,
  reviewStub,
  setStubs,
} from '../../../properties/dsl/webhook-steps.ts'
import type { Hook } from '../../../properties/dsl/webhook-steps.ts'
import { asDryRun } from '../../../properties/dsl/write-steps.ts'
import {
  answerSummary,
  bodyValueAt,
  exchangeAt,
  isSuccess,
} from '../../../properties/history/history.ts'
import type { History } from '../../../properties/history/history.ts'
import {
  anyRefusal,
  applicable,
  precondition,
  verify,
} from '../../../properties/history/observation.ts'
import type { Observation } from '../../../properties/history/observation.ts'
import {
  callOf,
  callsIn,
  inRequest,
  isRefusedSomehow,
  requireHook,
} from '../../../properties/laws/admission/webhook-reviews.ts'
import { requireSuccess } from '../../../properties/laws/preconditions.ts'
import { example } from '../../check.ts'

/** A create for which webhooks are called. */
const real = (as: string, ...hooks: Hook[]): RequestStep =>
  createForWebhooks(as, 'core', as.replaceAll(' ', '-'), hooks)

/** A dry run for which webhooks are called, and one without. */
const tried = (as: string, ...hooks: Hook[]): RequestStep => asDryRun(real(as, ...hooks), as)

const patched = '/metadata/annotations'
const mutating = reviewStub(
  { allowed: true },
  { patch: [{ op: 'add', path: patched, value: { 'touchstone-hook': 'a' } }] },
)

/** A webhook with this value of `sideEffects`, a control without webhooks, and a dry run. */
const withSideEffects = (sideEffects: Term): Step[] => [
  createProbe('a'),
  ...installHook('a', 'validating', { members: { sideEffects } }),
  tried('control'),
  tried('dry', 'a'),
  readCalls('dry calls', 'a'),
]

function* dryRunSucceeds(history: History, says: string): Generator<Observation> {
  yield* requireHook(history, 'a')
  yield* requireSuccess(history, 'control')
  const dry = exchangeAt(history, 'dry')
  yield* precondition(isSuccess(dry) || isRefusedSomehow(dry), `dry returned ${answerSummary(dry)}`)
  yield verify(isSuccess(dry), { says, expected: 'success', got: answerSummary(dry), at: dry })
}

function* admissionTakesPart(history: History): Generator<Observation> {
  yield* requireHook(history, 'a', 'b')
  yield* requireSuccess(history, 'control', 'real mutated', 'mutated')
  yield* precondition(
    bodyValueAt(exchangeAt(history, 'real mutated'), `${patched}/touchstone-hook`) === 'a',
    'the webhook does not change a real create either',
  )
  const mutated = exchangeAt(history, 'mutated')
  const got = bodyValueAt(mutated, `${patched}/touchstone-hook`)
  yield verify(got === 'a', {
    says: 'A dry run shows the changes of webhooks.',
    expected: 'a',
    got: got ?? 'nothing',
    at: mutated,
  })
  yield* precondition(
    !isSuccess(exchangeAt(history, 'real refused')),
    'the webhook does not refuse a real create either',
  )
  const refused = exchangeAt(history, 'refused')
  yield* precondition(
    isSuccess(refused) || isRefusedSomehow(refused),
    `refused returned ${answerSummary(refused)}`,
  )
  yield verify(!isSuccess(refused), {
    says: 'A dry run shows the refusals of webhooks.',
    expected: anyRefusal('a refusal'),
    got: answerSummary(refused),
    at: refused,
  })
}

/**
 * The dry run of a registered webhook that may have side effects fails, and does not call it. A
 * server that calls no webhooks for creates needs to refuse none.
 */
function* dryRunIsBlocked(history: History, hook: Hook): Generator<Observation> {
  yield* requireHook(history, hook)
  yield* requireSuccess(history, 'control', `real ${hook}`)
  const dryCalls = callsIn(history, `dry ${hook} calls`).length
  yield* precondition(
    callsIn(history, `real ${hook} calls`).length > dryCalls,
    `the webhook was not called for real ${hook} either`,
  )
  const dry = exchangeAt(history, `dry ${hook}`)
  yield* precondition(
    isSuccess(dry) || isRefusedSomehow(dry),
    `${dry.step} returned ${answerSummary(dry)}`,
  )
  yield verify(!isSuccess(dry), {
    says: 'A dry run fails if a webhook with side effects would be called.',
    expected: anyRefusal('a refusal'),
    got: answerSummary(dry),
    at: dry,
  })
  yield verify(dryCalls === 0, {
    says: 'A dry run does not call a webhook with side effects.',
    expected: '0 calls',
    got: `${dryCalls} calls`,
    at: dry,
  })
}

/** Values of `sideEffects` that block dry runs, by webhook. */
const undeclared = { a: 'Some', b: 'Unknown', c: null } as const
type Undeclared = keyof typeof undeclared
const undeclaredHooks = Object.keys(undeclared) as Undeclared[]

/** Installs a webhook that may have side effects, and sends a dry run and a real request. */
const undeclaredHookSteps = (hook: Undeclared): Step[] => [
  ...installHook(hook, 'validating', { members: { sideEffects: undeclared[hook] } }),
  tried(`dry ${hook}`, hook),
  readCalls(`dry ${hook} calls`, hook),
  real(`real ${hook}`, hook),
  readCalls(`real ${hook} calls`, hook),
]

/** Either the registration is refused, or dry runs are. */
function* undeclaredIsBlocked(history: History): Generator<Observation> {
  const right = exchangeAt(history, registrationStepLabel('d'))
  yield* applicable(isSuccess(right), `no webhook was registered: ${answerSummary(right)}`)
  for (const hook of undeclaredHooks) {
    const registration = exchangeAt(history, registrationStepLabel(hook))
    yield* precondition(
      isSuccess(registration) || isRefusedSomehow(registration),
      `${registration.step} returned ${answerSummary(registration)}`,
    )
    if (isSuccess(registration)) yield* dryRunIsBlocked(history, hook)
    else yield { kind: 'held' }
  }
}

export default [
  example(
    'DRY-005',
    [
      createProbe('a', 'b'),
      ...installHook('a', 'mutating', { stubs: [mutating] }),
      ...installHook('b', 'validating', { stubs: [denying] }),
      tried('control'),
      real('real mutated', 'a'),
      tried('mutated', 'a'),
      real('real refused', 'b'),
      tried('refused', 'b'),
    ],
    admissionTakesPart,
  ),
  example('DRY-018', [createProbe('a'), tried('control'), ...undeclaredHookSteps('a')], history =>
    dryRunIsBlocked(history, 'a'),
  ),
  example('DRY-019', withSideEffects('None'), function* (history) {
    yield* dryRunSucceeds(history, 'A webhook without side effects does not block a dry run.')
  }),
  example('DRY-020', withSideEffects('NoneOnDryRun'), function* (history) {
    yield* dryRunSucceeds(
      history,
      'A webhook without side effects on dry runs does not block a dry run.',
    )
    const got = inRequest(yield* callOf(history, 'dry'), '/dryRun')
    yield verify(got === true, {
      says: 'A webhook that avoids side effects on dry runs is called, and sees the dry run.',
      expected: true,
      got: got ?? 'nothing',
      at: 'dry calls',
    })
  }),
  example(
    'DRY-021',
    [
      createProbe('a', 'b', 'c', 'd'),
      setStubs('stubs of d', 'd', reviewStub({ allowed: true })),
      register('d', 'validating'),
      tried('control'),
      ...undeclaredHooks.flatMap(hook => undeclaredHookSteps(hook)),
    ],
    undeclaredIsBlocked,
  ),
]
