// Lets the server of a setup end (suites/setups/ends.ts).

import { delayedEndSetup, endingsPath } from '../../../fixtures/objects/endings.ts'
import type { Step } from '../../dsl/scenario.ts'
import { issuersHost, onSetup } from '../../dsl/setup-names.ts'
import { rawRequest } from '../../dsl/steps.ts'

/** A server that ends, and what it answered meanwhile (`ending`). Another one starts the host. */
export const delayedEnd: Step[] = [
  rawRequest('server', 'GET', '/version', { server: onSetup(delayedEndSetup) }),
  rawRequest('ending', 'GET', `${endingsPath}/${encodeURIComponent(delayedEndSetup)}`, {
    who: 'anonymous',
    server: issuersHost,
  }),
]
