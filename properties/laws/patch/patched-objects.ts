// Laws of objects that were patched: what their answers show, what they keep, and what is refused.

import type { Exchange, History } from '../../history/history.ts'
import { answered, at, read, succeeded, version } from '../../history/history.ts'
import { given, holds } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { withValueAt } from '../../dsl/term.ts'
import type { Json } from '../../dsl/term.ts'
import { decided, findsNothing } from '../decisions.ts'
import { differenceOf, sidesOf } from '../differences.ts'
import {
  failsAsAWhole,
  nothingIsDone,
  ownPart,
  patchDoesAsModelled,
  patchSteps,
  stepsOf,
} from './patches.ts'
import { done } from '../premises.ts'

/** PTCH-001: a body has the effect of the media type that it is said to be of, and of no other. */
export function* typeSelectsTheKind(history: History): Generator<Observation> {
  const says = 'A patch has the effect that its Content-Type says, whatever its body looks like.'
  yield* done(history, 'object', 'patch 1', 'patch 3')
  for (const index of [0, 2]) {
    yield* nothingIsDone(history, stepsOf(index), says)
    yield* patchDoesAsModelled(history, stepsOf(index + 1), { applies: says, fails: says })
  }
}

/** The first patches (`twins` of them) are carried out; the others fail and change nothing. */
export const laterPatchesFail = (
  says: string,
  { twins, suffix = '' }: { twins: number; suffix?: string },
) =>
  function* (history: History): Generator<Observation> {
    const steps = patchSteps(history, suffix)
    yield* done(history, `object${suffix}`, ...steps.slice(0, twins).map(({ patch }) => patch))
    for (const one of steps.slice(twins)) yield* failsAsAWhole(history, one, says)
  }

/** PTCH-025: each patch changes the object, which stays the same instance at a new version. */
export function* keepsIdentity(history: History, suffix: string): Generator<Observation> {
  for (const index of [0, 1]) {
    const { before, patch, after } = stepsOf(index, suffix)
    yield* done(history, before, patch, after)
    for (const field of ['/metadata/uid', '/metadata/creationTimestamp']) {
      for (const label of [patch, after]) {
        const wanted = read(at(history, before), field)
        yield holds(read(at(history, label), field) === wanted, {
          says: 'A patch keeps uid and creationTimestamp.',
          expected: `${field}: ${String(wanted)}`,
          got: read(at(history, label), field),
          at: label,
        })
      }
    }
    const [old, fresh] = [before, patch].map(label => version(at(history, label)))
    yield holds(typeof fresh === 'string' && fresh !== old, {
      says: 'A patch that changes an object gives it a new version.',
      expected: `a version other than ${String(old)}`,
      got: fresh,
      at: patch,
    })
  }
}

/** PTCH-024: one change leads to one object, whichever way it is asked for. */
export function* allLeadToTheSame(
  history: History,
  first: string,
  ...others: string[]
): Generator<Observation> {
  yield* done(history, first, ...others)
  const own = (label: string) =>
    ownPart(history, at(history, label), at(history, label).answer?.body)
  for (const label of others) {
    const difference = differenceOf(own(first), own(label))
    yield holds(difference === undefined, {
      says: 'A change leads to the same object as a PUT, as a JSON patch and as a merge patch.',
      ...sidesOf(difference),
      at: label,
    })
  }
}

/** PATH-023: where nothing is, a patch creates nothing; on an object the same patch is sound. */
export function* createsNothing(history: History, suffix: string): Generator<Observation> {
  yield* done(history, `twin${suffix}`)
  yield* given(at(history, `patch${suffix}`).answer !== undefined, 'the patch has no answer')
  yield* findsNothing(history, `look${suffix}`, 'A patch of what is not there creates nothing.')
}

/** K8S-PTCH-012: what is replaced and is not there is added. */
export function* replaceAdds(history: History): Generator<Observation> {
  yield* done(history, 'object', 'before', 'twin')
  const patch = yield* decided(history, 'absent')
  const annotations = read(patch, '/metadata/annotations') as Record<string, unknown> | undefined
  yield holds(succeeded(patch) && annotations?.['a-absent'] === 'new', {
    says: 'A replace of a member that is not there adds it.',
    expected: 'success, and the annotation a-absent: new',
    got: succeeded(patch) ? annotations : answered(patch),
    at: patch,
  })
}

/** K8S-PTCH-005: a patch that changes nothing keeps the version of its object. */
export function* keepsItsVersion(history: History): Generator<Observation> {
  yield* done(history, 'object', 'before')
  const before = at(history, 'before')
  for (const again of history.exchanges.filter(({ step }) => step.startsWith('again'))) {
    yield* done(history, again.step)
    const isOwn = differenceOf(written(before), written(again)) === undefined
    yield* given(isOwn, 'another writer changed the object')
    yield holds(version(again) === version(before), {
      says: 'A patch that changes nothing keeps the version of its object.',
      expected: version(before),
      got: version(again),
      at: again,
    })
  }
}

/** An object without what the server keeps of its own accord about its writes. */
const written = (exchange: Exchange): Json =>
  ['/metadata/resourceVersion', '/metadata/managedFields'].reduce(
    (object, place) => withValueAt(object, place, undefined),
    exchange.answer?.body as Json,
  )
