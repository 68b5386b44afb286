// Servers that send spans to the collectors of a run, and sample by the parents of requests.

import { hostAddresses } from '../../fixtures/objects/host-addresses.ts'
import { standardCollectorPort, tracingSetups } from '../../fixtures/objects/tracing.ts'
import type { Term } from '../../properties/dsl/term.ts'
import { configDocument } from '../../properties/models/config/documents.ts'
import type { Setup } from './setup.ts'

const file = 'tracing.yaml'

const setup = (name: string, members: { [name: string]: Term }): Setup => ({
  name,
  files: [
    {
      name: file,
      document: configDocument(['apiserver', 'v1beta1', 'TracingConfiguration'], members),
    },
  ],
  flags: [`--tracing-config-file=${file}`],
})

/** The setups of tracing. */
export const tracingServerSetups: Setup[] = [
  setup(tracingSetups.toAddress, { endpoint: hostAddresses.collector }),
  { ...setup(tracingSetups.toStandard, {}), collectorPort: standardCollectorPort },
]
