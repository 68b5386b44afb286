// Starts a genuine server and a reference with the same users and the same audit policy, whose
// events go to files.

import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { type Client, createClient } from '../../../fixtures/client/client.ts'
import { startApiserver } from '../../../fixtures/targets/kube-apiserver/apiserver.ts'
import { ensureBinaries } from '../../../fixtures/targets/kube-apiserver/build.ts'
import { makeCredentials } from '../../../fixtures/targets/kube-apiserver/credentials.ts'
import { startEtcd } from '../../../fixtures/targets/kube-apiserver/etcd.ts'
import {
  auditSettings,
  configKinds,
  defaultParts,
  startReference,
} from '../../../reference/index.ts'

/** A user with one group; the token is the name. */
export type AuditedUser = { readonly name: string; readonly group: string }

/** A running server whose events are in a file. */
export type AuditedServer = {
  /** Returns a client of a user. It is closed with the server. */
  readonly clientOf: (name: string) => Client
  /** Returns the events that have been written. */
  readonly events: () => Promise<AuditEvent[]>
  readonly close: () => Promise<void>
}

export type AuditEvent = { readonly [member: string]: unknown; readonly auditID: string }

export const adminName = 'audit-admin'

type Setup = { readonly policy: object; readonly users: readonly AuditedUser[] }

/** Starts both servers, the genuine one first. The token of a user is its name. */
export async function startAuditedServers(setup: Setup): Promise<AuditedServer[]> {
  const users = [...setup.users, { name: adminName, group: 'system:masters' }]
  const genuine = await startGenuine({ ...setup, users })
  try {
    return [genuine, await startOwn({ ...setup, users })]
  } catch (cause) {
    await genuine.close()
    throw cause
  }
}

async function startGenuine({ policy, users }: Setup): Promise<AuditedServer> {
  const { kubeApiserver, etcd: command } = await ensureBinaries()
  const directory = await mkdtemp(join(tmpdir(), 'touchstone-audit-'))
  const closing = [() => rm(directory, { recursive: true, force: true })]
  const close = async () => {
    for (const end of closing.splice(0).reverse()) await end()
  }
  try {
    const etcd = await startEtcd({ command, directory })
    closing.push(etcd.close)
    const credentials = await makeCredentials(directory)
    const rows = users.map(({ name, group }) => `${name},${name},${name},${group}`)
    await writeFile(credentials.tokenFile, rows.join('\n'), { mode: 0o600 })
    const [policyFile, logFile] = [join(directory, 'policy.yaml'), join(directory, 'audit.log')]
    await writeFile(policyFile, documentOf(policy))
    const flags = [`--audit-policy-file=${policyFile}`, `--audit-log-path=${logFile}`]
    // The server is ready when its administrator is told so.
    const known = { ...credentials, tokens: { ...credentials.tokens, admin: adminName } }
    const wanted = { command: kubeApiserver, directory, etcdUrl: etcd.url, credentials: known }
    const { url, certificateAuthority, child } = await startApiserver({ ...wanted, flags })
    closing.push(() => child.stop())
    return withClients({ url, certificateAuthority }, logFile, closing, close)
  } catch (cause) {
    await close()
    throw cause
  }
}

async function startOwn({ policy, users }: Setup): Promise<AuditedServer> {
  const directory = await mkdtemp(join(tmpdir(), 'touchstone-audit-own-'))
  const logFile = join(directory, 'audit.log')
  const audit = await auditSettings(
    { auditPolicyFile: 'policy.yaml', auditLogPath: logFile },
    {
      kinds: configKinds,
      dialect: { name: 'kubernetes', apiDomain: 'k8s.io' },
      readText: async () => documentOf(policy),
    },
  )
  const server = await startReference(
    defaultParts({
      dialect: 'kubernetes',
      authorizers: ['RBAC'],
      users: users.map(({ name, group }) => ({ token: name, name, uid: name, groups: [group] })),
      ...(audit && { audit }),
    }),
  )
  const closing = [() => rm(directory, { recursive: true, force: true }), () => server.close()]
  const close = async () => {
    for (const end of closing.splice(0).reverse()) await end()
  }
  return withClients({ url: server.url }, logFile, closing, close)
}

const documentOf = (policy: object): string =>
  JSON.stringify({ apiVersion: 'audit.k8s.io/v1', kind: 'Policy', ...policy })

function withClients(
  connection: { url: string; certificateAuthority?: string },
  logFile: string,
  closing: (() => Promise<void>)[],
  close: () => Promise<void>,
): AuditedServer {
  const clients = new Map<string, Client>()
  closing.push(async () => {
    for (const client of clients.values()) await client.close()
  })
  return {
    clientOf: name => {
      const client = clients.get(name) ?? createClient(connection, { token: name })
      clients.set(name, client)
      return client
    },
    events: async () =>
      (await readFile(logFile, 'utf8'))
        .split('\n')
        .filter(line => line !== '')
        .map(line => JSON.parse(line) as AuditEvent),
    close,
  }
}
