// Checks refusals of patches.

import { stalePatchIsConflict } from '../../../properties/laws/patch/patch-versions.ts'
import { stalePatch } from '../../../properties/scenarios/patch/patch-races.ts'
import { rolesIn } from '../../../properties/history/history.ts'
import { writableRoles } from '../../../properties/scenarios/updates.ts'
import { example } from '../../check.ts'

export default [
  example(
    'ERR-009',
    writableRoles.flatMap(role => stalePatch(role, 'merge', { suffix: ` ${role}` })),
    function* (history) {
      for (const role of rolesIn(history, writableRoles))
        yield* stalePatchIsConflict(` ${role}`)(history)
    },
  ),
]
