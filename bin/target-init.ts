// touchstone target init URL: a first target file, to be completed by people.

import { writeFileSync } from 'node:fs'
import { stringify } from 'yaml'
import { discover } from '../fixtures/targets/discover.ts'
import type { TargetFlags } from '../fixtures/targets/reach.ts'
import { defaultTypes, pathOf, roles } from '../fixtures/objects/probe-types.ts'

/** Reads the server (and writes nothing to it) and says what a run with this file will write. */
export async function targetInit(
  url: string,
  flags: TargetFlags & { output?: string },
): Promise<number> {
  const connection = {
    url,
    ...(flags.certificateAuthority ? { certificateAuthority: flags.certificateAuthority } : {}),
    ...(flags.insecureSkipTlsVerify ? { insecureSkipTlsVerify: true } : {}),
  }
  const credential = {
    ...(flags.tokenFile ? { tokenFile: flags.tokenFile } : {}),
    ...(flags.clientCertificate ? { clientCertificate: flags.clientCertificate } : {}),
    ...(flags.clientKey ? { clientKey: flags.clientKey } : {}),
  }
  const found = await discover(connection, credential)
  const apiDomain = flags.apiDomain ?? found.apiDomain
  const types = defaultTypes(apiDomain)
  const file = {
    apiVersion: 'touchstone/v1alpha1',
    kind: 'Target',
    implementation: { name: found.implementation, version: found.version },
    ...connection,
    dialect: flags.dialect ?? found.dialect.name,
    apiDomain,
    ...(Object.keys(credential).length > 0 ? { credentials: { admin: credential } } : {}),
    types,
    features: [],
    differences: [],
  }
  const writes = roles.map(role => `#   ${pathOf(types[role])}\n`).join('')
  const text = `# A run with this file creates, changes and deletes objects of these types, in namespaces of
# its own whose names start with touchstone-, every object labelled touchstone/run:
${writes}# \`credentials\` may also name limited, only-get, only-list, only-create, only-update, only-patch,
# only-watch and only-delete: users who may do nothing, or just that verb on these types.
${stringify(file)}`
  if (flags.output) writeFileSync(flags.output, text)
  else process.stdout.write(text)
  return 0
}
