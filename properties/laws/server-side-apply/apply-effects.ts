// Judges the effects of applies on values and owners, by comparing equivalent writes.

import type { Exchange, History } from '../../history/history.ts'
import { exchangeAt, bodyValueAt, isSuccess, resourceVersionOf } from '../../history/history.ts'
import { conflictPath } from '../../models/field-paths.ts'
import { appliedPaths } from '../../models/field-shapes.ts'
import { fieldManagerKey } from '../../models/field-management.ts'
import { verify } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { pathsByManager, valuesByPath } from './apply-ownership.ts'
import { managedFieldsEntries, trackedShapeOf, observedState } from './modeled-writes.ts'
import { acceptsRequest, requireDecision } from '../decisions.ts'
import { firstDifference, differenceSides } from '../../models/json-differences.ts'
import { requireSuccess } from '../preconditions.ts'
import { statusCauses, refusesWith } from '../status.ts'

/** K8S-APPLY-010: an apply of an object as it was read causes no conflict and changes no value. */
export function* applyingOwnReadIsNoConflict(history: History): Generator<Observation> {
  yield* requireSuccess(history, 'before', 'after')
  const says = 'An apply of an object as read conflicts with no manager and changes no value.'
  yield* acceptsRequest(history, 'own', says)
  const [before, after] = ['before', 'after'].map(look => exchangeAt(history, look))
  if (!before || !after) return
  const shape = trackedShapeOf(history, before)
  const [was, is] = [observedState(before, shape), observedState(after, shape)]
  const difference = firstDifference(valuesByPath(was.fields), valuesByPath(is.fields))
  yield verify(difference === undefined, { says, ...differenceSides(difference), at: 'own' })
  const manager = `${history.context.prefix}p`
  const wanted = [...appliedPaths(was.fields ?? new Map())].map(conflictPath).toSorted()
  const own = is.owners.get(fieldManagerKey({ manager, operation: 'Apply' })) ?? []
  const got = [...own].map(conflictPath).toSorted()
  yield verify(wanted.join() === got.join(), {
    says: 'A manager that applies an object as read owns all its fields.',
    expected: wanted,
    got,
    at: after,
  })
}

/** K8S-APPLY-011: two objects that were applied in opposite orders are equal. */
export function* applyOrderDoesNotMatter(history: History): Generator<Observation> {
  const labels = ['x', 'y'].flatMap(one => ['creator', 'm', 'n'].map(by => `${one} by ${by}`))
  yield* requireSuccess(history, ...labels.slice(0, 1), 'look x', 'look y')
  const says = 'Applies of different fields succeed in either order.'
  for (const label of labels) yield* acceptsRequest(history, label, says)
  yield* objectsAreAlike(history, ['look x', 'look y'], 'Applies of different fields commute.')
}

/** These reads show objects with equal values and owners. */
export function* objectsAreAlike(
  history: History,
  [first = '', ...others]: string[],
  says: string,
): Generator<Observation> {
  yield* requireSuccess(history, first, ...others)
  const partsOf = (label: string) => {
    const exchange = exchangeAt(history, label)
    const { fields, owners } = observedState(exchange, trackedShapeOf(history, exchange))
    return { values: valuesByPath(fields), owners: pathsByManager(owners) }
  }
  for (const other of others) {
    const difference = firstDifference(partsOf(first), partsOf(other))
    yield verify(difference === undefined, { says, ...differenceSides(difference), at: other })
  }
}

/** K8S-APPLY-027: a dry run of an apply predicts the result of the apply and changes nothing. */
export function* dryApplyPredictsApply(history: History): Generator<Observation> {
  yield* requireSuccess(history, 'before', 'between')
  const [before, between] = ['before', 'between'].map(look => exchangeAt(history, look))
  const [tried, real] = [
    yield* requireDecision(history, 'dry'),
    yield* requireDecision(history, 'real'),
  ]
  const difference = firstDifference(before?.answer?.body, between?.answer?.body)
  yield verify(difference === undefined, {
    says: 'A dry run of an apply changes nothing.',
    ...differenceSides(difference),
    at: tried,
  })
  const says = 'A dry-run apply returns the same result as the apply.'
  const different = firstDifference(outcomeOf(history, real), outcomeOf(history, tried))
  yield verify(different === undefined, { says, ...differenceSides(different), at: tried })
}

const outcomeOf = (history: History, exchange: Exchange): unknown => {
  if (!isSuccess(exchange)) {
    const causes = statusCauses(exchange).map(cause => JSON.stringify(cause))
    return { code: exchange.answer?.status, causes: causes.toSorted() }
  }
  const { fields, owners } = observedState(exchange, trackedShapeOf(history, exchange))
  return { values: valuesByPath(fields), owners: pathsByManager(owners) }
}

/**
 * K8S-APPLY-028: server-side apply by kubectl takes over the fields of its client-side applies, and
 * no others.
 */
export function* serverSideApplyTakesOverClientSideFields(
  history: History,
): Generator<Observation> {
  yield* requireSuccess(history, 'object', 'before', 'after')
  for (const fault of ['fault another', 'fault another label'])
    yield* refusesWith(
      history,
      fault,
      { code: 409, reason: 'Conflict' },
      'An apply of another value conflicts with a field that an update wrote.',
    )
  const says = 'An apply by kubectl may change the fields in its last-applied annotation.'
  yield* acceptsRequest(history, 'successor', says)
  const label = bodyValueAt(exchangeAt(history, 'after'), '/metadata/labels/a')
  yield verify(label === 'two', { says, expected: 'two', got: label, at: 'after' })
}

/** K8S-APPLY-032: a repeated apply changes nothing, for any type. */
export function* repeatedApplyIsNoOp(history: History): Generator<Observation> {
  for (const first of history.exchanges.filter(({ step }) => step.startsWith('first '))) {
    const again = exchangeAt(history, first.step.replace('first', 'again'))
    yield* requireSuccess(history, first.step, again.step)
    const says = 'A repeated apply keeps resourceVersion and managedFields.'
    yield verify(resourceVersionOf(again) === resourceVersionOf(first), {
      says,
      expected: resourceVersionOf(first),
      got: resourceVersionOf(again),
      at: again,
    })
    const difference = firstDifference(
      managedFieldsEntries(first.answer?.body),
      managedFieldsEntries(again.answer?.body),
    )
    yield verify(difference === undefined, { says, ...differenceSides(difference), at: again })
  }
}
