// Certifies servers that are started by the program of docs/target-file.md, as a user does who has
// a kube-apiserver and an etcd.

import { execFile } from 'node:child_process'
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { startApiserver } from '../../fixtures/targets/kube-apiserver/apiserver.ts'
import { ensureBinaries } from '../../fixtures/targets/kube-apiserver/build.ts'
import { makeCredentials } from '../../fixtures/targets/kube-apiserver/credentials.ts'
import { startEtcd } from '../../fixtures/targets/kube-apiserver/etcd.ts'
import { parseReport } from '../../reports/read.ts'
import { projectRoot } from '../lint/sources.ts'
import { thisProgram } from '../../fixtures/targets/this-program.ts'
import type { LongRun } from '../long-runs/storage-engine-runs.ts'

const runMs = 300_000
const run = promisify(execFile)

/** Returns the program `start.mjs` of the page. @throws Error when the page does not contain it */
export async function documentedStart(): Promise<string> {
  const page = await readFile(join(projectRoot, 'docs', 'target-file.md'), 'utf8')
  const [, program] = /```js\n(\/\/ start\.mjs\n.*?)```/s.exec(page) ?? []
  if (program === undefined) throw new Error('docs/target-file.md: expected the program start.mjs')
  return program
}

// Other controls of the page, which the target file of the step does not define.
const otherControls = /`controls\.accepts`|the control `stored`/

/**
 * Every must of the profile has to pass, except those that need another control. No process may
 * remain.
 */
export async function certifyByDocumentedStart(): Promise<LongRun> {
  const binaries = await ensureBinaries()
  const directory = await mkdtemp(join(tmpdir(), 'touchstone-documented-'))
  const opened: (() => Promise<void>)[] = []
  try {
    const credentials = await makeCredentials(directory)
    const etcd = await startEtcd({ command: binaries.etcd, directory })
    opened.push(etcd.close)
    const command = binaries.kubeApiserver
    const main = await startApiserver({ command, directory, etcdUrl: etcd.url, credentials })
    opened.push(() => main.child.stop())

    await writeFile(join(directory, 'start.mjs'), await documentedStart())
    await copyFile(credentials.signingKeyFile, join(directory, 'signing.key'))
    await writeFile(join(directory, 'admin.token'), credentials.tokens.admin, { mode: 0o600 })
    await writeFile(join(directory, 'target.yaml'), targetFile(main.url, main.certificateAuthority))
    const variables = { ETCD: etcd.url, KUBE_APISERVER: command }
    const { code, out } = await certify(directory, variables)

    const result = out.trimEnd().split('\n').slice(-2).join(' ').trim()
    const left = await startedProcesses(directory)
    const file = join(directory, 'touchstone-report', 'report.json')
    const report = parseReport(await readFile(file, 'utf8'), file)
    const others = report.requirements.filter(
      ({ strength, verdict, because = '' }) =>
        strength === 'must' &&
        !['pass', 'untested'].includes(verdict) &&
        !(verdict === 'inapplicable' && otherControls.test(because)),
    )
    const problems = [
      ...(code === 0 ? [] : [`expected exit code 0, got ${code}`, out]),
      ...others.map(({ id, verdict, because = '' }) => `${id} is ${verdict}: ${because}`),
      ...left.map(line => `is still running: ${line}`),
    ]
    return { summary: result, ...(problems.length > 0 && { problem: problems.join('\n') }) }
  } finally {
    for (const close of opened.toReversed()) await close()
    await rm(directory, { recursive: true, force: true })
  }
}

const targetFile = (url: string, certificateAuthority: string): string => `
apiVersion: touchstone/v1alpha1
kind: Target
url: ${url}
certificateAuthority: ${certificateAuthority}
dialect: kubernetes
credentials: { admin: { tokenFile: admin.token } }
controls: { start: [node, start.mjs] }
`

function certify(
  cwd: string,
  variables: Record<string, string>,
): Promise<{ code: number; out: string }> {
  const [command = '', ...words] = thisProgram()
  const flags = ['--target', 'target.yaml', '--profile', 'started-servers', '--verbose']
  return new Promise(resolve => {
    const child = execFile(
      command,
      [...words, 'certify', ...flags],
      { cwd, env: { ...process.env, ...variables }, timeout: runMs },
      (_, out, err) => resolve({ code: child.exitCode ?? -1, out: out || err }),
    )
  })
}

/** The command lines of `start.mjs` in the directory, and of the servers that it started. */
async function startedProcesses(directory: string): Promise<string[]> {
  const { stdout } = await run('ps', ['-eo', 'args'])
  return stdout
    .split('\n')
    .filter(line => line.includes(directory) && /start\.mjs|--etcd-prefix=/.test(line))
}
