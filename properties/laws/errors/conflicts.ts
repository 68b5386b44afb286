// Laws of optimistic concurrency (L11): a write based on a version succeeds only while that
// version is the stored one. For the labels see scenarios/updates.ts.

import type { Exchange, History, Item } from '../../history/history.ts'
import { answered, at, refused, succeeded, version } from '../../history/history.ts'
import { given, holds } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { valueAt } from '../../dsl/term.ts'
import { decided } from '../decisions.ts'
import { isLeftAlone } from '../left-alone.ts'
import { done } from '../premises.ts'
import { detailsOf, ownName, refusesWith } from '../status.ts'

/** ERR-008: a stale PUT is answered 409. */
export function* staleIsConflict(history: History): Generator<Observation> {
  yield* isStale(history)
  const stale = yield* decided(history, 'stale')
  yield holds(stale.answer?.status === 409, {
    says: 'A PUT with a stale version is answered 409.',
    expected: 409,
    got: answered(stale),
    at: stale,
  })
}

/** K8S-ERR-004: a stale PUT is answered 409 Conflict, for the named object's sake. */
export function* staleIsNamedConflict(history: History): Generator<Observation> {
  yield* isStale(history)
  const { about } = at(history, 'stale')
  if (!about) return
  const details = detailsOf(history, about.role, 'resource', ownName(history, 'x'))
  const wanted = { code: 409, reason: 'Conflict', details }
  yield* refusesWith(history, 'stale', wanted, 'A PUT at a stale version is answered 409 Conflict.')
}

/** WRITE-009: after a stale PUT the object is as it was, its version included. */
export function* staleChangesNothing(history: History): Generator<Observation> {
  yield* isStale(history)
  const [before, after] = ['before', 'after'].map(label => at(history, label).answer?.body as Item)
  const sent: unknown = JSON.parse(at(history, 'stale').request.body ?? 'null')
  const says = 'A PUT with a stale version leaves the object and its version unchanged.'
  if (before && after) yield* isLeftAlone({ before, after, sent }, { says, at: 'stale' })
}

/** The PUT is stale, and nothing else is wrong with it: its twin is accepted. */
function* isStale(history: History): Generator<Observation> {
  yield* done(history, 'read', 'before', 'after', 'twin')
  const [read, stored] = [version(at(history, 'read')), version(at(history, 'before'))]
  yield* given(read !== undefined && read !== stored, 'the version of the PUT is not stale')
  yield* given(at(history, 'stale').answer !== undefined, 'stale has no answer')
}

/**
 * WRITE-010: no version is the base of two successful PUTs, so that no update is lost silently;
 * and some PUT of those that raced from the first version succeeds.
 * `created` is the create, `final` a get after all of them; every PUT writes content of its own.
 */
export function* oneUpdateAVersion(
  history: History,
  created: string,
  final: string,
): Generator<Observation> {
  yield* done(history, created, final)
  const puts = history.exchanges.filter(one => one.request.method === 'PUT')
  const winners = puts.filter(succeeded)
  const isBased = winners.every(winner => typeof baseOf(winner) === 'string')
  yield* given(isBased, 'a PUT carried no version')
  for (const winner of winners) {
    const rivals = winners.filter(one => baseOf(one) === baseOf(winner))
    yield holds(rivals.length === 1, {
      says: 'Of several PUTs that carry the same version at most one succeeds.',
      expected: 'one success',
      got: `${rivals.length} successes: ${rivals.map(one => one.step).join(', ')}`,
      at: winner,
    })
  }

  yield* given(
    puts.every(put => succeeded(put) || refused(put)),
    'a PUT has no known outcome',
  )
  const issued = [at(history, created), ...winners].map(version)
  const stored = version(at(history, final))
  yield* given(issued.includes(stored), 'another writer changed the object last')
  yield holds(winners.length > 0, {
    says: 'Of several PUTs that carry the stored version one succeeds.',
    expected: 'one success',
    got: puts.map(one => `${one.step} ${answered(one)}`).join(', '),
    at: final,
  })
  yield holds(!winners.map(baseOf).includes(stored), {
    says: 'No acknowledged PUT is lost.',
    expected: 'the version of the last acknowledged PUT',
    got: `${String(stored)}, which an acknowledged PUT has replaced`,
    at: final,
  })
}

/** The version that a PUT carries. */
const baseOf = (put: Exchange): unknown =>
  valueAt(JSON.parse(put.request.body ?? 'null'), '/metadata/resourceVersion')
