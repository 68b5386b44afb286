// Whether kubectl gets from the reference what it gets from a genuine server: the same commands on
// both, with what they print and the media types that they speak.

import { kubernetesTarget } from '../../../fixtures/targets/kube-apiserver/target.ts'
import { referenceTarget } from '../../../fixtures/targets/reference.ts'
import { problemOf } from '../../harness/engines.ts'
import type { LongRun } from '../../harness/engines.ts'
import { commands } from './kubectl-commands.ts'
import type { Asked } from './kubectl-asked.ts'
import { absence, kubectlOn } from './kubectl.ts'
import type { Shown } from './kubectl.ts'

/** A difference is a problem unless it was declared, and so is one that was and is gone. */
export async function sameKubectl(): Promise<LongRun> {
  const absent = await absence()
  if (absent !== undefined) return { says: `not run: ${absent}` }
  const targets = [
    await kubernetesTarget(),
    await referenceTarget({ dialect: 'kubernetes', storesIgnoredSettings: true }),
  ]
  try {
    const [genuine = [], own = []] = await Promise.all(targets.map(shownBy))
    const found = commands.flatMap((command, index) => {
      const [expected, got] = [genuine[index], own[index]]
      if (!expected || !got) throw new Error(`${command.args.join(' ')} was not run`)
      return differenceOf(command, expected, got)
    })
    const declared = commands.filter(({ differs }) => differs !== undefined)
    const says = `${commands.length} commands, ${declared.length} declared to differ`
    return { says, ...problemOf(found) }
  } finally {
    for (const target of targets) await target.close()
  }
}

async function shownBy(target: Parameters<typeof kubectlOn>[0]): Promise<Shown[]> {
  const kubectl = await kubectlOn(target)
  const shown: Shown[] = []
  try {
    for (const command of commands) shown.push(await kubectl.run(command))
  } finally {
    await kubectl.close()
  }
  return shown
}

// One field of an explanation a line, with its type: `  data  <map[string]string>`.
const fieldLine = /^ *\S+ *<.*>.*$/gm

function differenceOf(command: Asked, genuine: Shown, own: Shown): string[] {
  const { args, differs, waits, explains } = command
  const compared = (shown: Shown) => {
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
