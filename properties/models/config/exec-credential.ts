// A valid ExecCredential: the request to a plug-in of a client, and its response.

import { configDocument } from './documents.ts'

export const validExecCredential = configDocument(
  ['client.authentication', 'v1', 'ExecCredential'],
  {
    spec: {
      interactive: false,
      cluster: {
        server: 'https://cluster.example:6443',
        'tls-server-name': 'cluster.example',
        'insecure-skip-tls-verify': false,
        'proxy-url': 'http://proxy.example:3128',
        'disable-compression': true,
        config: { audience: 'one' },
      },
    },
    status: { expirationTimestamp: '2030-01-02T03:04:05Z', token: 'no-real-token' },
  },
)
