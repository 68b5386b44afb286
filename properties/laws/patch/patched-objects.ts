// Judges patched objects: the answers, the preserved fields, and the refusals.

import type { Exchange, History } from '../../history/history.ts'
import {
  answerSummary,
  exchangeAt,
  bodyValueAt,
  isFinalRefusal,
  isSuccess,
  resourceVersionOf,
} from '../../history/history.ts'
import { precondition, verify } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { withValueAt } from '../../dsl/term.ts'
import type { Json, Role } from '../../dsl/term.ts'
import { writeAnswersTheStoredObject } from '../create-and-update/writes.ts'
import { requireDecision, findsNothing } from '../decisions.ts'
import { keptFields, requireKeptFields } from '../identity.ts'
import { firstDifference, differenceSides } from '../../models/json-differences.ts'
import {
  patchFailsEntirely,
  patchHasNoEffect,
  patchablePart,
  patchMatchesModel,
  patchStepsOf,
  patchStepLabels,
} from './patches.ts'
import { requireSuccess } from '../preconditions.ts'
import { patchesOfServedTypes, servedPatches } from './served-patch-types.ts'

/** PTCH-001: only the Content-Type of a patch determines its effect. */
export function* mediaTypeSelectsPatchKind(history: History): Generator<Observation> {
  const says = 'The Content-Type of a patch determines its effect, whatever its body looks like.'
  const served = servedPatches(history, ['patch 1', 'patch 3'])
  yield* requireSuccess(history, 'object', ...served)
  for (const index of [0, 2]) {
    // A patch of a type that is not served has no effect either.
    yield* patchHasNoEffect(history, patchStepLabels(index), says)
    const steps = patchStepLabels(index + 1)
    if (served.includes(steps.patch))
      yield* patchMatchesModel(history, steps, { applies: says, fails: says })
  }
}

/**
 * The first `twins` patches succeed. The others fail and change nothing. Patches of a type that is
 * not served are not judged.
 */
export const laterPatchesFail = (
  says: string,
  { twins, suffix = '' }: { twins: number; suffix?: string },
) =>
  function* (history: History): Generator<Observation> {
    const steps = patchStepsOf(history, suffix)
    const labels = steps.map(({ patch }) => patch)
    const all = { controls: labels.slice(0, twins), tested: labels.slice(twins) }
    const { controls, tested } = patchesOfServedTypes(history, all)
    yield* requireSuccess(history, `object${suffix}`, ...controls)
    for (const one of steps.slice(twins))
      if (tested.includes(one.patch)) yield* patchFailsEntirely(history, one, says)
  }

/** PTCH-025: each patch changes the object, which is still the same instance, at a new version. */
export function* patchKeepsIdentity(history: History, suffix: string): Generator<Observation> {
  const all = [0, 1].map(index => patchStepLabels(index, suffix))
  const served = servedPatches(
    history,
    all.map(({ patch }) => patch),
  )
  for (const { before, patch, after } of all.filter(one => served.includes(one.patch))) {
    yield* requireSuccess(history, before, patch, after)
    yield* requireKeptFields(exchangeAt(history, before))
    for (const field of keptFields) {
      for (const label of [patch, after]) {
        const wanted = bodyValueAt(exchangeAt(history, before), field)
        const got = bodyValueAt(exchangeAt(history, label), field)
        // A field that the server never sets is not kept.
        if (wanted === undefined && got === undefined) continue
        yield verify(got === wanted, {
          says: 'A patch keeps uid and creationTimestamp.',
          expected: `${field}: ${String(wanted)}`,
          got,
          at: label,
        })
      }
    }
    const [old, fresh] = [before, patch].map(label => resourceVersionOf(exchangeAt(history, label)))
    yield verify(typeof fresh === 'string' && fresh !== old, {
      says: 'A patch that changes an object gives it a new version.',
      expected: `a version other than ${String(old)}`,
      got: fresh,
      at: patch,
    })
  }
}

/** PTCH-024: the same change by different patch types leads to the same object. */
export function* allWaysGiveTheSameObject(
  history: History,
  first: string,
  ...others: string[]
): Generator<Observation> {
  yield* requireSuccess(history, first, ...others)
  const own = (label: string) =>
    patchablePart(history, exchangeAt(history, label), exchangeAt(history, label).answer?.body)
  for (const label of others) {
    const difference = firstDifference(own(first), own(label))
    yield verify(difference === undefined, {
      says: 'A change leads to the same object as a PUT, as a JSON patch and as a merge patch.',
      ...differenceSides(difference),
      at: label,
    })
  }
}

/**
 * PTCH-024: the answers of a merge patch and a JSON patch are the stored object, and each type
 * leads to the same object as a PUT.
 */
export function* patchAnswersTheStoredObject(history: History, role: Role): Generator<Observation> {
  const [json, merge] = [`json ${role}`, `merge ${role}`] as const
  const served = servedPatches(history, [merge, json])
  const isMerged = served.includes(merge)
  if (isMerged) yield* writeAnswersTheStoredObject(history, merge, `merged ${role}`, 'second')
  if (served.includes(json)) {
    // Only the merge patch changes the content.
    const content = isMerged ? 'second' : 'first'
    yield* writeAnswersTheStoredObject(history, json, `patched ${role}`, content)
  }
  const ways = [json, merge].filter(one => served.includes(one)).map(one => `by ${one}`)
  yield* allWaysGiveTheSameObject(history, `by put ${role}`, ...ways)
}

/**
 * PATH-023: a patch of a missing object creates nothing. The same patch of an existing object
 * succeeds.
 */
export function* patchCreatesNothing(history: History, suffix: string): Generator<Observation> {
  yield* requireSuccess(history, `twin${suffix}`)
  yield* precondition(
    exchangeAt(history, `patch${suffix}`).answer !== undefined,
    'the patch has no answer',
  )
  yield* findsNothing(history, `look${suffix}`, 'A patch of a missing object creates nothing.')
}

/**
 * K8S-PTCH-012: a replace of a missing member adds it, as on genuine servers, or is refused, as
 * RFC 6902 requires.
 */
export function* replaceAddsWhatIsMissing(history: History): Generator<Observation> {
  yield* requireSuccess(history, 'object', 'before', 'twin')
  const patch = yield* requireDecision(history, 'absent')
  const annotations = bodyValueAt(patch, '/metadata/annotations') as
    | Record<string, unknown>
    | undefined
  yield verify(isFinalRefusal(patch) || annotations?.['a-absent'] === 'new', {
    says: 'A replace of a missing member adds it or is refused.',
    expected: 'a refusal (4xx), or the annotation a-absent: new',
    got: isSuccess(patch) ? annotations : answerSummary(patch),
    at: patch,
  })
}

/** K8S-PTCH-005: a patch that changes nothing keeps the version of its object. */
export function* noOpPatchKeepsVersion(history: History): Generator<Observation> {
  yield* requireSuccess(history, 'object', 'before')
  const before = exchangeAt(history, 'before')
  const labels = history.exchanges.map(({ step }) => step).filter(one => one.startsWith('again'))
  const controls = ['again merge', 'again json']
  for (const label of patchesOfServedTypes(history, { controls, tested: labels }).tested) {
    yield* requireSuccess(history, label)
    const again = exchangeAt(history, label)
    const lost = identity.filter(
      place => bodyValueAt(before, place) !== undefined && bodyValueAt(again, place) === undefined,
    )
    // No other writer can remove them.
    if (lost.length > 0) {
      yield verify(false, {
        says: 'A patch that changes nothing keeps the uid and the version of its object.',
        expected: lost.map(place => `${place}: ${bodyValueAt(before, place)}`).join(', '),
        got: `no ${lost.join(' and no ')}`,
        at: again,
      })
      continue
    }
    const isOwn = firstDifference(written(before), written(again)) === undefined
    yield* precondition(isOwn, 'another writer changed the object')
    yield verify(resourceVersionOf(again) === resourceVersionOf(before), {
      says: 'A patch that changes nothing keeps the version of its object.',
      expected: resourceVersionOf(before),
      got: resourceVersionOf(again),
      at: again,
    })
  }
}

const identity = ['/metadata/uid', '/metadata/resourceVersion']

/**
 * Returns an object without the fields that only the server sets: its version, its managed fields
 * and its generation. Other writers cannot change these alone.
 */
const written = (exchange: Exchange): Json =>
  ['/metadata/resourceVersion', '/metadata/managedFields', '/metadata/generation'].reduce(
    (object, place) => withValueAt(object, place, undefined),
    exchange.answer?.body as Json,
  )
