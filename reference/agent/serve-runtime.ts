// Serves a runtime in memory over gRPC on a unix socket, for tests.

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Server, ServerCredentials, type ServiceError } from '@grpc/grpc-js'
import { imageService, runtimeService } from '../../protocols/cri.ts'
import type { CriMethod } from './cri.ts'
import type { TestRuntime } from './test-runtime.ts'

export type RuntimeServer = { readonly endpoint: string; readonly close: () => Promise<void> }

export async function serveRuntime({ call }: TestRuntime): Promise<RuntimeServer> {
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
              error => answer({ code: error.code ?? 2, details: error.message }),
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

// Maps have names of their own.
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
