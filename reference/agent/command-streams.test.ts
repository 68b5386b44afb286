import { afterEach, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { serveProcesses } from './process-runtime.ts'
import { agentBench, closers, freePort, manifest, until } from './test-agent.ts'

const closing = closers()
afterEach(closing.close)

const versions = ['v4.channel.k8s.io', 'v5.channel.k8s.io']
const [input, output, error, status, closed] = [0, 1, 2, 3, 255] as const

/** A client of a stream, with what it has received by channel. */
async function openStream(url: string, protocols = versions) {
  const client = new WebSocket(url, protocols, { rejectUnauthorized: false })
  closing.add(async () => client.terminate())
  client.on('error', () => {})
  const texts = new Map<number, string>()
  client.on('message', (message: Buffer) => {
    const channel = message[0] ?? -1
    texts.set(channel, (texts.get(channel) ?? '') + String(message.subarray(1)))
  })
  const ended = new Promise(resolve => client.once('close', resolve))
  await Promise.race([new Promise(resolve => client.once('open', resolve)), ended])
  return {
    isOpen: client.readyState === client.OPEN,
    protocol: client.protocol,
    leave: () => client.terminate(),
    textOf: (channel: number) => texts.get(channel) ?? '',
    send: (channel: number, bytes: Buffer | string) =>
      client.send(Buffer.concat([Buffer.from([channel]), Buffer.from(bytes)])),
    async result() {
      await ended
      return JSON.parse(texts.get(status) ?? '{}') as { status?: string; message?: string }
    },
  }
}

/** Starts an agent with one container that is a process, and waits until it can be streamed to. */
async function startedAgent() {
  const bench = await agentBench(closing)
  const runtime = await serveProcesses()
  closing.add(runtime.close)
  const port = await freePort()
  const endpoint = `--container-runtime-endpoint=${runtime.endpoint}`
  await bench.start(endpoint, `--port=${port}`, '--address=127.0.0.1')
  const main = {
    name: 'main',
    image: 'none:1',
    command: ['sleep', '1000'],
    env: [{ name: 'GREETING', value: 'good day' }],
  }
  await bench.place('a.json', manifest('a', { containers: [main] }))
  const open = (script: string, more = 'input=1&output=1&error=1', protocols = versions) => {
    const command = ['sh', '-c', script].map(one => `command=${encodeURIComponent(one)}`)
    const url = `wss://127.0.0.1:${port}/exec/default/a-node/main`
    return openStream(`${url}?${command.join('&')}&${more}`, protocols)
  }
  await until(async () => (await open('true')).isOpen, 'a stream')
  return { open, removePod: () => bench.remove('a.json') }
}

test('a command in a process has its input, its outputs and its exit code', async () => {
  const { open } = await startedAgent()
  const stream = await open('echo "$GREETING"; cat; echo wrong >&2; exit 3')
  expect(stream.protocol).toBe('v5.channel.k8s.io')
  await until(() => stream.textOf(output) === 'good day\n', 'the greeting')

  const long = 'x'.repeat(300_000)
  stream.send(input, long)
  stream.send(closed, Buffer.from([input]))

  expect(await stream.result()).toMatchObject({
    status: 'Failure',
    reason: 'NonZeroExitCode',
    details: { causes: [{ reason: 'ExitCode', message: '3' }] },
  })
  expect(stream.textOf(output) === `good day\n${long}`).toBe(true)
  expect(stream.textOf(error)).toBe('wrong\n')
})

test('a command without input succeeds, and only requested streams are sent', async () => {
  const { open } = await startedAgent()
  const stream = await open('cat; echo out; echo wrong >&2', 'output=1')

  expect(await stream.result()).toEqual({ metadata: {}, status: 'Success' })
  expect([stream.textOf(output), stream.textOf(error)]).toEqual(['out\n', ''])
})

test('a command ends with its client and with its container', async () => {
  const { open, removePod } = await startedAgent()
  const started = async () => {
    const stream = await open('sleep 1000 & echo $!; wait', 'output=1')
    await until(() => stream.textOf(output).endsWith('\n'), 'a number')
    return { ...stream, child: Number(stream.textOf(output)) }
  }
  const left = await started()
  const stays = await started()
  expect([isAlive(left.child), isAlive(stays.child)]).toEqual([true, true])

  left.leave()
  await until(() => !isAlive(left.child), 'the end of the command')
  expect(isAlive(stays.child)).toBe(true)

  await removePod()
  expect(await stays.result()).toMatchObject({ reason: 'NonZeroExitCode' })
  await until(() => !isAlive(stays.child), 'the end of its descendant')
})

test('terminals and unknown subprotocols are refused', async () => {
  const { open } = await startedAgent()
  expect((await open('true', 'output=1&tty=1')).isOpen).toBe(false)
  expect((await open('true', 'output=1', ['v1.channel.k8s.io'])).isOpen).toBe(false)
})

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
