// A proxy for tests that can refuse writes as an etcd member without space does. All other requests
// are answered by the etcd behind it.

import assert from 'node:assert/strict'
import { promisify } from 'node:util'
import { Client, credentials, Server, ServerCredentials, status } from '@grpc/grpc-js'
import type { handleUnaryCall, sendUnaryData } from '@grpc/grpc-js'
import { etcdMethods } from './messages.ts'

/**
 * The treatment of writes: `nothing` is refused, or every write is refused without or after being
 * applied.
 */
export type Refusing = 'nothing' | 'unapplied' | 'applied'

export type TestRefuser = {
  url: string
  refuses(writes: Refusing): void
  /** Refuses reads from now on, as a member that is being stopped does. */
  refuseReads(): void
  close(): void
}

const same = (bytes: Buffer) => bytes
const noSpace = {
  code: status.RESOURCE_EXHAUSTED,
  details: 'etcdserver: mvcc: database space exceeded',
}
const away = { code: status.UNAVAILABLE, details: 'etcdserver: server stopped' }

/** Starts a proxy to the member at a URL. */
export async function startTestRefuser(to: string): Promise<TestRefuser> {
  const behind = new Client(new URL(to).host, credentials.createInsecure())
  const server = new Server()
  let writes: Refusing = 'nothing'
  let refusesReads = false

  const pass = (path: string, bytes: Buffer, answer: sendUnaryData<Buffer>) =>
    behind.makeUnaryRequest(path, same, same, bytes, (error, reply) => answer(error, reply))

  const handle = (path: string, handler: handleUnaryCall<Buffer, Buffer>) =>
    server.register(path, handler, same, same, 'unary')

  handle(etcdMethods.status.path, ({ request }, answer) =>
    pass(etcdMethods.status.path, request, answer),
  )
  handle(etcdMethods.range.path, ({ request }, answer) =>
    refusesReads ? answer(away) : pass(etcdMethods.range.path, request, answer),
  )
  handle(etcdMethods.txn.path, ({ request }, answer) => {
    if (writes === 'unapplied') answer(noSpace)
    else if (writes === 'nothing') pass(etcdMethods.txn.path, request, answer)
    else pass(etcdMethods.txn.path, request, error => answer(error ?? noSpace))
  })

  const bind = promisify(server.bindAsync.bind(server))
  const port = await bind('127.0.0.1:0', ServerCredentials.createInsecure())
  assert(typeof port === 'number')
  return {
    url: `http://127.0.0.1:${port}`,
    refuses: refusing => void (writes = refusing),
    refuseReads: () => void (refusesReads = true),
    close() {
      server.forceShutdown()
      behind.close()
    },
  }
}
