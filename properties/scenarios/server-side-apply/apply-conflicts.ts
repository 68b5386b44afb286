// Two managers that want different values, or the same ones.

import fc from 'fast-check'
import type { Arbitrary } from 'fast-check'
import type { Role } from '../../../fixtures/objects/probe-types.ts'
import type { Scenario } from '../../dsl/scenario.ts'
import { get, named, sample, steps } from '../../dsl/steps.ts'
import type { Term } from '../../dsl/term.ts'
import { apply, dry } from '../../dsl/write-steps.ts'
import { applied, appliedRoles, look, naming, whole } from './apply.ts'
import type { Texts } from './apply.ts'

/** What one manager wants of annotations, labels or the content, and what another may want. */
type Quarrel = {
  mine: Term
  /** Another value of each, and other fields. */
  theirs: Term
  /** The same. */
  alike: Term
  /** Other fields alone. */
  apart: Term
}

const someKeys = fc.subarray(['a', 'b', 'c'], { minLength: 1 })
const valued = (keys: string[], text: string): Texts =>
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
      const wants = (text: string, annotations: Texts): Term => {
        if (over === 'content') return whole(role, text, { annotations })
        const texts = valued(keys, text)
        return over === 'labels'
          ? naming(role, { labels: texts, annotations })
          : naming(role, { annotations: { ...texts, ...annotations } })
      }
      return {
        mine: whole(role, 'one', over === 'content' ? {} : { [over]: valued(keys, 'one') }),
        theirs: wants('two', own),
        alike: wants('one', {}),
        apart: naming(role, { annotations: valued(['z', ...others], 'apart') }),
      }
    })

const someCase = fc
  .constantFrom<Role>(...appliedRoles)
  .chain(role => someQuarrel(role).map(quarrel => ({ role, ...quarrel })))

/**
 * A manager wants some values of an object (`object`) and another one others
 * (`conflict`), between looks (`before`, `after`); what it says of other fields is sound (`apart`).
 */
export const conflictingApplies = (): Arbitrary<Scenario> =>
  someCase.map(({ role, mine, theirs, apart }) =>
    steps(
      applied('object', role, 'm', mine),
      look('before', role),
      applied('conflict', role, 'n', theirs),
      look('after', role),
      applied('apart', role, 'n', apart),
    ),
  )

/** The same, then the second insists (`forced`), the first is in conflict (`lost`), not he (`kept`). */
export const forcedApplies = (): Arbitrary<Scenario> =>
  someCase.map(({ role, mine, theirs }) =>
    steps(
      applied('object', role, 'm', mine),
      applied('conflict', role, 'n', theirs),
      look('before', role),
      applied('forced', role, 'n', theirs, true),
      look('after', role),
      applied('lost', role, 'm', mine),
      look('final', role),
      applied('kept', role, 'n', theirs),
    ),
  )

/** Two managers want the same (`object`, `second`); then one of them wants something else (`alone`). */
export const sharingApplies = (): Arbitrary<Scenario> =>
  someCase.map(({ role, mine, theirs, alike }) =>
    steps(
      applied('object', role, 'm', mine),
      applied('second', role, 'n', alike),
      look('before', role),
      applied('alone', role, 'm', theirs),
      look('after', role),
    ),
  )

/**
 * Of an object (`object`), and of a name that stays free, dry runs of a new field (`dry new`), of a
 * conflict, of a forced apply and of a create, between looks; then applies in earnest that would
 * be in conflict with what the dry runs had taken (`unowned`, `own`), and `twin`.
 */
export const dryApplies = (): Arbitrary<Scenario> =>
  someCase.map(({ role, mine, theirs, apart }) => {
    const onNothing = apply('create', role, named('y'), {
      body: sample(role, 'y', 'one'),
      manager: named('n'),
    })
    const others = naming(role, { annotations: { z: 'of the first' } })
    return steps(
      applied('object', role, 'm', mine),
      look('before', role),
      dry(applied('new', role, 'n', apart)),
      dry(applied('conflict', role, 'n', theirs)),
      dry(applied('forced', role, 'n', theirs, true)),
      dry(onNothing),
      look('after', role),
      get('nothing', role, named('y')),
      applied('unowned', role, 'o', others),
      applied('own', role, 'm', mine),
      { ...onNothing, as: 'twin' },
    )
  })
