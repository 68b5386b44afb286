// Laws of patches: each has the effect that a model of its media type foretells, or none at all.
// For the labels see scenarios/patches.ts.

import type { Exchange, History, Item } from '../../history/history.ts'
import {
  answered,
  at,
  contentOf,
  refused,
  rolesIn,
  succeeded,
  version,
} from '../../history/history.ts'
import { jsonPatched } from '../../models/json-patch.ts'
import type { Operation } from '../../models/json-patch.ts'
import { mergePatched } from '../../models/merge-patch.ts'
import { given, holds } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { finalizer } from '../../scenarios/lives.ts'
import { isPatchKey } from '../../scenarios/patch/patches.ts'
import { writableRoles } from '../../scenarios/updates.ts'
import { patchTypes } from '../../dsl/write-steps.ts'
import { valueAt } from '../../dsl/term.ts'
import type { Json } from '../../dsl/term.ts'
import { decided, decidedOrLacking } from '../decisions.ts'
import { differenceOf, sidesOf } from '../differences.ts'
import { isLeftAlone } from '../left-alone.ts'
import { done } from '../premises.ts'

/** What a patch is about, and the looks before and behind it. */
export type PatchSteps = { before: string; patch: string; after: string }

/** The rule's sentences for a patch that can be done, and for one that cannot. */
export type PatchRule = { applies: string; fails: string }

/**
 * Every patch between two looks does what the model says. The first one can be done: where it is
 * not, that others are refused says nothing.
 */
export const patchesDoAsModelled = (rule: PatchRule, suffix = '') =>
  function* (history: History): Generator<Observation> {
    yield* done(history, `object${suffix}`)
    for (const [index, steps] of patchSteps(history, suffix).entries()) {
      yield* patchDoesAsModelled(history, steps, rule)
      if (index === 0) yield* done(history, steps.patch)
    }
  }

/** The steps of all patches, in order. */
export const patchSteps = (history: History, suffix: string): PatchSteps[] =>
  history.exchanges
    .filter(({ step }) => /^patch \d/.test(step) && step.endsWith(suffix))
    .map(({ step }) => stepsOf(Number.parseInt(step.slice('patch '.length), 10), suffix))

/** The same for each role on its own. */
export const patchesOfRolesDoAsModelled = (rule: PatchRule) =>
  function* (history: History): Generator<Observation> {
    for (const role of rolesIn(history, writableRoles))
      yield* patchesDoAsModelled(rule, ` ${role}`)(history)
  }

/** The steps of patch number `index`. */
export const stepsOf = (index: number, suffix = ''): PatchSteps => ({
  before: `look ${index}${suffix}`,
  patch: `patch ${index}${suffix}`,
  after: `look ${index + 1}${suffix}`,
})

/** One patch does what the model says of it on the object as it was found before. */
export function* patchDoesAsModelled(
  history: History,
  steps: PatchSteps,
  rule: PatchRule,
): Generator<Observation> {
  yield* done(history, steps.before, steps.after)
  yield* decidedOrLacking(history, steps.patch)
  yield* listsAreOwn(history, steps)
  const wanted = modelled(at(history, steps.patch), at(history, steps.before))
  if (isDoneByGenuine(history, steps)) return
  if (wanted === undefined) yield* failsAsAWhole(history, steps, rule.fails)
  else yield* applies(history, steps, { wanted, says: rule.applies })
}

function* applies(
  history: History,
  steps: PatchSteps,
  { wanted, says }: { wanted: Json; says: string },
): Generator<Observation> {
  const patch = at(history, steps.patch)
  yield* notOvertakenPatch(history, steps)
  yield holds(succeeded(patch), { says, expected: 'success', got: answered(patch), at: patch })
  const difference = differenceOf(
    ownPart(history, patch, wanted),
    ownPart(history, patch, at(history, steps.after).answer?.body),
  )
  yield holds(difference === undefined, { says, ...sidesOf(difference), at: patch })
}

/** A patch that cannot be done is refused, and nothing of it is done. */
export function* failsAsAWhole(
  history: History,
  steps: PatchSteps,
  says: string,
): Generator<Observation> {
  const patch = yield* decided(history, steps.patch)
  yield holds(refused(patch), {
    says,
    expected: 'a refusal (4xx)',
    got: answered(patch),
    at: patch,
  })
  yield* nothingIsDone(history, steps, says)
}

/** The object is as it was before a patch, its version included. */
export function* nothingIsDone(
  history: History,
  steps: PatchSteps,
  says: string,
): Generator<Observation> {
  yield* done(history, steps.before, steps.after)
  const patch = at(history, steps.patch)
  const [before, after] = [steps.before, steps.after].map(label => at(history, label).answer?.body)
  // Nobody else writes what is our own, so that a change of it can only be the patch's.
  const found = differenceOf(ownPart(history, patch, before), ownPart(history, patch, after))
  yield holds(found === undefined, { says, ...sidesOf(found), at: patch })
  const looks = { before: before as Item, after: after as Item, sent: undefined }
  yield* isLeftAlone(looks, { says, at: steps.patch })
}

/** A patch that was refused found the object as the look before it did. */
export function* notOvertakenPatch(
  history: History,
  { before, patch, after }: PatchSteps,
): Generator<Observation> {
  const isUntouched = version(at(history, after)) === version(at(history, before))
  const isTrue = succeeded(at(history, patch)) || isUntouched
  yield* given(isTrue, `another writer changed the object before ${patch}`)
}

/** Items of a list are named by their places: those of others would shift them. */
function* listsAreOwn(history: History, { before, after }: PatchSteps): Generator<Observation> {
  const items = [before, after].flatMap(label => finalizersOf(at(history, label).answer?.body))
  const foreign = items.find(one => !one.startsWith(finalizer('')))
  yield* given(foreign === undefined, `another writer added the finalizer ${foreign}`)
}

/** The object of a look after a patch as the model of its media type has it. */
export function modelled(patch: Exchange, look: Exchange): Json | undefined {
  const document = look.answer?.body as Json
  const sent = JSON.parse(patch.request.body ?? 'null') as Json
  return isJsonPatch(patch)
    ? jsonPatched(document, sent as Operation[])
    : mergePatched(document, sent)
}

/**
 * Genuine servers take a replace of a missing member for an add, against RFC 6902: in their dialect
 * either is well.
 */
function isDoneByGenuine(history: History, { before, patch }: PatchSteps): boolean {
  if (history.words.dialect !== 'kubernetes' || !isJsonPatch(at(history, patch))) return false
  const operations = JSON.parse(at(history, patch).request.body ?? '[]') as Operation[]
  const document = at(history, before).answer?.body as Json
  const lenient = operations.map(one =>
    one.op === 'replace' ? { ...one, op: 'add' as const } : one,
  )
  const [strictly, leniently] = [operations, lenient].map(all => jsonPatched(document, all))
  return strictly === undefined && leniently !== undefined
}

const isJsonPatch = ({ request }: Exchange): boolean =>
  request.headers['content-type'] === patchTypes.json

/**
 * What the patches of these scenarios are about: labels and annotations with keys of theirs,
 * finalizers, whose order a server keeps (OBJ-030), and the content.
 */
export function ownPart(history: History, { about }: Exchange, object: unknown): Json {
  const own = (map: string): Json =>
    Object.fromEntries(
      Object.entries(valueAt(object, `/metadata/${map}`) ?? {}).filter(([key]) => isPatchKey(key)),
    )
  const content = about && contentOf(history, about.role, object)
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
