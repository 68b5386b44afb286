// Compares what the optional controllers of the reference do with what those of a genuine
// kube-controller-manager do.

import { type LongRun, problemWith } from '../../long-runs/storage-engine-runs.ts'
import { valueDifferences } from '../value-differences.ts'
import { controllerCases } from './controller-cases.ts'
import { type ControlledServer, signingPair, startGenuine, startOwn } from './controlled-server.ts'

/** Runs every case on both servers. */
export async function compareControllers(): Promise<LongRun> {
  const pair = await signingPair()
  const servers: ControlledServer[] = []
  try {
    servers.push(await startGenuine(pair), await startOwn(pair))
    const [genuine = [], own = []] = await Promise.all(servers.map(outcomesOn))
    const found = controllerCases.flatMap(({ name }, index) => {
      const different = valueDifferences(genuine[index], own[index])
      return different.length === 0 ? [] : [[name, ...different].join('\n')]
    })
    return { summary: `${controllerCases.length} cases compared`, ...problemWith(found) }
  } finally {
    for (const server of servers) await server.close()
  }
}

/** Returns the outcome of each case; an error is an outcome as well. */
const outcomesOn = (server: ControlledServer): Promise<unknown[]> =>
  Promise.all(
    controllerCases.map(({ run }) =>
      run(server).catch((error: Error) => ({ failed: error.message })),
    ),
  )
