// Runs random kubectl commands and HTTP requests on a genuine server and the reference, and
// compares the responses.

import { kubernetesTarget } from '../../../../fixtures/targets/kube-apiserver/target.ts'
import { referenceTarget } from '../../../../fixtures/targets/reference-target.ts'
import type { Target } from '../../../../fixtures/targets/target.ts'
import { problemWith } from '../../../long-runs/storage-engine-runs.ts'
import type { LongRun } from '../../../long-runs/storage-engine-runs.ts'
import { kubectlAbsence, kubectlOn } from '../kubectl.ts'
import type { KubectlResult } from '../kubectl.ts'
import { startRecordingProxy } from '../recording-proxy.ts'
import { drawCommand } from './commands.ts'
import { createRandomSource } from './draw.ts'
import { senderTo, comparableExchange, comparableText } from './exchange.ts'
import { prepareDrawnObjects } from './prepare.ts'
import { drawRequest } from './requests.ts'

type Options = { commands: number; seed: number }

/**
 * Half of `commands` are kubectl commands, half are HTTP requests. Each different response is a
 * problem, reported with the command and both responses. None of them changes an object, so they do
 * not depend on each other.
 */
export async function compareDrawn({ commands, seed }: Options): Promise<LongRun> {
  const absent = await kubectlAbsence()
  const [genuine, own] = [
    await kubernetesTarget(),
    await referenceTarget({ dialect: 'kubernetes' }),
  ]
  try {
    const targets = [genuine, own] as const
    const requests = await requestsOn(targets, { commands: Math.ceil(commands / 2), seed })
    const drawn = Math.floor(commands / 2)
    const lines = absent === undefined ? await commandsOn(targets, { commands: drawn, seed }) : []
    const says = `${commands} drawn with seed ${seed}`
    return {
      summary: absent === undefined ? says : `${says}, those of kubectl not run: ${absent}`,
      ...problemWith([...requests, ...lines]),
    }
  } finally {
    for (const target of [genuine, own]) await target.close()
  }
}

type Both = readonly [genuine: Target, own: Target]

async function requestsOn(targets: Both, { commands, seed }: Options): Promise<string[]> {
  const wires = await Promise.all(
    targets.map(({ connection, credentials }) =>
      startRecordingProxy(connection, credentials.admin),
    ),
  )
  try {
    const senders = wires.map(({ url }) => senderTo(url))
    for (const ask of senders) await prepareDrawnObjects(ask)
    const draw = createRandomSource(seed)
    const found: string[] = []
    for (let count = 0; count < commands; count++) {
      const drawn = drawRequest(draw)
      const [expected, got] = (await Promise.all(senders.map(ask => ask(drawn)))).map(
        comparableExchange,
      )
      if (expected !== got) found.push(differenceText(JSON.stringify(drawn), expected, got))
    }
    return found
  } finally {
    for (const wire of wires) await wire.close()
  }
}

/** Uses the namespace and the objects that `requestsOn` has prepared. */
async function commandsOn(targets: Both, { commands, seed }: Options): Promise<string[]> {
  const kubectls = await Promise.all(targets.map(kubectlOn))
  try {
    const draw = createRandomSource(seed)
    const found: string[] = []
    for (let count = 0; count < commands; count++) {
      const drawn = drawCommand(draw)
      const both = await Promise.all(kubectls.map(kubectl => kubectl.run(drawn)))
      const [expected, got] = both.map(resultText)
      const line = `kubectl ${drawn.args.join(' ')} < ${drawn.input ?? 'nothing'}`
      if (expected !== got) found.push(differenceText(line, expected, got))
    }
    return found
  } finally {
    for (const kubectl of kubectls) await kubectl.close()
  }
}

const resultText = ({ code, stdout, stderr, spoken }: KubectlResult): string =>
  [`exit ${code}`, comparableText(stdout), comparableText(stderr), ...spoken].join('\n')

const differenceText = (what: string, expected = 'nothing', got = 'nothing'): string =>
  `${what}\nexpected ${expected}\ngot ${got}\n`
