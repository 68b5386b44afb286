// Judges patches with and without a version. The labels are in scenarios/patch-races.ts.

import type { Exchange, History } from '../../history/history.ts'
import {
  answerSummary,
  exchangeAt,
  hasStep,
  bodyValueAt,
  isFinalRefusal,
  isSuccess,
  resourceVersionOf,
} from '../../history/history.ts'
import { anyRefusal, precondition, refusalWith, verify } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { valueAt } from '../../dsl/term.ts'
import { requireDecision } from '../decisions.ts'
import { patchFailsEntirely, requireCurrentPatch, patchStepLabels } from './patches.ts'
import { requireSuccess } from '../preconditions.ts'
import { isUnsupportedMediaType, servedPatches } from './served-patch-types.ts'

/**
 * PTCH-020: a patch with a stale version is refused and changes nothing. Of concurrent patches with
 * one version, at most one succeeds.
 */
export function* stalePatchHasNoEffect(history: History): Generator<Observation> {
  if (!hasStep(history, 'stale')) return yield* onePatchAVersion(history)
  // The races show whether patches of another type are served.
  if (isUnsupportedMediaType(history, 'twin')) return
  yield* requireStalePatch(history)
  const steps = { before: 'before', patch: 'stale', after: 'after' }
  yield* patchFailsEntirely(history, steps, 'A patch with a stale version changes nothing.')
}

/** ERR-009: a patch with a stale version returns 409. */
export const stalePatchIsConflict = (suffix = '') =>
  function* (history: History): Generator<Observation> {
    yield* requireStalePatch(history, suffix)
    const stale = yield* requireDecision(history, `stale${suffix}`)
    yield verify(stale.answer?.status === 409, {
      says: 'A PATCH with a stale version is refused with 409.',
      expected: refusalWith(409),
      got: answerSummary(stale),
      at: stale,
    })
  }

/** The precondition that the patch is stale and otherwise valid: its twin is accepted. */
export function* requireStalePatch(history: History, suffix = ''): Generator<Observation> {
  const of = (label: string): string => `${label}${suffix}`
  yield* requireSuccess(history, ...['read', 'before', 'after', 'twin'].map(of))
  const [carried, stored] = ['read', 'before'].map(label =>
    resourceVersionOf(exchangeAt(history, of(label))),
  )
  yield* precondition(
    carried !== undefined && carried !== stored,
    'the version of the patch is not stale',
  )
}

/** At most one of the patches with the same version succeeds. */
function* onePatchAVersion(history: History): Generator<Observation> {
  yield* requireSuccess(history, 'object', 'final')
  const patches = yield* decidedPatches(history)
  const winners = patches.filter(isSuccess)
  const [first] = patches
  // Where patches are not served, none of them has an effect.
  yield* precondition(
    winners.length > 0 || patches.some(patch => effectOf(history, patch) !== undefined),
    `${first?.step} returned ${first && answerSummary(first)}, and no other patch was applied`,
  )
  yield verify(winners.length < 2, {
    says: 'Of several patches with the same version, at most one is applied.',
    expected: 'one success',
    got: winners.map(one => one.step).join(', '),
    at: 'final',
  })
  for (const patch of patches.filter(isFinalRefusal)) {
    yield verify(effectOf(history, patch) === undefined, {
      says: 'A patch that was refused for its version changes nothing.',
      expected: `no ${memberOf(patch)}`,
      got: effectOf(history, patch),
      at: patch,
    })
  }
}

/**
 * K8S-PTCH-015: of concurrent JSON patches that test a value and replace it, one is applied. The
 * test of the others fails, also if it succeeded at first.
 */
export function* onePatchOfATestApplies(history: History): Generator<Observation> {
  yield* requireSuccess(history, 'object', 'before', 'final')
  const path = '/metadata/annotations/a'
  const tested = bodyValueAt(exchangeAt(history, 'before'), path)
  yield* precondition(tested === 'one', 'the object does not have the value that is tested')
  const patches = yield* decidedPatches(history)
  const winners = patches.filter(isSuccess)
  yield* precondition(winners.length > 0, 'no patch was applied')
  yield verify(winners.length === 1, {
    says: 'Of concurrent JSON patches that test a value and replace it, one is applied.',
    expected: 'one success',
    got: winners.map(one => one.step).join(', '),
    at: 'final',
  })
  for (const patch of patches.filter(one => !isSuccess(one)))
    yield verify([409, 422].includes(patch.answer?.status ?? 0), {
      says: 'A JSON patch whose test fails because of another write is refused with 422 or 409.',
      expected: anyRefusal('422 or 409'),
      got: answerSummary(patch),
      at: patch,
    })
  const got = bodyValueAt(exchangeAt(history, 'final'), path)
  const values = winners.map(({ step }) => step.replace('patch', 'lane'))
  yield verify(values.includes(String(got)), {
    says: 'The value of a JSON patch whose test failed is not stored.',
    expected: values.join(' or '),
    got,
    at: 'final',
  })
}

/** PTCH-021: concurrent patches without a version all succeed, and none is lost. */
export function* unversionedAllApply(history: History): Generator<Observation> {
  yield* requireSuccess(history, 'object', 'final')
  for (const patch of yield* decidedPatches(history)) {
    yield verify(isSuccess(patch), {
      says: 'A patch without a version is not refused because of other writes.',
      expected: 'success',
      got: answerSummary(patch),
      at: patch,
    })
    yield verify(effectOf(history, patch) === 'set', {
      says: 'Of concurrent patches without a version, none is lost.',
      expected: `${memberOf(patch)}: set`,
      got: effectOf(history, patch),
      at: patch,
    })
  }
}

/**
 * PTCH-019: a patch with the stored version succeeds. Patches of types that are not served are not
 * judged if others are.
 */
export function* currentPatchesApply(history: History, suffixes: string[]): Generator<Observation> {
  const served = servedPatches(
    history,
    suffixes.map(suffix => patchStepLabels(0, suffix).patch),
  )
  for (const suffix of suffixes)
    if (served.includes(patchStepLabels(0, suffix).patch))
      yield* currentPatchApplies(history, suffix)
}

function* currentPatchApplies(history: History, suffix: string): Generator<Observation> {
  const steps = patchStepLabels(0, suffix)
  yield* requireSuccess(history, steps.before, steps.after)
  const patch = yield* requireDecision(history, steps.patch)
  yield* requireCurrentPatch(history, steps)
  yield verify(isSuccess(patch), {
    says: 'A patch with the stored version is applied.',
    expected: 'success',
    got: answerSummary(patch),
    at: patch,
  })
  const got = bodyValueAt(exchangeAt(history, steps.after), '/metadata/annotations/a')
  yield verify(got === 'current', {
    says: 'The change of a patch with the stored version is stored.',
    expected: 'a: current',
    got,
    at: steps.after,
  })
}

/** The precondition that all patches are decided. Returns those of types that are served. */
function* decidedPatches(history: History): Generator<Observation, Exchange[]> {
  const patches = history.exchanges.filter(({ request }) => request.method === 'PATCH')
  for (const { step } of patches) yield* requireDecision(history, step)
  const served = patches.filter(({ step }) => !isUnsupportedMediaType(history, step))
  yield* precondition(served.length > 0, 'no patch is of a type that is served')
  return served
}

/** Returns the key of the label or annotation that a lane's patch sets. */
const memberOf = ({ step }: Exchange): string => step.replace('patch ', 'lane-')

const effectOf = (history: History, patch: Exchange): unknown =>
  ['labels', 'annotations']
    .map(map =>
      valueAt(exchangeAt(history, 'final').answer?.body, `/metadata/${map}/${memberOf(patch)}`),
    )
    .find(value => value !== undefined)
