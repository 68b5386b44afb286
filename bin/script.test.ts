// Scripts of cases are run with curl on a new server with the same fault. They must show the fault
// and leave no object behind.

import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, it, onTestFinished } from 'vitest'
import { createClient } from '../fixtures/client/client.ts'
import { resourcePath } from '../fixtures/objects/tested-types.ts'
import { openTarget } from '../fixtures/targets/open.ts'
import { temporaryDirectory } from '../fixtures/targets/test-files.ts'
import type { Target } from '../fixtures/targets/target.ts'
import type { ConformanceReport } from '../reports/report.ts'
import { runCli } from './test-cli.ts'

const directory = temporaryDirectory()
afterAll(directory.remove)

const curl = spawnSync('curl', ['--version'])

const rows = ['DRY-003', 'PAGE-005', 'PTCH-020', 'K8S-OBJ-022', 'DEL-004']

it.skipIf(curl.error).each(rows)(
  'reproduces the fault of a mutant of %s with curl',
  { timeout: 60_000 },
  async id => {
    const reportDir = join(directory.path, id)
    const dialect = id.startsWith('K8S-') ? 'kubernetes' : 'cluster'
    const flags = ['--id', id, '--dialect', dialect, '--report-dir', reportDir]
    await runCli('certify', `mutant:${id}`, ...flags)
    const report = JSON.parse(
      readFileSync(join(reportDir, 'report.json'), 'utf8'),
    ) as ConformanceReport
    const failure = report.requirements.find(row => row.id === id)?.failure
    const target = await openTarget(`mutant:${id}`, { dialect })
    onTestFinished(() => target.close())

    const script = join(reportDir, 'cases', `${id}.sh`)
    for (const _ of ['first', 'second']) {
      const { out, err } = await outputOf(script, target)

      expect(err).toBe('')
      expect(answersOf(out)).toEqual(
        failure?.exchanges.flatMap(({ step, answer }) => (answer ? [[step, answer.status]] : [])),
      )
      expect(await leftOn(target)).toEqual([])
    }
    // The last line has the values of the run.
    const text = readFileSync(script, 'utf8').replace(/\n.*\n$/, '')
    const uids = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/
    expect(text).not.toMatch(uids)
    expect(text).not.toMatch(/resourceVersion"?[=:]"?\d+/)
  },
)

async function outputOf(script: string, { connection, credentials }: Target) {
  const child = spawn('/bin/sh', [script], {
    env: {
      PATH: process.env['PATH'],
      URL: connection.url,
      TOKEN: credentials.admin.token ?? '',
    },
  })
  const said = { out: '', err: '' }
  child.stdout.on('data', (part: Buffer) => (said.out += part.toString()))
  child.stderr.on('data', (part: Buffer) => (said.err += part.toString()))
  await once(child, 'close')
  return said
}

/** Returns the step and the status of each response in the output of a script. */
const answersOf = (out: string): [string, number][] =>
  [...out.matchAll(/^== (.*): in the run the response was [^]*?^HTTP (\d+)$/gm)].map(
    ([, step = '', status]) => [step, Number(status)],
  )

/** Returns the names of the namespaces that a script left behind. */
async function leftOn(target: Target): Promise<string[]> {
  const client = createClient(target.connection, target.credentials.admin)
  const { bytes } = await client.send({
    method: 'GET',
    path: resourcePath(target.types.namespaces),
  })
  const { items } = JSON.parse(String(bytes)) as { items: { metadata: { name: string } }[] }
  return items.map(({ metadata }) => metadata.name).filter(name => name.startsWith('touchstone-'))
}
