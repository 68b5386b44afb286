// A server that continues to serve for some time after the signal to end.

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
