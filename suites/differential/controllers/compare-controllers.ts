// Compares what the optional controllers of the reference do with what those of a genuine
// kube-controller-manager do.

import { selfSignedCertificate } from '../../../reference/http/self-signed-certificate.ts'
import { type LongRun, problemWith } from '../../long-runs/storage-engine-runs.ts'
import { valueDifferences } from '../value-differences.ts'
import { controllerCases } from './controller-cases.ts'
import { type ControlledServer, startGenuine, startOwn } from './controlled-server.ts'

/** Runs every case on both servers. */
export async function compareControllers(): Promise<LongRun> {
  const { cert: certificate, key } = selfSignedCertificate(['127.0.0.1'], Date.now())
  const pair = { certificate, key }
  const servers: ControlledServer[] = []
  try {
    servers.push(await startGenuine(pair), await startOwn(pair))
    const [genuine = [], own = []] = await Promise.all(servers.map(outcomesOn))
    const found = controllerCases.flatMap(({ name }, index) => {
      // A case that fails shows nothing, also if it fails on both servers.
      const failures = [genuine[index], own[index]].filter(one => one instanceof Error)
      if (failures.length > 0) return [[name, ...failures.map(String)].join('\n')]
      const different = valueDifferences(genuine[index], own[index])
      return different.length === 0 ? [] : [[name, ...different].join('\n')]
    })
    return { summary: `${controllerCases.length} cases compared`, ...problemWith(found) }
  } finally {
    for (const server of servers) await server.close()
  }
}

/** Returns the outcome of each case, or its error. */
const outcomesOn = (server: ControlledServer): Promise<unknown[]> =>
  Promise.all(controllerCases.map(({ run }) => run(server).catch((error: Error) => error)))
