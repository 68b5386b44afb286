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
import type { Json } from '../../dsl/term.ts'
import { requireDecision, findsNothing } from '../decisions.ts'
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

/** PTCH-001: only the Content-Type of a patch determines its effect. */
export function* mediaTypeSelectsPatchKind(history: History): Generator<Observation> {
  const says = 'The Content-Type of a patch determines its effect, whatever its body looks like.'
  yield* requireSuccess(history, 'object', 'patch 1', 'patch 3')
  for (const index of [0, 2]) {
    yield* patchHasNoEffect(history, patchStepLabels(index), says)
    yield* patchMatchesModel(history, patchStepLabels(index + 1), { applies: says, fails: says })
  }
}

/** The first `twins` patches succeed. The others fail and change nothing. */
export const laterPatchesFail = (
  says: string,
  { twins, suffix = '' }: { twins: number; suffix?: string },
) =>
  function* (history: History): Generator<Observation> {
    const steps = patchStepsOf(history, suffix)
    yield* requireSuccess(
      history,
      `object${suffix}`,
      ...steps.slice(0, twins).map(({ patch }) => patch),
    )
    for (const one of steps.slice(twins)) yield* patchFailsEntirely(history, one, says)
  }

/** PTCH-025: each patch changes the object, which is still the same instance, at a new version. */
export function* patchKeepsIdentity(history: History, suffix: string): Generator<Observation> {
  for (const index of [0, 1]) {
    const { before, patch, after } = patchStepLabels(index, suffix)
    yield* requireSuccess(history, before, patch, after)
    for (const field of ['/metadata/uid', '/metadata/creationTimestamp']) {
      for (const label of [patch, after]) {
        const wanted = bodyValueAt(exchangeAt(history, before), field)
        yield verify(bodyValueAt(exchangeAt(history, label), field) === wanted, {
          says: 'A patch keeps uid and creationTimestamp.',
          expected: `${field}: ${String(wanted)}`,
          got: bodyValueAt(exchangeAt(history, label), field),
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
  for (const again of history.exchanges.filter(({ step }) => step.startsWith('again'))) {
    yield* requireSuccess(history, again.step)
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
