// Checks that the server accepts every version that it has issued.

import { issuedVersionsAreAccepted } from '../../../properties/laws/get/issued-versions.ts'
import { readsAtIssuedVersions } from '../../../properties/scenarios/watch/watched-writes.ts'
import { property } from '../../check.ts'

export default [
  property('GET-006', readsAtIssuedVersions(), issuedVersionsAreAccepted, { observationsMin: 20 }),
]
