// Runs kubectl with a client certificate and with a token against `touchstone serve`.

import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createAuthority } from '../../../fixtures/hosts/authority.ts'
import { ensureKubectl } from '../../../fixtures/targets/kube-apiserver/build.ts'
import { runServe } from '../../../reference/main.ts'
import { problemWith } from '../../long-runs/storage-engine-runs.ts'
import type { LongRun } from '../../long-runs/storage-engine-runs.ts'

const run = promisify(execFile)
const base64 = (text: string) => Buffer.from(text).toString('base64')

/** The members `user` of a kubeconfig, and the name of the user; undefined if it is refused. */
type Credentials = { what: string; user: Record<string, string>; name: string | undefined }

/** The server names the user of valid credentials, and refuses all others. */
export async function kubectlAuthenticates(): Promise<LongRun> {
  const kubectl = await ensureKubectl()
  const directory = await mkdtemp(join(tmpdir(), 'touchstone-kubectl-credentials-'))
  const file = async (name: string, text: string) => {
    await writeFile(join(directory, name), text, { mode: 0o600 })
    return join(directory, name)
  }
  const authority = await createAuthority('clients')
  const server = await runServe({
    dialect: 'kubernetes',
    port: '0',
    certDir: directory,
    clientCaFile: await file('clients.pem', authority.certificate),
    tokenAuthFile: await file('tokens.csv', 'the-token,bob,2,system:masters\n'),
  })
  try {
    const certificateAuthority = await readFile(join(directory, 'apiserver.crt'), 'utf8')
    const problems: string[] = []
    for (const { what, user, name } of await credentialsOf(authority)) {
      const config = await file('config', configOf(server.url, certificateAuthority, user))
      const got = await whoAmI(kubectl, config)
      if (got !== name) problems.push(`${what}: expected ${name ?? 'a refusal'}, got ${got}`)
    }
    return { summary: '4 kinds of credentials', ...problemWith(problems) }
  } finally {
    await server.close()
    await rm(directory, { recursive: true, force: true })
  }
}

async function credentialsOf(
  authority: Awaited<ReturnType<typeof createAuthority>>,
): Promise<Credentials[]> {
  const user = { name: 'ada', groups: ['system:masters'] }
  const other = await createAuthority('clients')
  const members = ({ certificate, key }: { certificate: string; key: string }) => ({
    'client-certificate-data': base64(certificate),
    'client-key-data': base64(key),
  })
  return [
    { what: 'a certificate', user: members(await authority.forClient(user)), name: 'ada' },
    {
      what: 'a certificate of another authority',
      user: members(await other.forClient(user)),
      name: undefined,
    },
    { what: 'a token', user: { token: 'the-token' }, name: 'bob' },
    { what: 'an unknown token', user: { token: 'another' }, name: undefined },
  ]
}

/** Returns a kubeconfig. JSON is valid YAML. */
const configOf = (
  server: string,
  certificateAuthority: string,
  user: Record<string, string>,
): string =>
  JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [
      {
        name: 'here',
        cluster: { server, 'certificate-authority-data': base64(certificateAuthority) },
      },
    ],
    users: [{ name: 'me', user }],
    contexts: [{ name: 'here', context: { cluster: 'here', user: 'me' } }],
    'current-context': 'here',
  })

/**
 * Returns the name that the server gives the user, who can also list namespaces; undefined if the
 * server refuses the credentials.
 */
async function whoAmI(kubectl: string, config: string): Promise<string | undefined> {
  const env = { ...process.env, KUBECONFIG: config, HOME: join(config, '..') }
  try {
    const { stdout } = await run(kubectl, ['auth', 'whoami', '-o', 'json'], { env })
    const namespaces = await run(kubectl, ['get', 'namespaces', '-o', 'name'], { env })
    if (!namespaces.stdout.includes('namespace/default'))
      throw new Error(`expected namespace/default, got ${namespaces.stdout}`)
    const review = JSON.parse(stdout) as { status: { userInfo: { username: string } } }
    return review.status.userInfo.username
  } catch (failure) {
    const { stderr = '' } = failure as { stderr?: string }
    // kubectl asks for a password if a token is refused.
    if (/Unauthorized|must be logged in|provide credentials/i.test(stderr)) return undefined
    throw failure
  }
}
