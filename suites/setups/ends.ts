// A server that goes on serving for a time when it ends.

import { delayedEndSetup, endDelayMs } from '../../fixtures/objects/endings.ts'
import type { Setup } from './setup.ts'

/** The setups of the end of servers. */
export const endSetups: Setup[] = [
  {
    name: delayedEndSetup,
    files: [],
    flags: [`--shutdown-delay-duration=${endDelayMs / 1000}s`],
    endsWhenRead: true,
  },
]
