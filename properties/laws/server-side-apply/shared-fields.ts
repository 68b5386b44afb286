// Judges applies that omit fields. The labels are in scenarios/shared-fields.ts.

import type { History } from '../../history/history.ts'
import { bodyValueAt, exchangeAt, rolesIn } from '../../history/history.ts'
import { precondition, verify } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { appliedRoles } from '../../scenarios/server-side-apply/apply.ts'
import { isUnsupportedMediaType } from '../patch/served-patch-types.ts'
import { requireSuccess } from '../preconditions.ts'

const wanted = { created: 'one', updated: 'two', merged: 'two', alone: 'one' }

/**
 * K8S-APPLY-034: a field that an apply omits stays if another manager owns it by a create, an
 * update or a patch. One that only the applying manager owns is removed.
 */
export function* sharedFieldsStay(history: History): Generator<Observation> {
  for (const role of rolesIn(history, appliedRoles)) {
    const at = (label: string): string => `${label} ${role}`
    // Without merge patches, the applying manager alone owns the annotation of the patch.
    const isMerged = !isUnsupportedMediaType(history, at('merged'))
    const steps = ['created', 'applied', 'updated', ...(isMerged ? ['merged'] : []), 'shared']
    yield* requireSuccess(history, ...[...steps, 'look', 'omitted', 'after'].map(at))
    const [look, after] = ['look', 'after'].map(label => exchangeAt(history, at(label)))
    if (!look || !after) return
    for (const [key, text] of Object.entries(wanted)) {
      if (key === 'merged' && !isMerged) continue
      const pointer = `/metadata/annotations/${key}`
      yield* precondition(
        bodyValueAt(look, pointer) === text,
        `the annotation ${key} was not ${text} before the last apply`,
      )
      const got = bodyValueAt(after, pointer)
      const isAlone = key === 'alone'
      yield verify(got === (isAlone ? undefined : text), {
        says: isAlone
          ? 'A field that an apply omits is removed if no other manager owns it.'
          : 'A field that an apply omits stays if another manager owns it by an update.',
        expected: isAlone ? `no ${key}` : `${key}: ${text}`,
        got: got ?? 'nothing',
        at: at('omitted'),
      })
    }
  }
}
