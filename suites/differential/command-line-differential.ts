// Whether the reference takes and refuses command lines of the node agent as the genuine agent does,
// at the same options.

import type { ConfigCheckResult } from '../../fixtures/objects/config-check.ts'
import { toConfigCheckResult } from '../../fixtures/targets/kube-config/loader-check.ts'
import { kubeConfigLoaders } from '../../fixtures/targets/kube-config/loaders.ts'
import { referenceTarget } from '../../fixtures/targets/reference.ts'
import { agentCommandLines, agentCommandLinesWithFiles } from './command-lines.ts'
import type { LongRun } from '../long-runs/storage-engine-runs.ts'

/** Wrong is what `docs/agent-flags.md` does not explain. */
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
  return { says, ...(problems.length > 0 && { problem: problems.join('\n') }) }
}

/**
 * What differs in two verdicts. Of a line that both refuse it is the options that they name, where
 * a genuine agent names any; of one with files that both take, the values that come of them.
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

// What the files of `command-lines.ts` say.
const fromFiles = ['--max-pods', '--event-burst', '--feature-gates', '--kube-reserved']

/** As a genuine agent writes it: maps as pairs, in the order of their names. */
const asText = (value: unknown): string =>
  typeof value === 'object' && value !== null
    ? Object.entries(value)
        .map(pair => pair.join('='))
        .toSorted()
        .join(',')
    : String(value ?? '')

// The genuine validation of these knows a field and no option.
const optionOf: Record<string, string> = {
  'logging.flushFrequency': '--log-flush-frequency',
  'logging.format': '--logging-format',
  'logging.options.json.infoBufferSize': '--log-json-info-buffer-size',
  'logging.options.json.splitStream': '--log-json-split-stream',
  'logging.options.text.infoBufferSize': '--log-text-info-buffer-size',
  'logging.options.text.splitStream': '--log-text-split-stream',
}

/** Options that are named. What is no option is what an unknown one has left over. */
const optionsIn = (findings: ConfigCheckResult['findings']): string[] =>
  [...new Set(findings.map(({ path }) => optionOf[path] ?? path))]
    .filter(path => path.startsWith('-'))
    .toSorted()

const describeResult = ({ accepted, findings }: ConfigCheckResult): string =>
  accepted ? 'taken' : findings.map(({ message }) => message).join('; ') || 'refused'

/** Lines that we refuse at their option, and a genuine agent takes: see `docs/agent-flags.md`. */
const stricter = [
  // What a genuine agent looks at later in its start, where these are not what it takes there.
  /^--cloud-provider=(?!(external)?$)/,
  /^--cpu-manager-policy=(?!(none|static)$)/,
  /^--memory-manager-policy=(?!(None|Static)$)/,
  /^--(container-runtime|image-service)-endpoint=(?!(unix:.*)?$)/,
  /^--tls-cert-file=(?!.* --tls-private-key-file)/,
  /^--tls-private-key-file=(?!.* --tls-cert-file)/,
  /^--image-credential-provider-config=(?!.* --image-credential-provider-bin-dir)/,
  /^--image-credential-provider-bin-dir=(?!.* --image-credential-provider-config)/,
  // Whatever is not the one of the two names is the other.
  /^--cgroup-driver=(?!(cgroupfs|systemd)$)/,
  // Taints that are to be removed, and pairs and headers without a name.
  /^--register-with-taints=.*-$/,
  /^--(cpu|topology)-manager-policy-options==/,
  /^--manifest-url-header=:/,
  // A unit without a number, octets with leading zeros, a node below 0, more than all to reclaim.
  /^--(log-(json|text)-info-buffer|container-log-max)-size=T$/,
  /^--(address|healthz-bind-address)=192\.0\.2\.01$/,
  /^--reserved-memory=-1:/,
  /^--eviction-minimum-reclaim=\S+=150%$/,
]

// What is to be reserved needs a control group: a genuine agent names the option that lacks.
const needsGroup = /^--enforce-node-allocatable=(kube|system)-reserved$/

/** What `docs/agent-flags.md` explains. */
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
