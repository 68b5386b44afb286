// Laws of what applies do to values and owners, where one effect is to be as another.

import type { Exchange, History } from '../../history/history.ts'
import { at, read, succeeded, version } from '../../history/history.ts'
import { pathText } from '../../models/field-paths.ts'
import { ownedBy } from '../../models/field-shapes.ts'
import { ownerKey } from '../../models/ownership.ts'
import { holds } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { ownershipOf, textsOf } from './apply-ownership.ts'
import { entriesOf, shapeOfRole, stateIn } from './apply-story.ts'
import { accepts, decided } from '../decisions.ts'
import { differenceOf, sidesOf } from '../differences.ts'
import { done } from '../premises.ts'
import { causesOf, refusesWith } from '../status.ts'

/** K8S-APPLY-010: what is read is no conflict with anybody, and nothing changes by it. */
export function* ownReadIsNoConflict(history: History): Generator<Observation> {
  yield* done(history, 'before', 'after')
  const says = 'An object applied as it was read conflicts with nobody and changes no value.'
  yield* accepts(history, 'own', says)
  const [before, after] = ['before', 'after'].map(look => at(history, look))
  if (!before || !after) return
  const shape = shapeOfRole(history, before)
  const [was, is] = [stateIn(before, shape), stateIn(after, shape)]
  const difference = differenceOf(textsOf(was.fields), textsOf(is.fields))
  yield holds(difference === undefined, { says, ...sidesOf(difference), at: 'own' })
  const manager = `${history.words.prefix}p`
  const wanted = [...ownedBy(was.fields ?? new Map())].map(pathText).toSorted()
  const own = is.owners.get(ownerKey({ manager, operation: 'Apply' })) ?? []
  const got = [...own].map(pathText).toSorted()
  yield holds(wanted.join() === got.join(), {
    says: 'Who applies an object as it was read owns all of it.',
    expected: wanted,
    got,
    at: after,
  })
}

/** K8S-APPLY-011: two objects that were written in opposite orders are alike. */
export function* ordersAreAlike(history: History): Generator<Observation> {
  const labels = ['x', 'y'].flatMap(one => ['creator', 'm', 'n'].map(by => `${one} by ${by}`))
  yield* done(history, ...labels.slice(0, 1), 'look x', 'look y')
  const says = 'Applies of different fields are carried out in either order.'
  for (const label of labels) yield* accepts(history, label, says)
  yield* areAlike(history, ['look x', 'look y'], 'Applies of different fields commute.')
}

/** Objects that looks show are alike in values and owners. */
export function* areAlike(
  history: History,
  [first = '', ...others]: string[],
  says: string,
): Generator<Observation> {
  yield* done(history, first, ...others)
  const partsOf = (label: string) => {
    const exchange = at(history, label)
    const { fields, owners } = stateIn(exchange, shapeOfRole(history, exchange))
    return { values: textsOf(fields), owners: ownershipOf(owners) }
  }
  for (const other of others) {
    const difference = differenceOf(partsOf(first), partsOf(other))
    yield holds(difference === undefined, { says, ...sidesOf(difference), at: other })
  }
}

/** K8S-APPLY-027: what a dry run of an apply says comes true, and until then nothing has changed. */
export function* dryApplyForetells(history: History): Generator<Observation> {
  yield* done(history, 'before', 'between')
  const [before, between] = ['before', 'between'].map(look => at(history, look))
  const [tried, real] = [yield* decided(history, 'dry'), yield* decided(history, 'real')]
  const difference = differenceOf(before?.answer?.body, between?.answer?.body)
  yield holds(difference === undefined, {
    says: 'A dry run of an apply changes nothing.',
    ...sidesOf(difference),
    at: tried,
  })
  const says = 'A dry run of an apply answers what the apply does.'
  const different = differenceOf(outcomeOf(history, real), outcomeOf(history, tried))
  yield holds(different === undefined, { says, ...sidesOf(different), at: tried })
}

const outcomeOf = (history: History, exchange: Exchange): unknown => {
  if (!succeeded(exchange)) {
    const causes = causesOf(exchange).map(cause => JSON.stringify(cause))
    return { code: exchange.answer?.status, causes: causes.toSorted() }
  }
  const { fields, owners } = stateIn(exchange, shapeOfRole(history, exchange))
  return { values: textsOf(fields), owners: ownershipOf(owners) }
}

/** K8S-APPLY-028: what kubectl had applied by itself is its own, and nobody else's. */
export function* successorTakesOver(history: History): Generator<Observation> {
  yield* done(history, 'object', 'before', 'after')
  for (const fault of ['fault another', 'fault another label'])
    yield* refusesWith(
      history,
      fault,
      { code: 409, reason: 'Conflict' },
      'What an update wrote is in conflict with an apply of another value.',
    )
  const says = 'kubectl may apply over what its client-side apply is recorded to have applied.'
  yield* accepts(history, 'successor', says)
  const label = read(at(history, 'after'), '/metadata/labels/a')
  yield holds(label === 'two', { says, expected: 'two', got: label, at: 'after' })
}

/** K8S-APPLY-032: an apply that is repeated changes nothing, whatever its type makes of it. */
export function* repeatedApplyIsIdle(history: History): Generator<Observation> {
  for (const first of history.exchanges.filter(({ step }) => step.startsWith('first '))) {
    const again = at(history, first.step.replace('first', 'again'))
    yield* done(history, first.step, again.step)
    const says = 'An apply that is repeated keeps the version and the record.'
    yield holds(version(again) === version(first), {
      says,
      expected: version(first),
      got: version(again),
      at: again,
    })
    const difference = differenceOf(entriesOf(first.answer?.body), entriesOf(again.answer?.body))
    yield holds(difference === undefined, { says, ...sidesOf(difference), at: again })
  }
}
