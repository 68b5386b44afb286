// Judges applies that genuine servers refuse: the refusal has their form, and nothing changes.

import type { Exchange, History, Item } from '../../history/history.ts'
import { exchangeAt, hasStep, isSuccess, resourceVersionOf } from '../../history/history.ts'
import { verify } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { requireDecision, findsNothing } from '../decisions.ts'
import { objectIsUnchanged } from '../unchanged-objects.ts'
import { requireSuccess } from '../preconditions.ts'
import { refusesWith } from '../status.ts'
import type { ExpectedStatus } from '../status.ts'
import { warningsOf } from '../../history/warnings.ts'

/** Returns the refusal of an invalid manager parameter. Options have their own kind. */
export const invalidManagerRefusal = (reason: string, field = 'fieldManager'): ExpectedStatus => ({
  code: 422,
  reason: 'Invalid',
  causes: [{ reason, field }],
})

/** Every fault is refused as expected and changes nothing. The twin is accepted. */
export const faultsAreRefusedWithoutEffect = (wanted: ExpectedStatus, says: string) =>
  function* (history: History): Generator<Observation> {
    yield* requireSuccess(history, 'object', 'before', 'after', 'twin')
    for (const fault of faultsOf(history)) yield* refusesWith(history, fault.step, wanted, says)
    yield* isUntouched(history, 'A refused apply changes nothing.')
    if (hasStep(history, 'nothing')) yield* findsNothing(history, 'nothing', says)
  }

/** Like `faultsAreRefusedWithoutEffect`, with a refusal per fault. */
export const eachFaultIsRefusedWithoutEffect = (
  wanted: (history: History, fault: Exchange) => ExpectedStatus,
  says: string,
) =>
  function* (history: History): Generator<Observation> {
    for (const fault of faultsOf(history))
      yield* refusesWith(history, fault.step, wanted(history, fault), says)
    yield* faultsAreRefusedWithoutEffect(
      { code: 0 },
      says,
    )({ ...history, exchanges: withoutFaults(history) })
  }

const faultsOf = ({ exchanges }: History): Exchange[] =>
  exchanges.filter(({ step }) => step.startsWith('fault'))

const withoutFaults = ({ exchanges }: History): Exchange[] =>
  exchanges.filter(({ step }) => !step.startsWith('fault'))

function* isUntouched(history: History, says: string): Generator<Observation> {
  const [before, after] = ['before', 'after'].map(
    look => exchangeAt(history, look).answer?.body as Item,
  )
  if (before) yield* objectIsUnchanged({ before, after, sent: undefined }, { says, at: 'after' })
}

/** A duplicate key in an apply is refused, warned about or ignored, by `fieldValidation`. */
export function* duplicateKeysFollowFieldValidation(history: History): Generator<Observation> {
  yield* requireSuccess(history, 'twin in YAML')
  const says = 'A duplicate key in an apply is refused at Strict.'
  yield* faultsAreRefusedWithoutEffect({ code: 400, reason: 'BadRequest' }, says)(history)
  for (const [label, isWarned] of [
    ['warned', true],
    ['ignored', false],
  ] as const) {
    const exchange = yield* requireDecision(history, label)
    const texts = warningsOf(exchange).filter(text => /["'.]b\b/.test(text))
    yield verify(isSuccess(exchange) && texts.length > 0 === isWarned, {
      says: 'A duplicate key in an apply produces a warning at Warn and none at Ignore.',
      expected: isWarned ? 'success and a warning of b' : 'success without a warning',
      got: isSuccess(exchange) ? texts : exchange.answer?.status,
      at: exchange,
    })
  }
}

/** Items of a list with keys must have a key, and keys must be unique. */
export function* listItemsNeedTheirKeys(history: History): Generator<Observation> {
  yield* requireSuccess(history, 'twin', 'before', 'after')
  for (const fault of faultsOf(history))
    yield* refusesWith(
      history,
      fault.step,
      { code: 500, reason: null },
      'List items without their key, or with the same key, are refused.',
    )
  const [was, is] = ['before', 'after'].map(look => resourceVersionOf(exchangeAt(history, look)))
  yield verify(was === is, {
    says: 'A refused apply changes nothing.',
    expected: was,
    got: is,
    at: 'after',
  })
}
