// An environment for tests of the runner, without a server.

import { TransportError } from '../fixtures/client/client.ts'
import type { WireRequest } from '../fixtures/client/client.ts'
import { defaultTypes } from '../fixtures/objects/tested-types.ts'
import type { Environment } from '../properties/perform/environment.ts'

/**
 * An environment whose server answers each request with a status and `{}`. If `answer` returns a
 * text, the request fails with it, as a request that the client lost (`TransportError`).
 */
export function environmentWhere(answer: (request: WireRequest) => number | string): Environment {
  let cases = 0
  const send = async (request: WireRequest) => {
    const status = answer(request)
    if (typeof status === 'string') throw new TransportError(status)
    return { status, headers: {}, bytes: Buffer.from('{}') }
  }
  const open = () => Promise.reject(new Error('no scenario here opens a stream'))
  return {
    clients: { admin: { endpoints: 1, send, open, requests: () => 0, close: async () => {} } },
    types: defaultTypes('cluster.example'),
    controls: {},
    apiDomain: 'cluster.example',
    dialect: 'cluster',
    ordered: false,
    run: 'run',
    namespaces: ['own', 'own0', 'own-0'],
    caseMs: 60_000,
    nextPrefix: () => `t${cases++}-`,
  }
}
