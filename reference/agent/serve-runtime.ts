// Serves a runtime of this process to agents: CRI v1 over gRPC on a Unix socket.

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type sendUnaryData,
  Server,
  ServerCredentials,
  type ServerUnaryCall,
  status,
} from '@grpc/grpc-js'
import {
  type CriCall,
  type CriDefinition,
  criDefinitions,
  type CriMethod,
  type CriMethods,
  decodeMessage,
  encodeMessage,
} from './cri.ts'

export type RuntimeServer = {
  /** `unix://PATH`. */
  readonly endpoint: string
  readonly close: () => Promise<void>
}

/**
 * Serves the calls of a runtime. An error with a numeric `code` is returned with that status code,
 * and any other error as UNKNOWN.
 */
export async function serveRuntime(call: CriCall): Promise<RuntimeServer> {
  // The path of a Unix socket has at most 107 bytes.
  const directory = await mkdtemp(join(tmpdir(), 'cri-'))
  const endpoint = `unix://${join(directory, 'cri.sock')}`
  const server = new Server()
  const definitions = [...criDefinitions()]
  server.addService(
    Object.fromEntries(definitions.map(([name, definition]) => [name, served(definition)])),
    Object.fromEntries(definitions.map(([name]) => [name, handlerOf(name as CriMethod, call)])),
  )
  await new Promise<void>((resolve, reject) => {
    const credentials = ServerCredentials.createInsecure()
    server.bindAsync(endpoint, credentials, error => (error ? reject(error) : resolve()))
  })
  return {
    endpoint,
    async close() {
      server.forceShutdown()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

const served = ({ path, request, response }: CriDefinition) => ({
  path,
  requestStream: false,
  responseStream: false,
  requestSerialize: (message: object) => encodeMessage(request, message),
  requestDeserialize: (bytes: Buffer) => decodeMessage(request, bytes),
  responseSerialize: (message: object) => encodeMessage(response, message),
  responseDeserialize: (bytes: Buffer) => decodeMessage(response, bytes),
})

const handlerOf =
  (method: CriMethod, call: CriCall) =>
  ({ request }: ServerUnaryCall<object, object>, answer: sendUnaryData<object>): void => {
    // The messages of the interface match the types of its methods.
    call(method, request as CriMethods[typeof method][0]).then(
      response => answer(null, response),
      ({ code, message }: Error & { code?: unknown }) =>
        answer({ code: typeof code === 'number' ? code : status.UNKNOWN, details: message }),
    )
  }
