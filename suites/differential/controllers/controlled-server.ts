// Servers with controllers: a genuine kube-apiserver with a genuine kube-controller-manager, and
// the reference with its own.

import { webcrypto } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Agent, request } from 'undici'
import * as x509 from '@peculiar/x509'
import { startControllerManager } from '../../../fixtures/targets/kube-apiserver/controller-manager.ts'
import { startKubeApiserver } from '../../../fixtures/targets/kube-apiserver/start.ts'
import { defaultParts, startReference } from '../../../reference/index.ts'

/** The controllers that are compared. */
export const comparedControllers = [
  'certificatesigningrequest-approving-controller',
  'certificatesigningrequest-signing-controller',
  'disruption-controller',
  'pod-garbage-collector-controller',
  'serviceaccount-token-controller',
  'ttl-after-finished-controller',
] as const

/** How many pods that have ended may stay. */
export const endedPodsMax = 2
export const longestHours = 24

// Any JSON: the bodies of responses are compared as they are.
export type Body = ReturnType<typeof JSON.parse>

/** A server as its administrator sees it. */
export type ControlledServer = {
  readonly send: (
    method: string,
    path: string,
    body?: object,
  ) => Promise<{ readonly status: number; readonly body: Body }>
  /** Reads a path until a condition holds, or for a minute. Returns the last body. */
  readonly readUntil: (path: string, holds: (body: Body) => boolean) => Promise<Body>
  readonly close: () => Promise<void>
}

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
const patienceMs = 60_000
const tokenOfAdmin = 'token-of-the-administrator'

/** The certificate and the key of an authority that signs certificate requests, as PEM. */
export async function signingPair(): Promise<{ certificate: string; key: string }> {
  x509.cryptoProvider.set(webcrypto as never)
  const keys = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    name: 'CN=signer',
    keys: keys as never,
    signingAlgorithm: algorithm,
    notAfter: new Date(Date.now() + 1000 * 3_600_000),
    extensions: [new x509.BasicConstraintsExtension(true, undefined, true)],
  })
  const pkcs8 = await webcrypto.subtle.exportKey('pkcs8', keys.privateKey)
  return {
    certificate: certificate.toString('pem'),
    key: x509.PemConverter.encode(pkcs8, 'PRIVATE KEY'),
  }
}

type Pair = Awaited<ReturnType<typeof signingPair>>

export async function startGenuine({ certificate, key }: Pair): Promise<ControlledServer> {
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
  return {
    ...connected(server.url, server.tokens.admin),
    async close() {
      await stop()
      await server.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

export async function startOwn(signing: Pair): Promise<ControlledServer> {
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
  return { ...connected(server.url, tokenOfAdmin), close: server.close }
}

function connected(origin: string, token: string): Omit<ControlledServer, 'close'> {
  // The certificate of either server was made for this run.
  const dispatcher = new Agent({ connect: { rejectUnauthorized: false } })
  const send: ControlledServer['send'] = async (method, path, body) => {
    const type = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json'
    const answered = await request(new URL(path, origin), {
      method: method as 'GET',
      dispatcher,
      headers: { authorization: `Bearer ${token}`, 'content-type': type },
      ...(body && { body: JSON.stringify(body) }),
    })
    return { status: answered.statusCode, body: await answered.body.json() }
  }
  return {
    send,
    async readUntil(path, holds) {
      const endMs = performance.now() + patienceMs
      for (;;) {
        const { body } = await send('GET', path)
        if (holds(body) || performance.now() > endMs) return body
        await pause(200)
      }
    },
  }
}
