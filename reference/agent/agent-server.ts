// The servers of the agent: one over TLS for those who may, one that only reads, and one that tells
// its health.

import { createServer as createPlain, type IncomingMessage, ServerResponse } from 'node:http'
import { createServer as createSecure } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import type { Duplex } from 'node:stream'
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
  const settings = {
    ...tls,
    ...(clientAuthorities !== undefined && { ca: clientAuthorities, requestCert: true }),
    // Those without a trusted certificate may have other credentials.
    rejectUnauthorized: false,
  }
  const answerRequest = (request: IncomingMessage, response: ServerResponse) =>
    void guarded(request, response, access, paths).catch(error =>
      answer(response, 500, `Internal Server Error: ${(error as Error).message}`),
    )
  const server = createSecure(settings, answerRequest)
  // The server forgets connections that are upgraded.
  const upgraded = new Set<Duplex>()
  server.on('upgrade', (request, socket: Socket, head) => {
    upgraded.add(socket)
    socket.on('error', () => {})
    socket.once('close', () => upgraded.delete(socket))
    if (!paths.isStream(request)) return answerRequest(request, responseOn(socket, request))
    refusalOf(request, access)
      .then(refusal =>
        refusal ? refuseUpgrade(socket, refusal.status) : paths.stream(request, socket, head),
      )
      .catch(() => refuseUpgrade(socket, 500))
  })
  const running = await listening(server, place)
  return {
    ...running,
    close() {
      for (const socket of upgraded) socket.destroy()
      return running.close()
    },
    useCertificate: pair => server.setSecureContext({ ...settings, ...pair }),
  }
}

/** Returns the response to a request whose upgrade is ignored; it ends the connection. */
function responseOn(socket: Socket, request: IncomingMessage): ServerResponse {
  const response = new ServerResponse(request)
  response.shouldKeepAlive = false
  response.assignSocket(socket)
  response.once('finish', () => socket.destroySoon())
  return response
}

async function guarded(
  request: IncomingMessage,
  response: ServerResponse,
  access: AccessControl,
  paths: AgentPaths,
): Promise<void> {
  const refusal = await refusalOf(request, access)
  if (refusal) return answer(response, refusal.status, refusal.text)
  await paths.all(request, response)
}

type AccessRefusal = { readonly status: 401 | 403; readonly text: string }

/** Returns why a request is refused; undefined if the caller may make it. */
async function refusalOf(
  request: IncomingMessage,
  access: AccessControl,
): Promise<AccessRefusal | undefined> {
  const caller = await access.authenticate(request).catch(error => ({
    fault: String((error as Error).message),
  }))
  if ('fault' in caller) return { status: 401, text: 'Unauthorized' }
  const text = await access.forbids(caller, request)
  return text === undefined ? undefined : { status: 403, text }
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
