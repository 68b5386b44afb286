// Whether the reference takes and refuses command lines of the node agent as the genuine options do.

import { kubeConfigLoaders } from '../../fixtures/targets/kube-config/loaders.ts'
import { referenceTarget } from '../../fixtures/targets/reference.ts'
import { commandLines } from './command-lines.ts'
import type { LongRun } from './engines.ts'

/** Wrong is a line that one of them takes and `docs/agent-flags.md` does not explain. */
export async function sameCommandLines(): Promise<LongRun> {
  const loaders = kubeConfigLoaders()
  const own = await referenceTarget({ dialect: 'kubernetes' })
  const { accepts } = own.controls
  const counts = { same: 0, explained: 0 }
  const problems: string[] = []
  try {
    if (!accepts) throw new Error('the reference cannot be asked')
    for (const flags of commandLines()) {
      const question = { files: [], flags }
      const genuine = await loaders.ask(question)
      const ours = await accepts(question)
      if (genuine.accepted === ours.accepted) counts.same++
      else if (isExplained(flags.join(' '), ours.accepted)) counts.explained++
      else {
        const said = [...genuine.errors.map(({ detail }) => detail), 'taken there'][0]
        const told = [...ours.findings.map(({ message }) => message), 'taken here'][0]
        problems.push(`${flags.join(' ')}\n  genuine: ${said}\n  ours: ${told}`)
      }
    }
  } finally {
    await own.close()
    await loaders.close()
  }
  const says = `${counts.same} lines alike, ${counts.explained} otherwise by us, as explained`
  return { says, ...(problems.length > 0 && { problem: problems.join('\n') }) }
}

// A genuine agent looks at these later in its start; of the driver it takes what is not one of the two
// names for the first.
const looksLater = [
  'authorization-mode',
  'cgroup-driver',
  'cloud-provider',
  'container-log-max-size',
  'container-runtime-endpoint',
  'cpu-manager-policy',
  'image-service-endpoint',
  'memory-manager-policy',
  'tls-cert-file',
  'tls-private-key-file',
]

/** What means nothing, or not what it seems to, and is taken by a genuine agent all the same. */
const meaningless = [
  // Taints that are to be removed, and pairs and headers without a name.
  /^--register-with-taints=.*-$/,
  /^--(cpu|topology)-manager-policy-options==/,
  /^--manifest-url-header=:/,
  // A unit without a number, octets with leading zeros, a node below 0, more than all to reclaim.
  /^--log-(json|text)-info-buffer-size=T$/,
  /^--(address|healthz-bind-address)=192\.0\.2\.01$/,
  /^--reserved-memory=-1:/,
  /^--eviction-minimum-reclaim=\S+=150%$/,
]

/** What `docs/agent-flags.md` explains: lines that we alone refuse. */
export function isExplained(line: string, isTakenByUs: boolean): boolean {
  const [, name = ''] = /^--([\w-]+)/.exec(line) ?? []
  const isLate = looksLater.includes(name.replaceAll('_', '-'))
  return !isTakenByUs && (isLate || meaningless.some(pattern => pattern.test(line)))
}
