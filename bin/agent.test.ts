import { afterAll, expect, test } from 'vitest'
import { temporaryDirectory } from '../fixtures/targets/test-files.ts'
import { runCli } from './test-cli.ts'

const directory = temporaryDirectory()
afterAll(directory.remove)
const { write } = directory

const agent = (...args: string[]) => runCli('agent', ...args)

// Flags with which an agent could start, except for its root directory.
const almost = ['--fail-cgroupv1=false', '--fail-swap-on=false', '--root-dir=/dev/null/agent']
const prevented = { code: 1, out: '', err: expect.stringContaining('--root-dir: /dev/null/agent') }

test('the help is that of the agent, and its end is 0', async () => {
  for (const flag of ['-h', '--help', '--help=true']) {
    expect(await agent('--max-pods=7', flag)).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^Usage: touchstone agent \[--dialect NAME\]/),
      err: '',
    })
  }
})

test('the version is told, or set', async () => {
  expect(await agent('--version')).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^nodeagent v\d/),
  })
  expect(await agent('--version=raw')).toMatchObject({ code: 0 })
  expect(await agent('--version=v1.2.3', ...almost)).toMatchObject(prevented)
  expect(await agent('--version=1')).toMatchObject({ code: 0 })
  expect(await agent('--version=new')).toMatchObject({ code: 1 })
})

test('an agent that cannot start says why', async () => {
  expect(await agent(...almost)).toMatchObject(prevented)
})

test('a wrong value ends with 1, a wrong flag with 3', async () => {
  expect(await agent('--max-pods=x')).toEqual({
    code: 1,
    out: '',
    err: 'touchstone: --max-pods: Invalid value: "x": must be an int32, such as 10\n',
  })
  for (const args of [['--max-pod=1'], ['start'], ['--', '--help'], ['--max-pods']]) {
    expect(await agent(...args)).toMatchObject({ code: 3, out: '' })
  }
})

test('what is worth knowing is told beside what is wrong', async () => {
  const { code, err } = await agent('--lock-file=/l', '--port=0')

  expect(code).toBe(1)
  expect(err).toContain('touchstone: warning: --lock-file: Alpha: ')
  expect(err).toContain('touchstone: --port: Invalid value: 0: must be from 1 to 65535\n')
})

test('the words are those of a dialect', async () => {
  const flags = ['--kubeconfig=/c', '--pod-cidr=10.0.0.0/24', ...almost]
  const genuine = ['--dialect', 'kubernetes', ...flags]

  expect((await agent(...genuine)).err).toContain(
    'Ignored: applies only in standalone mode (without --kubeconfig)',
  )
  expect((await agent('--dialect=kubernetes', '--help')).out).toContain('  --kube-reserved ')
  expect(await agent('--dialect=latin')).toMatchObject({ code: 3 })
})

test('files lie below the flags, drop-ins above the first of them', async () => {
  const first = write('agent.yaml', 'maxPods: 50\nsyncFrequency: soon\n')
  const { path } = temporaryDirectoryWith({ '10-a.conf': 'syncFrequency: 1m', 'notes.txt': '{' })

  expect((await agent(`--config=${first}`)).err).toContain(
    '--sync-frequency: Invalid value: "soon"',
  )
  expect(await agent(`--config=${first}`, `--config-dir=${path}`, ...almost)).toMatchObject(
    prevented,
  )
  expect(await agent(`--config=${first}`, '--sync-frequency=1m', ...almost)).toMatchObject(
    prevented,
  )
})

test('a file that cannot be read is told on one line', async () => {
  const list = write('list.yaml', '- 1\n')
  const binary = write('binary', '\u0000\u0001')

  const large = write('large.yaml', `a: ${'x'.repeat(17 * 1024 * 1024)}`)
  const bomb = write('bomb.yaml', `a: &a [x]\nb: &b [*a,*a]\nc: ${'['.repeat(100_000)}`)

  for (const file of ['/nowhere', '/dev/zero', list, binary, large, bomb, directory.path]) {
    const { code, err } = await agent(`--config=${file}`)

    expect(code).toBe(1)
    expect(err).toMatch(/^touchstone: --config: Invalid value: [^\n]*\n$/)
  }
})

function temporaryDirectoryWith(files: Record<string, string>) {
  const other = temporaryDirectory()
  afterAll(other.remove)
  for (const [name, text] of Object.entries(files)) other.write(name, text)
  return other
}
