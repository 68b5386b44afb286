// Generates merge patches of labels, annotations and finalizers.

import fc from 'fast-check'
import type { Arbitrary } from 'fast-check'
import type { Scenario } from '../../dsl/scenario.ts'
import { editTerm, sampleTerm, scenarioWith } from '../../dsl/steps.ts'
import { escapeSegment } from '../../dsl/term.ts'
import type { Term } from '../../dsl/term.ts'
import { finalizerName } from '../object-lifecycles.ts'
import { patchKeys, patchesBetweenReads } from './patches.ts'
import type { TypedPatch } from './patches.ts'
import { someWritableRole } from '../updates.ts'

const someWord = fc.constantFrom('one', 'two', '1', 'null', '')
const someMembers: Arbitrary<Record<string, Term>> = fc.dictionary(
  fc.constantFrom(...patchKeys),
  fc.option(someWord, { freq: 2 }),
  { maxKeys: 3, noNullPrototype: true },
)
const someFinalizers = fc.shuffledSubarray(['v', 'w', 'x', 'y'].map(finalizerName), {
  minLength: 1,
})

const someMetadata = fc.record<Record<string, Term>>(
  {
    annotations: fc.oneof(
      { weight: 5, arbitrary: someMembers },
      { weight: 1, arbitrary: fc.constant(null) },
    ),
    labels: someMembers,
    finalizers: someFinalizers,
  },
  { requiredKeys: [] },
)

/** Removes all annotations, then adds the map again, with a null in it that must be dropped. */
const newMapWithNull: TypedPatch[] = [null, { a: null, b: 'one' }].map(annotations => ({
  type: 'merge',
  body: { metadata: { annotations } },
}))

/**
 * PTCH-013: two or three nested patches, some of them whole objects with new content, and patches
 * that create a map.
 */
export const mergePatches = (): Arbitrary<Scenario> =>
  fc
    .record({
      role: someWritableRole,
      patches: fc.array(
        fc.record({ metadata: someMetadata, isWhole: fc.boolean(), isMore: fc.boolean() }),
        { minLength: 2, maxLength: 3 },
      ),
    })
    .map(({ role, patches }) =>
      scenarioWith(
        ...patchesBetweenReads(role, [
          ...patches.map(({ metadata, isWhole, isMore }, index): TypedPatch => {
            const { labels = {}, ...others } = metadata
            const whole = editTerm(sampleTerm(role, 'x', `content ${index}`), {
              ...members('/metadata', others),
              ...members('/metadata/labels', labels as Record<string, Term>),
            })
            const part = isMore ? { metadata, touchstoneNothing: null } : { metadata }
            return { type: 'merge', body: isWhole ? whole : part }
          }),
          ...newMapWithNull,
        ]),
      ),
    )

const members = (pointer: string, map: Record<string, Term>): Record<string, Term> =>
  Object.fromEntries(
    Object.entries(map).map(([key, value]) => [`${pointer}/${escapeSegment(key)}`, value]),
  )
