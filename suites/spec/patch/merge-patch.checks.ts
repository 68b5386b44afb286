// Checks JSON Merge Patch (RFC 7386) against a model.

import {
  patchesMatchModel,
  patchesOfRolesMatchModel,
} from '../../../properties/laws/patch/patches.ts'
import { mergePatches } from '../../../properties/scenarios/patch/merge-patches.ts'
import { finalizerName } from '../../../properties/scenarios/object-lifecycles.ts'
import { labelsOfRole, patchesBetweenReads } from '../../../properties/scenarios/patch/patches.ts'
import { writableRoles } from '../../../properties/scenarios/updates.ts'
import type { Id } from '../../generated/catalogue.ts'
import type { Term } from '../../../properties/dsl/term.ts'
import { example, property } from '../../check.ts'
import type { Check } from '../../check.ts'

const says = (rule: string) => ({ applies: rule, fails: rule })

/** A check that sends merge patches, one after the other, to one object of each type. */
const merges = (id: Id, bodies: Term[], rule: string): Check =>
  example(
    id,
    writableRoles.flatMap(role =>
      labelsOfRole(
        role,
        patchesBetweenReads(
          role,
          bodies.map(body => ({ type: 'merge', body })),
        ),
      ),
    ),
    patchesOfRolesMatchModel(says(rule)),
  )

export default [
  merges(
    'PTCH-011',
    [{ metadata: { labels: { a: 'patched', c: 'new' } } }],
    'A merge patch changes what it names and keeps the rest.',
  ),
  merges(
    'PTCH-012',
    [
      { metadata: { labels: { a: null, c: null } } },
      { metadata: { annotations: { a: null, b: 'patched' }, labels: { a: 'again' } } },
      { metadata: { annotations: null } },
      // Also in a map that the patch creates.
      { metadata: { annotations: { a: 'new', b: null } } },
    ],
    'A null in a merge patch removes that member.',
  ),
  property(
    'PTCH-013',
    mergePatches(),
    patchesMatchModel(says('A merge patch merges objects, and unnamed members stay.')),
  ),
  merges(
    'PTCH-014',
    [
      { metadata: { finalizers: [finalizerName('y'), finalizerName('v')] } },
      { metadata: { finalizers: [finalizerName('w')] } },
      { metadata: { annotations: { a: 'b' }, finalizers: [] } },
    ],
    'A list in a merge patch replaces the stored one as a whole.',
  ),
]
