// The files that node agents of setups are given: those about their API and their certificates.

import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { CertificatePair } from '../../fixtures/hosts/authority.ts'
import { createAuthority } from '../../fixtures/hosts/authority.ts'
import type { AskCertificate } from '../../fixtures/objects/agents.ts'
import type { AgentApi } from '../../fixtures/targets/agent-api.ts'

/** Issues client certificates for those who ask the servers of an agent. */
export type CallerCertificates = (certificate: AskCertificate) => Promise<CertificatePair>

/**
 * Writes a file of a client authority, and a certificate for the server of an agent with its key.
 * Returns the function that issues client certificates.
 */
export async function writeCertificates(directory: string): Promise<CallerCertificates> {
  // A caller must not be known by the name of the authority.
  const [authority, stranger] = await Promise.all(
    ['touchstone-callers', 'touchstone-strangers'].map(createAuthority),
  )
  if (!authority || !stranger) throw new Error('no authority was created')
  const { certificate, key } = await authority.forServer()
  const texts = { 'callers.pem': authority.certificate, 'own.pem': certificate, 'own-key.pem': key }
  for (const [name, text] of Object.entries(texts))
    await writeFile(join(directory, name), text, { mode: 0o600 })
  return ({ by, ...client }) => (by === 'authority' ? authority : stranger).forClient(client)
}

/** Writes the file with the address of an API and the credentials for it. */
export const writeApiFile = (directory: string, api: AgentApi): Promise<void> =>
  writeFile(join(directory, 'api.yaml'), JSON.stringify(apiFile(api)), { mode: 0o600 })

const apiFile = ({ url, token }: AgentApi) => ({
  apiVersion: 'v1',
  kind: 'Config',
  clusters: [{ name: 'api', cluster: { server: url } }],
  users: [{ name: 'agent', user: { token } }],
  contexts: [{ name: 'api', context: { cluster: 'api', user: 'agent' } }],
  'current-context': 'api',
})
