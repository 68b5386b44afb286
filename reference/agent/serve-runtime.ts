// Serves a runtime of this process to agents: CRI v1 over gRPC on a Unix socket.

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Server, ServerCredentials, type ServiceError } from '@grpc/grpc-js'
import { imageService, runtimeService } from '../../protocols/cri.ts'
import type { CriCall, CriMethod } from './cri.ts'

export type RuntimeServer = {
  /** `unix://PATH`. */
  readonly endpoint: string
  readonly close: () => Promise<void>
}

// The code of gRPC for other errors.
const unknown = 2

/**
 * Serves the calls of a runtime. An error with a `code` is returned with that status code, and any
 * other error as UNKNOWN.
 */
export async function serveRuntime(call: CriCall): Promise<RuntimeServer> {
  // The path of a Unix socket has at most 107 bytes.
  const directory = await mkdtemp(join(tmpdir(), 'cri-'))
  const endpoint = `unix://${join(directory, 'cri.sock')}`
  const server = new Server()
  for (const service of [runtimeService, imageService]) {
    const calls = Object.entries(service).filter(([, { responseStream }]) => !responseStream)
    server.addService(
      Object.fromEntries(calls),
      Object.fromEntries(
        calls.map(([method]) => [
          method,
          (
            { request }: { request: object },
            answer: (error: Partial<ServiceError> | null, value?: object) => void,
          ) => {
            call(method as CriMethod, renamed(request, camel) as never).then(
              value => answer(null, renamed(value, snake) as object),
              ({ code, message }: Error & { code?: unknown }) =>
                answer({ code: typeof code === 'number' ? code : unknown, details: message }),
            )
          },
        ]),
      ),
    )
  }
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

const camel = (name: string) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
const snake = (name: string) => name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)

// The keys of maps are not names of fields.
const maps = new Set(['labels', 'annotations', 'labelSelector', 'label_selector', 'sysctls'])

function renamed(value: unknown, rename: (name: string) => string): unknown {
  if (Array.isArray(value)) return value.map(item => renamed(item, rename))
  if (typeof value !== 'object' || value === null || Buffer.isBuffer(value)) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, member]) => member !== null)
      .map(([name, member]) => [rename(name), maps.has(name) ? member : renamed(member, rename)]),
  )
}
