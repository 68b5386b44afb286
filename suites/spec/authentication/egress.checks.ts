// Checks how a server with proxies connects to issuers (suites/setups/egress.ts).

import { reachesIssuerDirectly } from '../../../properties/laws/egress-selector/proxied-connections.ts'
import { issuerBesideProxies } from '../../../properties/scenarios/egress-selector/proxied-webhooks.ts'
import { example } from '../../check.ts'

export default [example('AUTHN-047', issuerBesideProxies, reachesIssuerDirectly)]
