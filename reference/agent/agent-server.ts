// The servers of the agent: one over TLS for those who may, one that only reads, and one that tells
// its health.

import { createServer as createPlain, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createSecure } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { AccessControl } from './access-control.ts'
import type { AgentPaths } from './agent-paths.ts'
import { answer } from './answer.ts'
import type { ServingTls } from './serving-certificate.ts'
import { refuseUpgrade } from './streams.ts'

export type RunningServer = { readonly port: number; readonly close: () => Promise<void> }

/** A server over TLS, whose certificate can be replaced while it runs. */
export type SecureRunningServer = RunningServer & {
  readonly useCertificate: (pair: { cert: string; key: string }) => void
}

export type ServerPlace = {
  /** The flag of the port, for messages. */
  readonly flag: string
  readonly address: string
  readonly port: number
}

/** Serves everything, over TLS (AGENT-269). @throws Error that names the flag of the port */
export async function serveSecurely(
  place: ServerPlace,
  { tls, access, paths }: { tls: ServingTls; access: AccessControl; paths: AgentPaths },
): Promise<SecureRunningServer> {
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
  server.on('upgrade', (request, socket, head) => {
    socket.on('error', () => {})
    upgraded(request, access)
      .then(status =>
        status === undefined ? paths.stream(request, socket, head) : refuseUpgrade(socket, status),
      )
      .catch(() => refuseUpgrade(socket, 500))
  })
  const running = await listening(server, place)
  return {
    ...running,
    async close() {
      paths.closeStreams()
      await running.close()
    },
    useCertificate: pair => server.setSecureContext({ ...tls, ...pair }),
  }
}

/** Returns the status with which a request to upgrade is refused; undefined if it is not. */
async function upgraded(
  request: IncomingMessage,
  access: AccessControl,
): Promise<401 | 403 | undefined> {
  const caller = await access.authenticate(request).catch(() => ({ fault: '' }))
  if ('fault' in caller) return 401
  return (await access.forbids(caller, request)) === undefined ? undefined : 403
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
