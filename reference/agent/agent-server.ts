// The servers of the agent: one over TLS for those who may, one that only reads, and one that tells
// its health.

import { createServer as createPlain, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createSecure } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { AccessControl } from './access-control.ts'
import type { AgentPaths } from './agent-paths.ts'
import { answer } from './answer.ts'
import type { ServingTls } from './serving-certificate.ts'

export type RunningServer = { readonly port: number; readonly close: () => Promise<void> }

export type ServerPlace = {
  /** The flag of the port, for messages. */
  readonly flag: string
  readonly address: string
  readonly port: number
}

/** Serves everything, over TLS (AGENT-269). @throws Error that names the flag of the port */
export function serveSecurely(
  place: ServerPlace,
  { tls, access, paths }: { tls: ServingTls; access: AccessControl; paths: AgentPaths },
): Promise<RunningServer> {
  const { clientAuthorities } = access
  const server = createSecure(
    {
      ...tls,
      ...(clientAuthorities !== undefined && { ca: clientAuthorities, requestCert: true }),
      // Those without a trusted certificate may have other credentials.
      rejectUnauthorized: false,
    },
    (request, response) =>
      void guarded(request, response, access, paths).catch(error =>
        answer(response, 500, `Internal Server Error: ${(error as Error).message}`),
      ),
  )
  return listening(server, place)
}

async function guarded(
  request: IncomingMessage,
  response: ServerResponse,
  access: AccessControl,
  paths: AgentPaths,
): Promise<void> {
  const caller = await access.authenticate(request).catch(error => ({
    fault: String((error as Error).message),
  }))
  if ('fault' in caller) return answer(response, 401, 'Unauthorized')
  const refusal = await access.forbids(caller, request)
  if (refusal !== undefined) return answer(response, 403, refusal)
  await paths.all(request, response)
}

/** Serves what needs no credentials, to readers only (AGENT-218). @throws Error */
export function serveReaders(place: ServerPlace, paths: AgentPaths): Promise<RunningServer> {
  return listening(
    createPlain((request, response) => {
      if (request.method !== 'GET' && request.method !== 'HEAD')
        return answer(response, 405, 'Method Not Allowed')
      void paths.readOnly(request, response)
    }),
    place,
  )
}

/** Serves the health of the agent (AGENT-187). @throws Error */
export function serveHealth(place: ServerPlace, paths: AgentPaths): Promise<RunningServer> {
  return listening(
    createPlain((request, response) => void paths.health(request, response)),
    place,
  )
}

function listening(
  server: ReturnType<typeof createPlain>,
  { flag, address, port }: ServerPlace,
): Promise<RunningServer> {
  server.requestTimeout = 30_000
  return new Promise((resolve, reject) => {
    server.on('error', cause => reject(new Error(`${flag}: ${cause.message}`, { cause })))
    server.listen({ host: address === '' ? '0.0.0.0' : address, port }, () =>
      resolve({
        port: (server.address() as AddressInfo).port,
        close: () =>
          new Promise<void>(done => {
            server.close(() => done())
            server.closeAllConnections()
          }),
      }),
    )
  })
}
