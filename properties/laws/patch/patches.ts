// Judges patches: each has the effect that a model of its media type predicts, or none. The labels
// are in scenarios/patches.ts.

import type { Exchange, History, Item } from '../../history/history.ts'
import {
  answerSummary,
  exchangeAt,
  roleContentOf,
  isFinalRefusal,
  rolesIn,
  isSuccess,
  resourceVersionOf,
} from '../../history/history.ts'
import { applyJsonPatch } from '../../models/json-patch.ts'
import type { JsonPatchOperation } from '../../models/json-patch.ts'
import { applyMergePatch } from '../../models/merge-patch.ts'
import { anyRefusal, precondition, verify } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { finalizerName } from '../../scenarios/object-lifecycles.ts'
import { isPatchKey } from '../../scenarios/patch/patches.ts'
import { writableRoles } from '../../scenarios/updates.ts'
import { patchMediaTypes } from '../../dsl/write-steps.ts'
import { valueAt } from '../../dsl/term.ts'
import type { Json } from '../../dsl/term.ts'
import { requireDecision, requireDecisionOrUnsupported } from '../decisions.ts'
import { firstDifference, differenceSides } from '../../models/json-differences.ts'
import { objectIsUnchanged } from '../unchanged-objects.ts'
import { requireSuccess } from '../preconditions.ts'

/** The labels of a patch and of the reads before and after it. */
export type PatchSteps = { before: string; patch: string; after: string }

/** The sentences of a rule for a patch that must succeed and for one that must fail. */
export type PatchRule = { applies: string; fails: string }

/**
 * Every patch between two reads has the effect that the model predicts. The first one must succeed,
 * or the refusals of others are no evidence.
 */
export const patchesMatchModel = (rule: PatchRule, suffix = '') =>
  function* (history: History): Generator<Observation> {
    yield* requireSuccess(history, `object${suffix}`)
    for (const [index, steps] of patchStepsOf(history, suffix).entries()) {
      yield* patchMatchesModel(history, steps, rule)
      if (index === 0) yield* requireSuccess(history, steps.patch)
    }
  }

/** Returns the steps of all patches, in order. */
export const patchStepsOf = (history: History, suffix: string): PatchSteps[] =>
  history.exchanges
    .filter(({ step }) => /^patch \d/.test(step) && step.endsWith(suffix))
    .map(({ step }) => patchStepLabels(Number.parseInt(step.slice('patch '.length), 10), suffix))

/** Like `patchesMatchModel`, for each role separately. */
export const patchesOfRolesMatchModel = (rule: PatchRule) =>
  function* (history: History): Generator<Observation> {
    for (const role of rolesIn(history, writableRoles))
      yield* patchesMatchModel(rule, ` ${role}`)(history)
  }

/** Returns the steps of patch number `index`. */
export const patchStepLabels = (index: number, suffix = ''): PatchSteps => ({
  before: `look ${index}${suffix}`,
  patch: `patch ${index}${suffix}`,
  after: `look ${index + 1}${suffix}`,
})

/** One patch has the effect that the model predicts for the object as it was read before. */
export function* patchMatchesModel(
  history: History,
  steps: PatchSteps,
  rule: PatchRule,
): Generator<Observation> {
  yield* requireSuccess(history, steps.before, steps.after)
  yield* requireDecisionOrUnsupported(history, steps.patch)
  yield* listsAreOwn(history, steps)
  const wanted = modelResult(exchangeAt(history, steps.patch), exchangeAt(history, steps.before))
  if (isDoneByGenuine(history, steps)) return
  if (wanted === undefined) yield* patchFailsEntirely(history, steps, rule.fails)
  else yield* applies(history, steps, { wanted, says: rule.applies })
}

function* applies(
  history: History,
  steps: PatchSteps,
  { wanted, says }: { wanted: Json; says: string },
): Generator<Observation> {
  const patch = exchangeAt(history, steps.patch)
  yield* requireCurrentPatch(history, steps)
  yield verify(isSuccess(patch), {
    says,
    expected: 'success',
    got: answerSummary(patch),
    at: patch,
  })
  const difference = firstDifference(
    patchablePart(history, patch, wanted),
    patchablePart(history, patch, exchangeAt(history, steps.after).answer?.body),
  )
  yield verify(difference === undefined, { says, ...differenceSides(difference), at: patch })
}

/** A patch that cannot be applied is refused and changes nothing. */
export function* patchFailsEntirely(
  history: History,
  steps: PatchSteps,
  says: string,
): Generator<Observation> {
  const patch = yield* requireDecision(history, steps.patch)
  yield verify(isFinalRefusal(patch), {
    says,
    expected: anyRefusal('a refusal (4xx)'),
    got: answerSummary(patch),
    at: patch,
  })
  yield* patchHasNoEffect(history, steps, says)
}

/** A patch changed neither the object nor its version. */
export function* patchHasNoEffect(
  history: History,
  steps: PatchSteps,
  says: string,
): Generator<Observation> {
  yield* requireSuccess(history, steps.before, steps.after)
  const patch = exchangeAt(history, steps.patch)
  const [before, after] = [steps.before, steps.after].map(
    label => exchangeAt(history, label).answer?.body,
  )
  // No other client writes the data of this case, so only the patch can have changed it.
  const found = firstDifference(
    patchablePart(history, patch, before),
    patchablePart(history, patch, after),
  )
  yield verify(found === undefined, { says, ...differenceSides(found), at: patch })
  const looks = { before: before as Item, after: after as Item, sent: undefined }
  yield* objectIsUnchanged(looks, { says, at: steps.patch })
}

/** The precondition that a refused patch met the object as it was read before. */
export function* requireCurrentPatch(
  history: History,
  { before, patch, after }: PatchSteps,
): Generator<Observation> {
  const isUntouched =
    resourceVersionOf(exchangeAt(history, after)) === resourceVersionOf(exchangeAt(history, before))
  const isTrue = isSuccess(exchangeAt(history, patch)) || isUntouched
  yield* precondition(isTrue, `another writer changed the object before ${patch}`)
}

/**
 * The precondition that all finalizers are from this case. Patches address them by index, which
 * others would shift.
 */
function* listsAreOwn(history: History, { before, after }: PatchSteps): Generator<Observation> {
  const items = [before, after].flatMap(label =>
    finalizersOf(exchangeAt(history, label).answer?.body),
  )
  const foreign = items.find(one => !one.startsWith(finalizerName('')))
  yield* precondition(foreign === undefined, `another writer added the finalizer ${foreign}`)
}

/** Returns the object after a patch by the model of its media type; undefined if it fails. */
export function modelResult(patch: Exchange, look: Exchange): Json | undefined {
  const document = look.answer?.body as Json
  const sent = JSON.parse(patch.request.body ?? 'null') as Json
  return isJsonPatch(patch)
    ? applyJsonPatch(document, sent as JsonPatchOperation[])
    : applyMergePatch(document, sent)
}

/**
 * Reports whether genuine servers apply a patch that RFC 6902 forbids: they treat a replace of a
 * missing member as an add. In their dialect both behaviours are right.
 */
function isDoneByGenuine(history: History, { before, patch }: PatchSteps): boolean {
  if (history.context.dialect !== 'kubernetes' || !isJsonPatch(exchangeAt(history, patch)))
    return false
  const operations = JSON.parse(
    exchangeAt(history, patch).request.body ?? '[]',
  ) as JsonPatchOperation[]
  const document = exchangeAt(history, before).answer?.body as Json
  const lenient = operations.map(one =>
    one.op === 'replace' ? { ...one, op: 'add' as const } : one,
  )
  const [strictly, leniently] = [operations, lenient].map(all => applyJsonPatch(document, all))
  return strictly === undefined && leniently !== undefined
}

const isJsonPatch = ({ request }: Exchange): boolean =>
  request.headers['content-type'] === patchMediaTypes.json

/**
 * Returns the data that the patches of these scenarios change: labels and annotations with the keys
 * of patches, finalizers, whose order a server keeps (OBJ-030), and the content.
 */
export function patchablePart(history: History, { about }: Exchange, object: unknown): Json {
  const own = (map: string): Json =>
    Object.fromEntries(
      Object.entries(valueAt(object, `/metadata/${map}`) ?? {}).filter(([key]) => isPatchKey(key)),
    )
  const content = about && roleContentOf(history, about.role, object)
  return {
    annotations: own('annotations'),
    labels: own('labels'),
    finalizers: finalizersOf(object),
    content: (content ?? null) as Json,
  }
}

function finalizersOf(object: unknown): string[] {
  const list = valueAt(object, '/metadata/finalizers')
  return Array.isArray(list) ? list.map(String) : []
}
