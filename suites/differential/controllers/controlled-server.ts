// Servers with controllers: a genuine kube-apiserver with a genuine kube-controller-manager, and
// the reference with its own.

import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Connection, createClient } from '../../../fixtures/client/client.ts'
import { startControllerManager } from '../../../fixtures/targets/kube-apiserver/controller-manager.ts'
import { startKubeApiserver } from '../../../fixtures/targets/kube-apiserver/start.ts'
import { optionalControllers } from '../../../reference/api/controller-settings.ts'
import { defaultParts, startReference } from '../../../reference/index.ts'

/** The controllers that are compared: all but one, which waits for an hour at least. */
export const comparedControllers = optionalControllers.filter(
  name => name !== 'certificatesigningrequest-cleaner-controller',
)

/** How many pods that have ended may stay. */
export const endedPodsMax = 2
const longestHours = 24

// Any JSON: the bodies of responses are compared as they are.
export type Body = ReturnType<typeof JSON.parse>

/** A server as its administrator sees it. */
export type ControlledServer = {
  readonly send: (
    method: string,
    path: string,
    body?: object,
  ) => Promise<{ readonly status: number; readonly body: Body }>
  /** Reads a path until a condition holds, and returns that body. Rejects after a minute. */
  readonly readUntil: (path: string, holds: (body: Body) => boolean) => Promise<Body>
  readonly close: () => Promise<void>
}

/** Its outcome, which is compared, depends neither on the time nor on generated names. */
export type ControllerCase = {
  readonly name: string
  readonly run: (server: ControlledServer) => Promise<unknown>
}

const patienceMs = 60_000
const tokenOfAdmin = 'token-of-the-administrator'

/** The authority that signs certificate requests, as PEM. */
export type SigningPair = { certificate: string; key: string }

export async function startGenuine({ certificate, key }: SigningPair): Promise<ControlledServer> {
  const directory = await mkdtemp(join(tmpdir(), 'touchstone-controllers-'))
  const [certFile, keyFile] = [join(directory, 'signer.crt'), join(directory, 'signer.key')]
  await writeFile(certFile, certificate)
  await writeFile(keyFile, key, { mode: 0o600 })
  const server = await startKubeApiserver()
  const stop = await startControllerManager(server, {
    names: comparedControllers,
    flags: [
      `--cluster-signing-cert-file=${certFile}`,
      `--cluster-signing-key-file=${keyFile}`,
      `--cluster-signing-duration=${longestHours}h`,
      `--service-account-private-key-file=${server.serviceAccountKeyFile}`,
      `--terminated-pod-gc-threshold=${endedPodsMax}`,
    ],
  }).catch(async cause => {
    await server.close()
    throw cause
  })
  const { url, certificateAuthority, tokens } = server
  const { disconnect, ...own } = connected({ url, certificateAuthority }, tokens.admin)
  return {
    ...own,
    async close() {
      await disconnect()
      await stop()
      await server.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

export async function startOwn(signing: SigningPair): Promise<ControlledServer> {
  const server = await startReference(
    defaultParts({
      dialect: 'kubernetes',
      storeIgnoredSettings: true,
      authorizers: ['RBAC'],
      users: [{ token: tokenOfAdmin, name: 'admin', uid: 'admin', groups: ['system:masters'] }],
      controllers: {
        names: [...comparedControllers],
        signing: { ...signing, durationMs: longestHours * 3_600_000 },
        terminatedPodThreshold: endedPodsMax,
      },
    }),
  )
  const { disconnect, ...own } = connected({ url: server.url }, tokenOfAdmin)
  return {
    ...own,
    async close() {
      await disconnect()
      await server.close()
    },
  }
}

function connected(
  connection: Connection,
  token: string,
): Omit<ControlledServer, 'close'> & { disconnect(): Promise<void> } {
  const client = createClient(connection, { token })
  const send: ControlledServer['send'] = async (method, path, body) => {
    const type = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json'
    const { status, bytes } = await client.send({
      method,
      path,
      headers: { 'content-type': type },
      ...(body && { body: JSON.stringify(body) }),
    })
    return { status, body: JSON.parse(bytes.toString()) }
  }
  return {
    send,
    disconnect: client.close,
    async readUntil(path, holds) {
      const endMs = performance.now() + patienceMs
      for (;;) {
        const { body } = await send('GET', path)
        if (holds(body)) return body
        if (performance.now() > endMs)
          throw new Error(
            `${path}: expected another state within a minute, got ${JSON.stringify(body)}`,
          )
        await pause(200)
      }
    },
  }
}
