// A valid EgressSelectorConfiguration, and the files that it refers to.

import { sampleKeyPair } from './certificate.ts'
import { configDocument } from './documents.ts'

const folder = '/etc/egress'

export const tlsFiles = {
  caBundle: `${folder}/ca.crt`,
  clientKey: `${folder}/client.key`,
  clientCert: `${folder}/client.crt`,
}

/** The client has a certificate and its key. The same authority signed the proxy's certificate. */
export const tlsTexts = {
  [tlsFiles.caBundle]: sampleKeyPair.certificate,
  [tlsFiles.clientKey]: sampleKeyPair.key,
  [tlsFiles.clientCert]: sampleKeyPair.certificate,
}

const tcp = { url: 'https://proxy.example:8131', tlsConfig: tlsFiles }

/** The first selection uses TCP with TLS, the second a socket. */
export const validEgressSelector = configDocument(
  ['apiserver', 'v1beta1', 'EgressSelectorConfiguration'],
  {
    egressSelections: [
      { name: 'cluster', connection: { proxyProtocol: 'HTTPConnect', transport: { tcp } } },
      {
        name: 'etcd',
        connection: { proxyProtocol: 'GRPC', transport: { uds: { udsName: '/run/egress.sock' } } },
      },
    ],
  },
)
