// touchstone target init URL: drafts a target file, to be completed by the user.

import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { stringify } from 'yaml'
import { redact } from '../fixtures/client/redact.ts'
import type { Connection, Credential } from '../fixtures/client/client.ts'
import type { Discovered } from '../fixtures/targets/discover.ts'
import { inspectServer } from '../fixtures/targets/inspect-server.ts'
import { requireWriteConsent } from '../fixtures/targets/connection-settings.ts'
import type { TargetFlags } from '../fixtures/targets/connection-settings.ts'
import { withAcceptedTypes } from '../fixtures/targets/accepted-types.ts'
import { observeFeatures, observedFeatures } from '../fixtures/targets/observed-features.ts'
import type { WithSamples } from '../fixtures/targets/accepted-types.ts'
import { resourcePath, roles } from '../fixtures/objects/tested-types.ts'
import type { Role } from '../fixtures/objects/tested-types.ts'
import { TargetProblem } from '../fixtures/targets/target.ts'
import { readOfferedFeatures } from '../fixtures/targets/offered-features.ts'
import { escapeControls, escapeControlsInLines } from '../reports/escape.ts'
import { UsageProblem } from './command-errors.ts'
import { print } from './output.ts'
import { runUntilSignal } from './stoppable.ts'
import { controlComments, credentialComments, featureComments } from './target-draft.ts'

/**
 * Inspects the server and reports what a run with this file will write. On a host that is writable
 * it creates objects to find samples and features that only writes show, and deletes them.
 */
export async function targetInit(
  url: string,
  flags: TargetFlags & { output?: string },
): Promise<number> {
  const { connection, credential, found: seen } = await inspectServer(url, flags, { writes: false })
  const found = await runUntilSignal(signal =>
    withWrites(seen, { connection, credential, signal }, flags),
  )
  const { dialect, apiDomain, unserved } = found
  const served = roles.filter(role => unserved[role] === undefined)
  const types = Object.fromEntries(served.map(role => [role, found.types[role]]))
  const file = {
    apiVersion: 'touchstone/v1alpha1',
    kind: 'Target',
    implementation: { name: found.implementation, version: escapeControls(redact(found.version)) },
    url: connection.url,
    ...(connection.also ? { also: connection.also } : {}),
    dialect: dialect.name,
    apiDomain,
    ...namedFiles(flags),
    types,
    features: found.features,
    differences: [],
  }
  const paths = new Set(served.map(role => resourcePath(found.types[role])))
  const writes = [...paths].map(path => `#   ${path}\n`).join('')
  const remarks = [
    ...Object.entries(unserved).map(([role, why]) => `${role}: ${why}`),
    ...found.samples,
    ...found.irregularities,
    ...(found.areWritesRefused
      ? [
          `a run without the list \`features\` also looks for features that only writes show: ${observedFeatures.join(', ')}; add those that the server has, or remove the list`,
        ]
      : []),
  ]
  const comments = remarks.map(line => `# ${escapeControls(redact(line))}\n`).join('')
  const offered = await readOfferedFeatures(connection, credential, found)
  const safe = (lines: string): string => escapeControlsInLines(redact(lines))
  const text = `# A run with this file creates, changes and deletes objects of these types, in namespaces of
# its own whose names start with touchstone-, every object labelled touchstone/run:
${writes}${comments}${stringify(file, { aliasDuplicateObjects: false })}${safe(credentialComments(offered))}${featureComments(found.features, offered)}${controlComments}`
  if (flags.output) save(text, flags.output)
  else print(escapeControlsInLines(text))
  return 0
}

type Found = WithSamples<Discovered> & { areWritesRefused: boolean }

/**
 * Adds what only writes show: samples of types, and features. If the host is not writable, types
 * without a sample are removed.
 */
async function withWrites(
  found: Discovered,
  access: { connection: Connection; credential: Credential; signal: AbortSignal },
  { allowWritesTo = [] }: TargetFlags,
): Promise<Found> {
  const { undescribed, types, unserved } = found
  const { url, also = [] } = access.connection
  try {
    for (const one of [url, ...also]) requireWriteConsent(one, allowWritesTo)
    const learnt = await withAcceptedTypes(found, undescribed, access, access.signal)
    const observed = await observeFeatures(learnt, access, access.signal)
    // A later run could find objects of others in the collections. The comments name the feature.
    const lasting = observed.filter(one => one !== 'deletecollection')
    const features = [...new Set([...learnt.features, ...lasting])]
    return { ...learnt, features, areWritesRefused: false }
  } catch (problem) {
    if (!(problem instanceof TargetProblem)) throw problem
    const why = (role: Role) =>
      `no create of ${types[role].resource} was tried to find a sample: ${problem.message}`
    const untried = Object.fromEntries(undescribed.map(role => [role, why(role)]))
    const all = { ...unserved, ...untried }
    return { ...found, unserved: all, samples: [], refusals: [], areWritesRefused: true }
  }
}

/**
 * Returns the files in the flags with absolute paths, because paths in a target file are relative
 * to it.
 */
function namedFiles(flags: TargetFlags): object {
  const paths = (files: Record<string, string | undefined>) =>
    Object.fromEntries(
      Object.entries(files).flatMap(([field, path]) =>
        path === undefined ? [] : [[field, resolve(path)]],
      ),
    )
  const { kubeconfig, certificateAuthority, tokenFile, clientCertificate, clientKey } = flags
  const admin = paths({ tokenFile, clientCertificate, clientKey })
  return {
    ...paths({ kubeconfig, certificateAuthority }),
    ...(flags.context === undefined ? {} : { context: flags.context }),
    ...(flags.insecureSkipTlsVerify ? { insecureSkipTlsVerify: true } : {}),
    ...(Object.keys(admin).length > 0 ? { credentials: { admin } } : {}),
  }
}

function save(text: string, output: string): void {
  try {
    writeFileSync(output, text)
  } catch (cause) {
    throw new UsageProblem(
      `--output: expected a file that can be written, got ${(cause as Error).message}`,
      { cause },
    )
  }
}
