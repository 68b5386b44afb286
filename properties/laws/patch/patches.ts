// Laws of patches: each has the effect that a model of its media type foretells, or none at all.
// For the labels see scenarios/patches.ts.

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
import { precondition, verify } from '../../history/observation.ts'
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

/** What a patch is about, and the looks before and behind it. */
export type PatchSteps = { before: string; patch: string; after: string }

/** The rule's sentences for a patch that can be done, and for one that cannot. */
export type PatchRule = { applies: string; fails: string }

/**
 * Every patch between two looks does what the model says. The first one can be done: where it is
 * not, that others are refused says nothing.
 */
export const patchesMatchModel = (rule: PatchRule, suffix = '') =>
  function* (history: History): Generator<Observation> {
    yield* requireSuccess(history, `object${suffix}`)
    for (const [index, steps] of patchStepsOf(history, suffix).entries()) {
      yield* patchMatchesModel(history, steps, rule)
      if (index === 0) yield* requireSuccess(history, steps.patch)
    }
  }

/** The steps of all patches, in order. */
export const patchStepsOf = (history: History, suffix: string): PatchSteps[] =>
  history.exchanges
    .filter(({ step }) => /^patch \d/.test(step) && step.endsWith(suffix))
    .map(({ step }) => patchStepLabels(Number.parseInt(step.slice('patch '.length), 10), suffix))

/** The same for each role on its own. */
export const patchesOfRolesMatchModel = (rule: PatchRule) =>
  function* (history: History): Generator<Observation> {
    for (const role of rolesIn(history, writableRoles))
      yield* patchesMatchModel(rule, ` ${role}`)(history)
  }

/** The steps of patch number `index`. */
export const patchStepLabels = (index: number, suffix = ''): PatchSteps => ({
  before: `look ${index}${suffix}`,
  patch: `patch ${index}${suffix}`,
  after: `look ${index + 1}${suffix}`,
})

/** One patch does what the model says of it on the object as it was found before. */
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

/** A patch that cannot be done is refused, and nothing of it is done. */
export function* patchFailsEntirely(
  history: History,
  steps: PatchSteps,
  says: string,
): Generator<Observation> {
  const patch = yield* requireDecision(history, steps.patch)
  yield verify(isFinalRefusal(patch), {
    says,
    expected: 'a refusal (4xx)',
    got: answerSummary(patch),
    at: patch,
  })
  yield* patchHasNoEffect(history, steps, says)
}

/** The object is as it was before a patch, its version included. */
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
  // Nobody else writes what is our own, so that a change of it can only be the patch's.
  const found = firstDifference(
    patchablePart(history, patch, before),
    patchablePart(history, patch, after),
  )
  yield verify(found === undefined, { says, ...differenceSides(found), at: patch })
  const looks = { before: before as Item, after: after as Item, sent: undefined }
  yield* objectIsUnchanged(looks, { says, at: steps.patch })
}

/** A patch that was refused found the object as the look before it did. */
export function* requireCurrentPatch(
  history: History,
  { before, patch, after }: PatchSteps,
): Generator<Observation> {
  const isUntouched =
    resourceVersionOf(exchangeAt(history, after)) === resourceVersionOf(exchangeAt(history, before))
  const isTrue = isSuccess(exchangeAt(history, patch)) || isUntouched
  yield* precondition(isTrue, `another writer changed the object before ${patch}`)
}

/** Items of a list are named by their places: those of others would shift them. */
function* listsAreOwn(history: History, { before, after }: PatchSteps): Generator<Observation> {
  const items = [before, after].flatMap(label =>
    finalizersOf(exchangeAt(history, label).answer?.body),
  )
  const foreign = items.find(one => !one.startsWith(finalizerName('')))
  yield* precondition(foreign === undefined, `another writer added the finalizer ${foreign}`)
}

/** The object of a look after a patch as the model of its media type has it. */
export function modelResult(patch: Exchange, look: Exchange): Json | undefined {
  const document = look.answer?.body as Json
  const sent = JSON.parse(patch.request.body ?? 'null') as Json
  return isJsonPatch(patch)
    ? applyJsonPatch(document, sent as JsonPatchOperation[])
    : applyMergePatch(document, sent)
}

/**
 * Genuine servers take a replace of a missing member for an add, against RFC 6902: in their dialect
 * either is well.
 */
function isDoneByGenuine(history: History, { before, patch }: PatchSteps): boolean {
  if (history.words.dialect !== 'kubernetes' || !isJsonPatch(exchangeAt(history, patch)))
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
 * What the patches of these scenarios are about: labels and annotations with keys of theirs,
 * finalizers, whose order a server keeps (OBJ-030), and the content.
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
