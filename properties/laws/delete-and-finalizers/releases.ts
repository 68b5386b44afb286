// Laws of deletion among others: other objects, other owners, and who has the name afterwards.

import type { Exchange, History, Item } from '../../history/history.ts'
import { answered, at, keyOf, ownItems, refused, succeeded } from '../../history/history.ts'
import { given, holds } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { decided } from '../decisions.ts'
import { finalizersIn, isFound, isHeld, isRemoved, ofRound, takings } from './deletions.ts'
import { isLeftAlone } from '../left-alone.ts'
import { done, listed } from '../premises.ts'
import { uidIn } from '../paths-and-verbs/scopes.ts'

/** DEL-034: the deleted objects apart, every list shows what it showed, as it was. */
export function* othersStay(history: History): Generator<Observation> {
  const removals = history.exchanges.filter(({ step }) => step.startsWith('deleted '))
  for (const { step } of removals) yield* done(history, step)
  for (const before of history.exchanges.filter(({ step }) => step.startsWith('before '))) {
    const after = at(history, before.step.replace('before', 'after'))
    yield* listed(history, before, after)
    for (const item of ownItems(history, before)) {
      if (removals.some(removal => isOf(removal, before.about?.role, item))) continue
      const now = ownItems(history, after).find(one => keyOf(one) === keyOf(item))
      const says = 'A delete changes no other object.'
      yield* isLeftAlone({ before: item, after: now, sent: undefined }, { says, at: after.step })
      yield holds((now?.metadata['deletionTimestamp'] ?? null) === null, {
        says,
        expected: 'a live object',
        got: now?.metadata['deletionTimestamp'],
        at: after,
      })
    }
  }
}

/** Whether a request is about an item; some servers leave out the namespace of items (OBJ-016). */
const isOf = ({ about }: Exchange, role: string | undefined, { metadata }: Item): boolean =>
  about?.role === role &&
  about?.name === metadata['name'] &&
  about?.namespace === (metadata['namespace'] ?? about?.namespace)

/**
 * DEL-035: every finalizer whose removal was acknowledged is gone for good, and the object is
 * removed when, and only when, all of them are.
 */
export function* everyReleaseCounts(history: History): Generator<Observation> {
  yield* isHeld(history)
  const all = takings(history).filter(({ answer }) => answer !== undefined)
  const lost = all.find(one => !succeeded(one) && !refused(one))
  yield* given(!lost, `${lost?.step} answered ${lost ? answered(lost) : ''}`)
  const taken = all.filter(succeeded).map(one => finalizersIn(at(history, ofRound('read', one)))[0])
  const left = finalizersIn(at(history, 'marked')).filter(one => !taken.includes(one))
  if (left.length === 0) {
    yield* isRemoved(history, 'When several owners have removed all finalizers the object is gone.')
    return
  }
  yield* isFound(history, 'gone', 'An object stays until its last finalizer is removed.')
  const found = finalizersIn(at(history, 'gone'))
  yield holds(found.length === left.length && left.every(one => found.includes(one)), {
    says: 'No acknowledged removal of a finalizer is lost.',
    expected: left,
    got: found,
    at: 'gone',
  })
}

/** DEL-009: while an object is finalizing its name is taken (`early`), afterwards free (`late`). */
export function* nameIsFreedByRemoval(history: History): Generator<Observation> {
  yield* isHeld(history)
  yield* done(history, 'twin', 'taken 0')
  const early = yield* decided(history, 'early')
  yield holds(refused(early), {
    says: 'The name of a finalizing object cannot be created again.',
    expected: 'a refusal (4xx)',
    got: answered(early),
    at: early,
  })
  const gone = yield* decided(history, 'gone')
  yield* given(refused(gone), `the object is not removed: gone answered ${answered(gone)}`)
  const late = yield* decided(history, 'late')
  yield holds(succeeded(late) && uidIn(late) !== uidIn(at(history, 'object')), {
    says: 'The name of a removed object can be created again.',
    expected: 'another object',
    got: answered(late),
    at: late,
  })
}
