// Finds setups by name.

import { auditServerSetups } from './audit.ts'
import { authenticationSetups } from './authentication.ts'
import { authorizationSetups } from './authorization.ts'
import { egressServerSetups } from './egress.ts'
import { encryptionPluginSetups } from './encryption-plugins.ts'
import { endSetups } from './ends.ts'
import { gateServerSetups } from './gates.ts'
import { encryptionServerSetups } from './encryption.ts'
import { eventLimitSetups } from './event-limits.ts'
import { imageReviewSetups } from './image-reviews.ts'
import { tracingServerSetups } from './tracing.ts'
import type { Setup } from './setup.ts'

const setups: Setup[] = [
  ...authenticationSetups,
  ...authorizationSetups,
  ...eventLimitSetups,
  ...imageReviewSetups,
  ...auditServerSetups,
  ...encryptionServerSetups,
  ...tracingServerSetups,
  ...egressServerSetups,
  ...encryptionPluginSetups,
  ...endSetups,
  ...gateServerSetups,
]

/** @throws Error when no setup has this name */
export function setupNamed(name: string): Setup {
  const found = setups.find(one => one.name === name)
  if (!found) throw new Error(`no setup has the name ${name}`)
  return found
}
