// Runs the same kubectl commands against the reference and a genuine server, and compares their
// output and the media types of their requests.

import { kubernetesTarget } from '../../../fixtures/targets/kube-apiserver/target.ts'
import { referenceTarget } from '../../../fixtures/targets/reference-target.ts'
import { problemWith } from '../../long-runs/storage-engine-runs.ts'
import type { LongRun } from '../../long-runs/storage-engine-runs.ts'
import { kubectlCommands } from './kubectl-commands.ts'
import type { KubectlCommand } from './kubectl-command-builders.ts'
import { kubectlAbsence, kubectlOn } from './kubectl.ts'
import type { KubectlResult } from './kubectl.ts'

/** An undeclared difference is a problem, and so is a declared one that does not occur. */
export async function compareKubectl(): Promise<LongRun> {
  const absent = await kubectlAbsence()
  if (absent !== undefined) return { summary: `not run: ${absent}` }
  const targets = [
    await kubernetesTarget(),
    await referenceTarget({ dialect: 'kubernetes', storesIgnoredSettings: true }),
  ]
  try {
    const [genuine = [], own = []] = await Promise.all(targets.map(shownBy))
    const found = kubectlCommands.flatMap((command, index) => {
      const [expected, got] = [genuine[index], own[index]]
      if (!expected || !got) throw new Error(`${command.args.join(' ')} was not run`)
      return differenceOf(command, expected, got)
    })
    const declared = kubectlCommands.filter(({ differs }) => differs !== undefined)
    const says = `${kubectlCommands.length} commands, ${declared.length} declared to differ`
    return { summary: says, ...problemWith(found) }
  } finally {
    for (const target of targets) await target.close()
  }
}

async function shownBy(target: Parameters<typeof kubectlOn>[0]): Promise<KubectlResult[]> {
  const kubectl = await kubectlOn(target)
  const shown: KubectlResult[] = []
  try {
    for (const command of kubectlCommands) shown.push(await kubectl.run(command))
  } finally {
    await kubectl.close()
  }
  return shown
}

// A line of `kubectl explain` with a field and its type: `  data  <map[string]string>`.
const fieldLine = /^ *\S+ *<.*>.*$/gm

function differenceOf(
  command: KubectlCommand,
  genuine: KubectlResult,
  own: KubectlResult,
): string[] {
  const { args, differs, waits, explains } = command
  const compared = (shown: KubectlResult) => {
    const stdout = explains ? (shown.stdout.match(fieldLine) ?? []).join('\n') : shown.stdout
    const spoken = waits ? shown.spoken.slice(0, 1) : shown.spoken
    return JSON.stringify({ ...shown, stdout, spoken }, null, 1)
  }
  const [expected, got] = [compared(genuine), compared(own)]
  if ((expected === got) === (differs === undefined)) return []
  const line = `kubectl ${args.join(' ')}`
  return [
    differs === undefined
      ? `${line}: expected ${expected}, got ${got}`
      : `${line}: declared to differ (${differs}), but does not`,
  ]
}
