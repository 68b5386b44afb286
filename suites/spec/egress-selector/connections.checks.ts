// Checks through which proxies a server connects (suites/setups/egress.ts).

import {
  passesProxy,
  refusesUnknownProxy,
} from '../../../properties/laws/egress-selector/proxied-connections.ts'
import { inTurn } from '../../../properties/laws/in-turn.ts'
import { proxiedWebhooks } from '../../../properties/scenarios/egress-selector/proxied-webhooks.ts'
import { example } from '../../check.ts'

const ofUrl = 'Connections to a webhook with a URL pass the proxy for `controlplane`.'

export default [
  example(
    'EGRESS-006',
    proxiedWebhooks('oldName', 'url'),
    passesProxy('`master` is another name for `controlplane`.', 'url', 'controlplane'),
  ),
  example('EGRESS-020', proxiedWebhooks('overTls', 'service', 'url'), refusesUnknownProxy),
  example(
    'EGRESS-027',
    proxiedWebhooks('both', 'url', 'service'),
    inTurn(
      passesProxy(ofUrl, 'url', 'controlplane'),
      passesProxy(
        'Connections to a webhook with a service pass the proxy for `cluster`.',
        'service',
        'cluster',
      ),
    ),
  ),
]
