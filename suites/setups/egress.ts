// Servers that connect to webhooks through the proxies of a run.

import { egressIssuer, egressSetups } from '../../fixtures/objects/egress.ts'
import { hostAddresses } from '../../fixtures/objects/host-addresses.ts'
import { setupDirectory } from '../../fixtures/objects/setup-directory.ts'
import { standardAudience } from '../../fixtures/objects/tokens.ts'
import type { Term } from '../../properties/dsl/term.ts'
import { configDocument } from '../../properties/models/config/documents.ts'
import type { Setup } from './setup.ts'

type Members = { [name: string]: Term }

const file = 'egress.yaml'
const [clientCertificate, clientKey, authority] = ['client.pem', 'client.key', 'proxy.pem']

const viaSocket = (name: string, udsName: string): Members => ({
  name,
  connection: { proxyProtocol: 'HTTPConnect', transport: { uds: { udsName } } },
})

const viaTls = (name: string, more: Members = {}): Members => ({
  name,
  connection: {
    proxyProtocol: 'HTTPConnect',
    transport: {
      tcp: {
        url: hostAddresses.tlsProxy,
        tlsConfig: {
          clientCert: `${setupDirectory}/${clientCertificate}`,
          clientKey: `${setupDirectory}/${clientKey}`,
          ...more,
        },
      },
    },
  },
})

const setup = (
  name: string,
  version: 'v1alpha1' | 'v1beta1',
  ...egressSelections: Members[]
): Setup => ({
  name,
  files: [
    {
      name: file,
      document: configDocument(['apiserver', version, 'EgressSelectorConfiguration'], {
        egressSelections,
      }),
    },
  ],
  flags: [`--egress-selector-config-file=${file}`],
})

const both = setup(
  egressSetups.both,
  'v1beta1',
  viaSocket('controlplane', hostAddresses.controlplaneProxy),
  viaSocket('cluster', hostAddresses.clusterProxy),
)

const overTls = setup(
  egressSetups.overTls,
  'v1beta1',
  viaTls('controlplane'),
  viaTls('cluster', { caBundle: `${setupDirectory}/${authority}` }),
)

/** The setups of egress. */
export const egressServerSetups: Setup[] = [
  {
    ...both,
    files: [
      ...both.files,
      {
        name: 'authentication.yaml',
        document: configDocument(['apiserver', 'v1beta1', 'AuthenticationConfiguration'], {
          jwt: [
            {
              issuer: {
                url: { $host: egressIssuer },
                certificateAuthority: { $hostAuthority: 'pem' },
                audiences: [standardAudience],
              },
              claimMappings: { username: { claim: 'sub', prefix: '' } },
            },
          ],
          anonymous: { enabled: true },
        }),
      },
    ],
    flags: [...both.flags, '--authentication-config=authentication.yaml'],
  },
  setup(egressSetups.oldName, 'v1alpha1', viaSocket('master', hostAddresses.controlplaneProxy)),
  {
    ...overTls,
    files: [
      ...overTls.files,
      { name: clientCertificate, text: hostAddresses.clientCertificate },
      { name: clientKey, text: hostAddresses.clientKey },
      { name: authority, text: { $hostAuthority: 'pem' } },
    ],
  },
]
