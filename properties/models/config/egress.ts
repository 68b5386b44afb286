// A good EgressSelectorConfiguration, and the files that it names.

import { sampleKeyPair } from './certificate.ts'
import { configDocument } from './documents.ts'

const folder = '/etc/egress'

export const tlsFiles = {
  caBundle: `${folder}/ca.crt`,
  clientKey: `${folder}/client.key`,
  clientCert: `${folder}/client.crt`,
}

/** A client has a certificate and its key, and the proxy's is signed by the same authority. */
export const tlsTexts = {
  [tlsFiles.caBundle]: sampleKeyPair.certificate,
  [tlsFiles.clientKey]: sampleKeyPair.key,
  [tlsFiles.clientCert]: sampleKeyPair.certificate,
}

const tcp = { url: 'https://proxy.example:8131', tlsConfig: tlsFiles }

/** The first selection is over TCP with TLS, the second over a socket. */
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
