// Generates JSON patches of keys that need escapes in JSON pointers.

import fc from 'fast-check'
import type { Arbitrary } from 'fast-check'
import type { Scenario } from '../../dsl/scenario.ts'
import { scenarioWith } from '../../dsl/steps.ts'
import { escapeSegment } from '../../dsl/term.ts'
import type { Term } from '../../dsl/term.ts'
import { patchKeys, patchesBetweenReads, metadataPointer } from './patches.ts'
import { someWritableRole } from '../updates.ts'

const oddKeys = ['a~b', 'a/b', '~', '/', '~1', '~0', '~01', 'a~1b', 'm~n/o'] as const
const someOddKeys = fc.uniqueArray(fc.constantFrom(...oddKeys), { minLength: 2, maxLength: 4 })

/**
 * PTCH-009: keys that need escapes in JSON pointers. A server need not store them, so they exist
 * only during the patch, which moves or removes them at its end.
 */
export const escapedPointers = (): Arbitrary<Scenario> =>
  fc
    .record({
      role: someWritableRole,
      keys: someOddKeys,
      goals: fc.shuffledSubarray([...patchKeys], { minLength: 4 }),
      stays: fc.array(fc.boolean(), { minLength: 4, maxLength: 4 }),
    })
    .map(({ role, keys, goals, stays }) => {
      const odd = Object.fromEntries(keys.map(key => [key, `of ${key}`]))
      const path = (key: string): string => metadataPointer('annotations', key)
      const tidy = keys.map((key, index): Term => {
        const goal = goals[index]
        return stays[index] && goal
          ? { op: 'move', from: path(key), path: path(goal) }
          : { op: 'remove', path: path(key) }
      })
      const whole = { op: 'add', path: '/metadata/annotations', value: { kept: 'kept', ...odd } }
      const slash = `/metadata/annotations/${escapeSegment('example.com/a')}`
      return scenarioWith(
        ...patchesBetweenReads(role, [
          { type: 'json', body: [{ op: 'replace', path: slash, value: 'slash' }] },
          { type: 'json', body: [whole, ...tidy] },
        ]),
      )
    })
