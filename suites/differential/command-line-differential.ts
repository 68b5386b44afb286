// Compares the reference with the genuine node agent (kubelet): both have to accept and reject the
// same command lines, at the same options.

import type { ConfigCheckResult } from '../../fixtures/objects/config-check.ts'
import { toConfigCheckResult } from '../../fixtures/targets/kube-config/loader-check.ts'
import { kubeConfigLoaders } from '../../fixtures/targets/kube-config/loaders.ts'
import { referenceTarget } from '../../fixtures/targets/reference-target.ts'
import { agentCommandLines, agentCommandLinesWithFiles } from './command-lines.ts'
import type { LongRun } from '../long-runs/storage-engine-runs.ts'

/** A difference that `docs/agent-flags.md` does not explain is a problem. */
export async function compareCommandLines(): Promise<LongRun> {
  const loaders = kubeConfigLoaders()
  const own = await referenceTarget({ dialect: 'kubernetes' })
  const { accepts } = own.controls
  const counts = { same: 0, explained: 0 }
  const problems: string[] = []
  try {
    if (!accepts) throw new Error('the reference cannot be asked')
    const questions = [
      ...agentCommandLines().map(flags => ({ files: [], flags })),
      ...agentCommandLinesWithFiles(),
    ]
    for (const question of questions) {
      const line = question.flags.join(' ')
      const genuine = toConfigCheckResult(await loaders.ask(question))
      const ours = await accepts(question)
      const difference = commandLineDifference(line, genuine, ours)
      if (!difference) counts.same++
      else if (isExplainedDifference(line, genuine, ours)) counts.explained++
      else problems.push(`${line}\n${difference}`)
    }
  } finally {
    await own.close()
    await loaders.close()
  }
  const says = `${counts.same} lines alike, ${counts.explained} otherwise by us, as explained`
  return { summary: says, ...(problems.length > 0 && { problem: problems.join('\n') }) }
}

/**
 * Returns the difference between two verdicts, or undefined. If both reject the line, compares the
 * options that they name, unless the genuine agent reports none. If both accept a line with
 * `--config`, compares the resulting values.
 */
export function commandLineDifference(
  line: string,
  genuine: ConfigCheckResult,
  ours: ConfigCheckResult,
): string | undefined {
  const sides = [genuine, ours].map(({ findings }) => optionsIn(findings).join())
  const isSame =
    genuine.accepted === ours.accepted && (genuine.findings.length === 0 || sides[0] === sides[1])
  const [there, here] = [genuine, ours].map(describeResult)
  if (!isSame) return `  genuine: ${there}\n  ours: ${here}`
  if (!genuine.accepted || !/ --config|^--config/.test(line)) return undefined
  const shown = fromFiles.flatMap(name => {
    const [there, here] = [genuine, ours].map(({ values }) => asText(values?.[name]))
    return there === here ? [] : [`${name} is ${there} there and ${here} here`]
  })
  return shown.length === 0 ? undefined : `  ${shown.join(', ')}`
}

// The options that the files in `command-lines.ts` set.
const fromFiles = ['--max-pods', '--event-burst', '--feature-gates', '--kube-reserved']

/** Formats a value like a genuine agent: maps as pairs, sorted by name. */
const asText = (value: unknown): string =>
  typeof value === 'object' && value !== null
    ? Object.entries(value)
        .map(pair => pair.join('='))
        .toSorted()
        .join(',')
    : String(value ?? '')

// For these, the genuine validation reports a field instead of an option.
const optionOf: Record<string, string> = {
  'logging.flushFrequency': '--log-flush-frequency',
  'logging.format': '--logging-format',
  'logging.options.json.infoBufferSize': '--log-json-info-buffer-size',
  'logging.options.json.splitStream': '--log-json-split-stream',
  'logging.options.text.infoBufferSize': '--log-text-info-buffer-size',
  'logging.options.text.splitStream': '--log-text-split-stream',
}

/** Returns the named options. Drops other paths, such as arguments after an unknown option. */
const optionsIn = (findings: ConfigCheckResult['findings']): string[] =>
  [...new Set(findings.map(({ path }) => optionOf[path] ?? path))]
    .filter(path => path.startsWith('-'))
    .toSorted()

const describeResult = ({ accepted, findings }: ConfigCheckResult): string =>
  accepted ? 'taken' : findings.map(({ message }) => message).join('; ') || 'refused'

/** Lines that only the reference rejects, at their option: see `docs/agent-flags.md`. */
const stricter = [
  // Values that a genuine agent rejects later during its start.
  /^--cloud-provider=(?!(external)?$)/,
  /^--cpu-manager-policy=(?!(none|static)$)/,
  /^--memory-manager-policy=(?!(None|Static)$)/,
  /^--(container-runtime|image-service)-endpoint=(?!(unix:.*)?$)/,
  /^--tls-cert-file=(?!.* --tls-private-key-file)/,
  /^--tls-private-key-file=(?!.* --tls-cert-file)/,
  /^--image-credential-provider-config=(?!.* --image-credential-provider-bin-dir)/,
  /^--image-credential-provider-bin-dir=(?!.* --image-credential-provider-config)/,
  // A genuine agent accepts any text as one of the two drivers.
  /^--cgroup-driver=(?!(cgroupfs|systemd)$)/,
  // Taints with a trailing `-` (removal), and pairs and headers without a name.
  /^--register-with-taints=.*-$/,
  /^--(cpu|topology)-manager-policy-options==/,
  /^--manifest-url-header=:/,
  // A unit without a number, octets with leading zeros, a negative NUMA node, and a percentage to
  // reclaim above 100.
  /^--(log-(json|text)-info-buffer|container-log-max)-size=T$/,
  /^--(address|healthz-bind-address)=192\.0\.2\.01$/,
  /^--reserved-memory=-1:/,
  /^--eviction-minimum-reclaim=\S+=150%$/,
]

// Enforcing a reservation needs a cgroup. A genuine agent reports the missing cgroup option, and
// the reference reports the option that needs it.
const needsGroup = /^--enforce-node-allocatable=(kube|system)-reserved$/

/** Returns whether `docs/agent-flags.md` explains the difference. */
export function isExplainedDifference(
  line: string,
  genuine: ConfigCheckResult,
  ours: ConfigCheckResult,
): boolean {
  const [, name = '', value = ''] = /^(--[\w-]+)[= ]?(.*)$/s.exec(line) ?? []
  const option = name.replaceAll('_', '-')
  const isAtOption = ours.findings.every(({ path }) => path === option)
  if (genuine.accepted) return isAtOption && stricter.some(is => is.test(`${option}=${value}`))
  const [, group] = needsGroup.exec(line) ?? []
  return (
    isAtOption &&
    group !== undefined &&
    optionsIn(genuine.findings).join() === `--${group}-reserved-cgroup`
  )
}
