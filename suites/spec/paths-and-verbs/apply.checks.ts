// Checks the logical verb of a server-side apply, by users who may use only one verb.

import { appliedAsCreateOrPatch } from '../../../properties/laws/server-side-apply/apply.ts'
import { appliesByRights } from '../../../properties/scenarios/server-side-apply/apply-rights.ts'
import { example } from '../../check.ts'

export default [
  example('PATH-024', appliesByRights, appliedAsCreateOrPatch, { needs: ['feature apply'] }),
]
