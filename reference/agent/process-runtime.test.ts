import { mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import type { ContainerConfig, SandboxConfig } from './cri.ts'
import { processRuntime, serveProcesses } from './process-runtime.ts'
import { agentBench, closers, manifest, until } from './test-agent.ts'

const closing = closers()
afterEach(closing.close)

async function newDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'processes-test-'))
  closing.add(() => rm(directory, { recursive: true, force: true }))
  return directory
}

/** An agent that runs the containers of its manifests as processes in `files`. */
async function startedAgent() {
  const files = await newDirectory()
  const bench = await agentBench(closing)
  const runtime = await serveProcesses()
  closing.add(runtime.close)
  await bench.start(`--container-runtime-endpoint=${runtime.endpoint}`)
  const container = (script: string, more: object = {}) => ({
    name: 'main',
    image: 'none:1',
    command: ['sh', '-c', script],
    workingDir: files,
    ...more,
  })
  return {
    ...bench,
    run: (script: string, more: object = {}) =>
      bench.place('a.json', manifest('a', { containers: [container(script, more)] })),
    textOf: (name: string) => readFile(join(files, name), 'utf8').catch(() => ''),
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test('a container is a process that is started again and ends with its manifest', async () => {
  const { run, remove, textOf } = await startedAgent()
  // `$$` would be read as an escaped `$`.
  await run("sh -c 'echo $PPID >> pids'; sleep 1000 & wait")
  const pids = async () => (await textOf('pids')).split('\n').filter(Boolean).map(Number)
  const [first = 0] = await until(async () => ((await pids()).length > 0 ? pids() : false), 'one')

  process.kill(first)
  const [, second = 0] = await until(
    async () => ((await pids()).length > 1 ? pids() : false),
    'another process',
  )
  expect(isAlive(first)).toBe(false)
  expect(isAlive(second)).toBe(true)

  await remove('a.json')
  await until(() => !isAlive(second), 'the end of the process')
})

test('a process has its variables, its log, its hooks and its probes', async () => {
  const { run, textOf, directory } = await startedAgent()
  await run('echo "$GREETING"; echo wrong >&2; sleep 1000', {
    env: [{ name: 'GREETING', value: 'good day' }],
    lifecycle: { postStart: { exec: { command: ['sh', '-c', 'echo "$GREETING" > greeted'] } } },
    livenessProbe: { exec: { command: ['touch', 'probed'] }, periodSeconds: 1 },
  })

  await until(async () => (await textOf('greeted')) === 'good day\n', 'the hook')
  const logs = join(directory, 'root', 'logs')
  const [pod = ''] = await readdir(logs)
  const log = async () => readFile(join(logs, pod, 'main', '0.log'), 'utf8')
  await until(async () => (await log()).split('\n').length > 2, 'two lines')
  expect(await log()).toMatch(/^\d{4}-\S+Z stdout F good day$/m)
  expect(await log()).toMatch(/^\d{4}-\S+Z stderr F wrong$/m)
})

/** One container of a runtime without an agent. */
async function created(command: string[]) {
  const directory = await newDirectory()
  const runtime = processRuntime(directory)
  closing.add(runtime.close)
  const { call } = runtime
  const sandboxConfig = {
    metadata: { name: 'a', uid: 'u', namespace: 'default', attempt: 0 },
    logDirectory: join(directory, 'logs'),
    labels: {},
    annotations: {},
  } as unknown as SandboxConfig
  const config = {
    metadata: { name: 'main', attempt: 0 },
    image: { image: 'none:1' },
    command,
    args: [],
    envs: [],
    workingDir: '',
    logPath: 'main/0.log',
    labels: {},
    annotations: {},
    linux: { securityContext: {} },
  } as unknown as ContainerConfig
  const { podSandboxId } = await call('RunPodSandbox', {
    config: sandboxConfig,
    runtimeHandler: '',
  })
  const create = () => call('CreateContainer', { podSandboxId, config, sandboxConfig })
  const statusOf = async (containerId: string) =>
    (await call('ContainerStatus', { containerId })).status
  const logPath = join(directory, 'logs', 'main', '0.log')
  return { call, create, statusOf, logPath, podSandboxId }
}

test('a container needs a command that can be started', async () => {
  await expect((await created([])).create()).rejects.toThrow('main: expected a command')
  const { call, create, statusOf } = await created(['/no/such/command'])
  const { containerId } = await create()

  await expect(call('StartContainer', { containerId })).rejects.toThrow('ENOENT')
  expect(await statusOf(containerId)).toMatchObject({ state: 2, exitCode: 128 })
})

test('a container is started once, and one that ignores SIGTERM is killed', async () => {
  const { call, create, statusOf, logPath } = await created([
    'sh',
    '-c',
    'trap "" TERM; echo ready; sleep 1000',
  ])
  const { containerId } = await create()
  await expect(create()).rejects.toThrow('name is reserved')
  const starts = await Promise.allSettled([
    call('StartContainer', { containerId }),
    call('StartContainer', { containerId }),
  ])
  expect(starts.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])

  await until(async () => (await readFile(logPath, 'utf8')).includes('ready'), 'the trap')
  await call('StopContainer', { containerId, timeout: 1 })
  expect(await statusOf(containerId)).toMatchObject({ state: 2, exitCode: 137, reason: 'Error' })
})

test('a command in a container has an exit code and a time limit', async () => {
  const { call, create } = await created(['sleep', '1000'])
  const { containerId } = await create()
  await call('StartContainer', { containerId })
  const run = (script: string, timeout: number) =>
    call('ExecSync', { containerId, cmd: ['sh', '-c', script], timeout })

  const { stdout, stderr, exitCode } = await run('echo out; echo err >&2; exit 3', 0)
  expect([String(stdout), String(stderr), exitCode]).toEqual(['out\n', 'err\n', 3])
  await expect(run('exec sleep 1000', 1)).rejects.toMatchObject({ code: 4 })
})

test('long lines are written in parts, and a log that was renamed begins again', async () => {
  const script = 'printf %20000s x; echo; while sleep 0.05; do echo more; done'
  const { call, create, logPath } = await created(['sh', '-c', script])
  const { containerId } = await create()
  await call('StartContainer', { containerId })
  const lines = async (path: string) => (await readFile(path, 'utf8')).split('\n')
  await until(async () => (await lines(logPath)).length > 3, 'three lines')
  const [first = '', second = ''] = await lines(logPath)
  expect(first).toMatch(/ stdout P {2,}$/)
  expect(second).toMatch(/ stdout F {2,}x$/)

  await rename(logPath, `${logPath}.old`)
  await call('ReopenContainerLog', { containerId })
  await until(async () => (await lines(logPath)).length > 1, 'a line in the new log')
})

test('the end of a sandbox ends its containers and their descendants', async () => {
  const { call, create, logPath, podSandboxId } = await created([
    'sh',
    '-c',
    'sleep 1000 & echo $!; wait',
  ])
  const { containerId } = await create()
  await call('StartContainer', { containerId })
  const pid = await until(async () => {
    const [, found] = / F (\d+)\n/.exec(await readFile(logPath, 'utf8')) ?? []
    return found === undefined ? false : Number(found)
  }, 'a descendant')
  expect(isAlive(pid)).toBe(true)

  await call('StopPodSandbox', { podSandboxId })
  await until(() => !isAlive(pid), 'its end')
  await call('RemovePodSandbox', { podSandboxId })
  await expect(call('ContainerStatus', { containerId })).rejects.toMatchObject({ code: 5 })
})

test('a sandbox that is stopped while its container starts leaves no process', async () => {
  const { call, create, statusOf, podSandboxId } = await created(['sleep', '1000'])
  const { containerId } = await create()
  const starting = call('StartContainer', { containerId })
  await call('StopPodSandbox', { podSandboxId })
  await starting
  expect(await statusOf(containerId)).toMatchObject({ state: 2, exitCode: 137 })
})

test('a name is given once, also to sandboxes that are created at the same time', async () => {
  const { call } = await created(['true'])
  const config = { metadata: { name: 'b', uid: 'v', namespace: 'default', attempt: 0 } }
  const run = () => call('RunPodSandbox', { config: config as SandboxConfig, runtimeHandler: '' })
  const runs = await Promise.allSettled([run(), run()])
  expect(runs.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
})
