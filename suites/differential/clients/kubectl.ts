// Runs kubectl against a server through a recording proxy, and returns its output and the media
// types of its requests.

import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { Target } from '../../../fixtures/targets/target.ts'
import { ignoredSettingPrefix } from '../../../reference/admission/check-ignored-settings.ts'
import { normalizeOutput } from './normalize-output.ts'
import { startRecordingProxy } from './recording-proxy.ts'
import type { RecordedExchange, RecordingProxy } from './recording-proxy.ts'

export type KubectlInvocation = {
  args: readonly string[]
  /** The text of its standard input. */
  input?: string
  /** The command of `$EDITOR`. By default, it changes nothing. */
  editor?: string
  /** Arguments of a `get`. The uid of that object replaces `UID` in the input. */
  uidOf?: string
  /** Whether to repeat the command until it succeeds, because its object may appear late. */
  comes?: true
  /** Commands to run once its watch is open. It is ended when it has printed `lines` lines. */
  meanwhile?: { commands: readonly KubectlInvocation[]; lines: number }
}

/** The result of a command, in which times, versions and other varying values are replaced. */
export type KubectlResult = {
  /** The exit code. Null if the command was ended, as watches are. */
  code: number | null
  stdout: string
  stderr: string
  /** Its requests except discovery: verb, path, both media types and status. */
  spoken: string[]
}

export type Kubectl = {
  run(command: KubectlInvocation): Promise<KubectlResult>
  close(): Promise<void>
}

const program = process.env['TEST_ASSET_KUBECTL'] || 'kubectl'

// The labels replace file names and their times.
const differ = 'diff -u -N --label=live --label=merged'

// Far longer than any of the commands needs on a busy machine.
const patienceMs = 30_000

/** Returns why kubectl cannot be run, or undefined if it can. */
export async function kubectlAbsence(): Promise<string | undefined> {
  try {
    await promisify(execFile)(program, ['version', '--client'])
    return undefined
  } catch (cause) {
    // The program is missing or fails.
    return `${program} cannot be run: ${(cause as Error).message.split('\n')[0]}`
  }
}

/** Prepares kubectl as the administrator of a target, with a separate home directory. */
export async function kubectlOn(target: Target): Promise<Kubectl> {
  const wire = await startRecordingProxy(target.connection, target.credentials.admin)
  const directory = await mkdtemp(join(tmpdir(), 'touchstone-kubectl-'))
  await writeFile(join(directory, 'config'), configOf(wire.url))
  return {
    run: command => runWhenDue(command, { wire, directory }),
    close: async () => {
      await wire.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

/** Returns a kubeconfig. JSON is valid YAML. */
const configOf = (server: string): string =>
  JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name: 'here', cluster: { server } }],
    users: [{ name: 'nobody', user: {} }],
    contexts: [{ name: 'here', context: { cluster: 'here', user: 'nobody' } }],
    'current-context': 'here',
  })

type Place = { wire: RecordingProxy; directory: string }

async function runWhenDue(command: KubectlInvocation, place: Place): Promise<KubectlResult> {
  const end = performance.now() + patienceMs
  for (;;) {
    const shown = await run(command, place)
    if (!command.comes || shown.code === 0 || performance.now() > end) return shown
    await wait(200)
  }
}

async function run(command: KubectlInvocation, place: Place): Promise<KubectlResult> {
  const { wire } = place
  const full = await withUid(command, place)
  wire.takeExchanges()
  const child = started(full, place)
  const ended = once(child.process, 'close') as Promise<[number | null]>
  if (command.meanwhile) {
    await holds(() => wire.hasWatch(), child)
    for (const one of command.meanwhile.commands) await completed(one, place)
    const { lines } = command.meanwhile
    await holds(() => child.said.stdout.split('\n').length > lines, child)
    child.process.kill('SIGTERM')
  }
  const [code] = await ended
  const { stdout, stderr } = child.said
  return {
    code: command.meanwhile ? null : code,
    stdout: normalizeOutput(stdout),
    stderr: normalizeOutput(withoutIgnored(stderr)),
    spoken: spokenIn(wire.takeExchanges()),
  }
}

/** Removes the reference's warnings about settings that it stores but ignores. */
const withoutIgnored = (stderr: string): string =>
  stderr
    .split('\n')
    .filter(line => !line.startsWith(`Warning: ${ignoredSettingPrefix}`))
    .join('\n')

async function withUid(command: KubectlInvocation, place: Place): Promise<KubectlInvocation> {
  const { uidOf, input } = command
  if (uidOf === undefined || input === undefined) return command
  const args = ['get', ...uidOf.split(' '), '-o', 'jsonpath={.metadata.uid}']
  return { ...command, input: input.replaceAll('UID', await completed({ args }, place)) }
}

/** Runs a command whose output is not compared. @throws if it fails */
async function completed(command: KubectlInvocation, place: Place): Promise<string> {
  const { process: child, said } = started(command, place)
  const [code] = (await once(child, 'close')) as [number | null]
  if (code !== 0) throw new Error(`kubectl ${command.args.join(' ')}: ${said.stderr}`)
  return said.stdout
}

type Started = {
  process: ReturnType<typeof spawn>
  said: { stdout: string; stderr: string }
}

function started(
  { args, input = '', editor = 'true' }: KubectlInvocation,
  { directory }: Place,
): Started {
  const config = join(directory, 'config')
  const own = { HOME: directory, KUBECONFIG: config, EDITOR: editor, KUBECTL_EXTERNAL_DIFF: differ }
  const child = spawn(program, args, {
    env: { PATH: process.env['PATH'], ...own },
    timeout: patienceMs,
    killSignal: 'SIGKILL',
  })
  const said = { stdout: '', stderr: '' }
  child.stdout.on('data', (bytes: Buffer) => (said.stdout += bytes.toString('utf8')))
  child.stderr.on('data', (bytes: Buffer) => (said.stderr += bytes.toString('utf8')))
  child.stdin.end(input)
  return { process: child, said }
}

/** Waits until the condition holds or the command has exited, at the latest by its timeout. */
async function holds(condition: () => boolean, { process: child }: Started): Promise<void> {
  while (!condition() && child.exitCode === null && child.signalCode === null) await wait(20)
}

// Discovery requests depend on kubectl's cache and on the served groups, so they are not compared.
const isDiscovery = ({ path }: RecordedExchange): boolean =>
  /^\/(api|version|openapi\/.*|apis(\/[^/]+){0,2}|api\/v1)$/.test(path)

const spokenIn = (spoken: RecordedExchange[]): string[] =>
  spoken
    .filter(one => !isDiscovery(one))
    .map(({ verb, path, isWatch, sent, status, got }) =>
      [isWatch ? 'WATCH' : verb, path, sent && `${sent} >`, status, got].filter(Boolean).join(' '),
    )
