// Generates applies of different or equal values by two managers.

import fc from 'fast-check'
import type { Arbitrary } from 'fast-check'
import type { Role } from '../../../fixtures/objects/tested-types.ts'
import type { Scenario } from '../../dsl/scenario.ts'
import { get, caseName, sampleTerm, scenarioWith } from '../../dsl/steps.ts'
import type { Term } from '../../dsl/term.ts'
import { apply, asDryRun } from '../../dsl/write-steps.ts'
import { applyStep, appliedRoles, readBack, partialBody, wholeBody } from './apply.ts'
import type { TextMap } from './apply.ts'

/**
 * The applied configurations of one manager and of another one, in annotations, labels or the
 * content.
 */
type Quarrel = {
  mine: Term
  /** Other values of the same fields, and other fields. */
  theirs: Term
  /** The same values. */
  alike: Term
  /** Only other fields. */
  apart: Term
}

const someKeys = fc.subarray(['a', 'b', 'c'], { minLength: 1 })
const valued = (keys: string[], text: string): TextMap =>
  Object.fromEntries(keys.map(key => [key, text]))

const someQuarrel = (role: Role): Arbitrary<Quarrel> =>
  fc
    .record({
      keys: someKeys,
      others: fc.subarray(['d', 'e']),
      over: fc.constantFrom('labels', 'annotations', 'content'),
    })
    .map(({ keys, others, over }) => {
      const own = valued(others, 'of the second')
      const wants = (text: string, annotations: TextMap): Term => {
        if (over === 'content') return wholeBody(role, text, { annotations })
        const texts = valued(keys, text)
        return over === 'labels'
          ? partialBody(role, { labels: texts, annotations })
          : partialBody(role, { annotations: { ...texts, ...annotations } })
      }
      return {
        mine: wholeBody(role, 'one', over === 'content' ? {} : { [over]: valued(keys, 'one') }),
        theirs: wants('two', own),
        alike: wants('one', {}),
        apart: partialBody(role, { annotations: valued(['z', ...others], 'apart') }),
      }
    })

const someCase = fc
  .constantFrom<Role>(...appliedRoles)
  .chain(role => someQuarrel(role).map(quarrel => ({ role, ...quarrel })))

/**
 * Generates an apply by one manager (`object`) and a conflicting one by another (`conflict`)
 * between reads (`before`, `after`). Its apply of other fields is valid (`apart`).
 */
export const conflictingApplies = (): Arbitrary<Scenario> =>
  someCase.map(({ role, mine, theirs, apart }) =>
    scenarioWith(
      applyStep('object', role, 'm', mine),
      readBack('before', role),
      applyStep('conflict', role, 'n', theirs),
      readBack('after', role),
      applyStep('apart', role, 'n', apart),
    ),
  )

/**
 * Generates conflicting applies. Then the second manager forces its apply (`forced`), after which
 * the first conflicts (`lost`) and the second does not (`kept`).
 */
export const forcedApplies = (): Arbitrary<Scenario> =>
  someCase.map(({ role, mine, theirs }) =>
    scenarioWith(
      applyStep('object', role, 'm', mine),
      applyStep('conflict', role, 'n', theirs),
      readBack('before', role),
      applyStep('forced', role, 'n', theirs, true),
      readBack('after', role),
      applyStep('lost', role, 'm', mine),
      readBack('final', role),
      applyStep('kept', role, 'n', theirs),
    ),
  )

/**
 * Generates two applies of the same values (`object`, `second`). Then one manager applies another
 * value (`alone`).
 */
export const sharingApplies = (): Arbitrary<Scenario> =>
  someCase.map(({ role, mine, theirs, alike }) =>
    scenarioWith(
      applyStep('object', role, 'm', mine),
      applyStep('second', role, 'n', alike),
      readBack('before', role),
      applyStep('alone', role, 'm', theirs),
      readBack('after', role),
    ),
  )

/**
 * Generates dry runs for an object (`object`) and an unused name: of a new field (`dry new`), of a
 * conflict, of a forced apply and of a create, between reads. Real applies follow that would
 * conflict if the dry runs had taken fields (`unowned`, `own`), and `twin`.
 */
export const dryRunApplies = (): Arbitrary<Scenario> =>
  someCase.map(({ role, mine, theirs, apart }) => {
    const onNothing = apply('create', role, caseName('y'), {
      body: sampleTerm(role, 'y', 'one'),
      manager: caseName('n'),
    })
    const others = partialBody(role, { annotations: { z: 'of the first' } })
    return scenarioWith(
      applyStep('object', role, 'm', mine),
      readBack('before', role),
      asDryRun(applyStep('new', role, 'n', apart)),
      asDryRun(applyStep('conflict', role, 'n', theirs)),
      asDryRun(applyStep('forced', role, 'n', theirs, true)),
      asDryRun(onNothing),
      readBack('after', role),
      get('nothing', role, caseName('y')),
      applyStep('unowned', role, 'o', others),
      applyStep('own', role, 'm', mine),
      { ...onNothing, as: 'twin' },
    )
  })
