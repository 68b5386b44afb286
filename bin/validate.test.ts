import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, symlinkSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { temporaryDirectory } from '../fixtures/targets/test-files.ts'
import { thisProgram } from '../fixtures/targets/this-program.ts'
import { runCli } from './test-cli.ts'

const directory = temporaryDirectory()
afterAll(directory.remove)
const { write, path: root } = directory

const head = 'apiVersion: apiserver.cluster.example/v1beta1\nkind: TracingConfiguration\n'
const good = write('good.yaml', head)
const wrong = write('wrong.yaml', `${head}samplingRatePerMillion: many\nrate: 1\n`)

const validate = (...args: string[]) => runCli('validate', ...args)

test('a valid file ends with 0 and prints the counts', async () => {
  expect(await validate(good)).toEqual({
    code: 0,
    out: '',
    err: '1 file, 1 document, 0 errors, 0 warnings\n',
  })
})

test('errors are printed one per line with their positions, and end with 1', async () => {
  expect(await validate(wrong, good)).toEqual({
    code: 1,
    out: [
      `${wrong}:3:1 samplingRatePerMillion: Invalid value: "many": expected an int32 (TRACE-008)\n`,
      `${wrong}:4:1 rate: unknown field\n`,
    ].join(''),
    err: '2 files, 2 documents, 2 errors, 0 warnings\n',
  })
})

test('a warning is printed and ends with 0', async () => {
  const { code, out } = await validate(write('warned.yaml', `${head}endpoint: a:1\n`))

  expect(code).toBe(0)
  expect(out).toContain(':3:1 warning: endpoint: Invalid value: "a:1": should not be set')
})

test('findings can be printed as JSON', async () => {
  const { code, out } = await validate('--format', 'json', '--defaults', wrong)

  expect(code).toBe(1)
  expect(JSON.parse(out)).toMatchObject({
    documents: [{ file: wrong, line: 1, kind: 'TracingConfiguration', defaulted: { rate: 1 } }],
    findings: [
      { file: wrong, line: 3, column: 1, requirement: 'TRACE-008', severity: 'error' },
      {},
    ],
  })
})

test('findings can be printed as GitHub annotations', async () => {
  const file = write('a,b%.yaml', `${head}endpoint: 50%\nrate: 1\n`)
  const { out } = await validate('--format', 'github', file)

  expect(out).toContain('::warning file=')
  expect(out).toContain(
    'a%2Cb%25.yaml,line=3,col=1,title=TRACE-007::endpoint: Invalid value: "50%25"',
  )
  expect(out).toContain('a%2Cb%25.yaml,line=4,col=1::rate: unknown field\n')
})

test('documents are printed with their defaults, and findings separately', async () => {
  const limits = write(
    'limits.yaml',
    'apiVersion: eventratelimit.admission.cluster.example/v1alpha1\nkind: Configuration\n' +
      'limits: [{type: User, qps: 1, burst: 1}]\n',
  )
  const { out, err } = await validate('--defaults', limits, wrong)

  expect(out).toContain('cacheSize: 4096\n---\n')
  expect(err).toContain('rate: unknown field')
})

test('the terms depend on the dialect and the domain', async () => {
  const genuine = write(
    'genuine.yaml',
    'apiVersion: apiserver.config.k8s.io/v1\nkind: AuthenticationConfiguration\n',
  )
  const own = write('own.yaml', head.replace('cluster.example', 'own.example'))

  expect(await validate('--dialect', 'kubernetes', genuine)).toMatchObject({ code: 0 })
  expect(await validate(genuine)).toMatchObject({ code: 1 })
  expect(await validate('--api-domain', 'own.example', own)).toMatchObject({ code: 0 })
})

test('command lines are checked and compared with files', async () => {
  const authentication = write(
    'authentication.yaml',
    'apiVersion: apiserver.cluster.example/v1beta1\nkind: AuthenticationConfiguration\n' +
      'jwt: []\nanonymous: {enabled: false}\n',
  )
  const both = ['--flags', "apiserver '--anonymous-auth=true'", authentication]

  expect(await validate('--flags', 'nodeagent --max-pods=x')).toMatchObject({
    code: 1,
    out: expect.stringContaining('--flags:1:1 --max-pods: Invalid value: "x"'),
  })
  expect(await validate(authentication)).toMatchObject({ code: 0 })
  expect(await validate(...both)).toMatchObject({
    code: 1,
    out: expect.stringContaining('anonymous: Forbidden: may not be set together'),
  })
})

test('a lenient checker fills in a controller manager', async () => {
  const file = write(
    'manager.yaml',
    'apiVersion: clustercontrollermanager.config.cluster.example/v1alpha1\n' +
      'kind: ClusterControllerManagerConfiguration\n',
  )

  expect(await validate(file)).toMatchObject({ code: 1 })
  expect(await validate('--lenient', file)).toMatchObject({ code: 0, out: '' })
})

test('feature gates can be set on the command line', async () => {
  const proxy = write(
    'proxy.yaml',
    'apiVersion: clusterproxy.config.cluster.example/v1alpha1\nkind: ClusterProxyConfiguration\n' +
      'logging: {format: text, flushFrequency: 1s, verbosity: 0, vmodule: [], options: {}}\n',
  )

  expect(await validate(proxy)).toMatchObject({ code: 1 })
  expect(await validate('--feature-gates', 'LoggingAlphaOptions=true', proxy)).toMatchObject({
    code: 0,
  })
})

test('a plug-in file is checked with the configuration that names it', async () => {
  write('plugin.yaml', head)
  const admission = write(
    'admission.yaml',
    'apiVersion: apiserver.config.cluster.example/v1\nkind: AdmissionConfiguration\n' +
      'plugins: [{name: EventRateLimit, path: plugin.yaml}]\n',
  )
  const gone = write(
    'gone.yaml',
    'apiVersion: apiserver.config.cluster.example/v1\nkind: AdmissionConfiguration\n' +
      'plugins: [{name: EventRateLimit, path: gone/plugin.yaml}]\n',
  )

  expect(await validate(admission)).toMatchObject({
    code: 1,
    out: expect.stringContaining('plugins[0].path: Unsupported value: "plugin.yaml"'),
  })
  expect(await validate(gone)).toMatchObject({ code: 0 })
  expect(await validate('--check-paths', gone)).toMatchObject({
    code: 1,
    out: expect.stringContaining('(ADM-038)'),
  })
})

test('in a directory, files that are not configurations only cause warnings', async () => {
  const mixed = join(root, 'mixed')
  mkdirSync(join(mixed, 'deep'), { recursive: true })
  mkdirSync(join(mixed, '.git'))
  write('mixed/deep/trace.yml', head)
  write('mixed/pod.yaml', 'apiVersion: v1\nkind: Pod\n')
  write('mixed/notes.txt', 'kind: [')
  write('mixed/.git/a.yaml', 'kind: [')
  write('mixed/trace.json', '{"apiVersion": "apiserver.cluster.example/v1beta2"}')
  symlinkSync(mixed, join(mixed, 'loop'))

  const { code, out, err } = await validate(mixed)

  expect(code).toBe(1)
  expect(out.split('\n')).toEqual([
    expect.stringContaining('pod.yaml:2:1 warning: kind: Unsupported value: "Pod"'),
    expect.stringContaining('trace.json:1:1 kind: Required value'),
    '',
  ])
  expect(err).toBe('3 files, 1 document, 1 error, 1 warning\n')
})

const bad: readonly [what: string, text: string, line: string][] = [
  ['an empty file', '', ':1:1 unreadable: contains no document'],
  ['binary', '\u0000\u0001\u0002', ':1:1 unreadable: contains a control character'],
  ['an alias bomb', bomb(), ':'],
  ['deep nesting', '['.repeat(100_000), ':1:251 unreadable: nested deeper than 250'],
  ['tabs', 'a:\n\tb: 1\n', ':2:1 unreadable: expected spaces in a margin, got a tab'],
  ['a wrong kind', head.replace('Tracing', 'Racing'), ':2:1 kind: Unsupported value: "RacingCon'],
  ['an unknown version', head.replace('v1beta1', 'v3'), ':1:1 apiVersion: Unsupported value: "api'],
  [
    'two kinds in one document',
    `${head}kind: Policy\n`,
    ':3:1 kind: duplicate field: two documents',
  ],
  ['a list', '- a\n', ':1:1 Invalid value: expected an object'],
  ['a text', 'a', ':1:1 Invalid value: expected an object'],
  ['no kind', 'a: 1', ':1:1 apiVersion: Required value'],
  ['a kind that is a number', 'apiVersion: v1\nkind: 5\n', ':2:1 kind: Invalid value: 5'],
  ['codes of a terminal', 'a: "\\e[2J": 1', ':1:'],
]

test.each(bad)('%s is reported on one line', async (_what, text, line) => {
  const file = write('bad.yaml', text)
  const { code, out } = await validate(file)
  const [first = '', ...more] = out.trimEnd().split('\n')

  expect(code).toBe(1)
  expect(first.startsWith(file + line)).toBe(true)
  expect(more.length).toBeLessThan(2)
  expect(out).not.toContain('\n    at ')
  expect(out).not.toContain('\u001b')
})

function bomb(): string {
  return Array.from({ length: 12 }, (_, level) => {
    const alias = level === 0 ? 'x' : `*a${level - 1}`
    return `a${level}: &a${level} [${Array.from({ length: 10 }, () => alias).join(',')}]\n`
  }).join('')
}

test.each([
  ['nothing there', () => '/nowhere/a.yaml', 'unreadable: ENOENT: no such file or directory'],
  ['a device', () => '/dev/zero', 'unreadable: not a regular file'],
  ['100 MB', large, 'unreadable: 104857600 bytes; the limit is 4194304'],
  ['an empty directory', empty, 'unreadable: no *.yaml, *.yml or *.json in this directory'],
])('%s cannot be opened, which ends with 3', async (_what, named, fault) => {
  const name = named()

  expect(await validate(good, name)).toMatchObject({ code: 3, out: `${name}:1:1 ${fault}\n` })
})

function large(): string {
  const file = write('large.yaml', '')
  truncateSync(file, 100 * 2 ** 20)
  return file
}

function empty(): string {
  mkdirSync(join(root, 'empty'))
  return join(root, 'empty')
}

test.each([
  [[], 'validate: expected a file, a directory, - or --flags'],
  [['--format', 'xml', good], "argument 'xml' is invalid"],
  [['--feature-gates', 'A=maybe', good], '--feature-gates: expected Name=true or Name=false'],
  [['--flags', 'kubectl get pods'], '--flags: expected nodeagent … or apiserver …, got "kubectl"'],
])('a command line of %j is refused', async (args, fault) => {
  const { code, err } = await validate(...args)

  expect(code).toBe(3)
  expect(err).toContain(fault)
})

const node = [...thisProgram(), 'validate', '-'].map(word => `'${word}'`).join(' ')

test('standard input is read, even if it is closed', () => {
  const piped = execFileSync('sh', ['-c', `${node} 2>&1`], { input: head, encoding: 'utf8' })
  const closed = spawnSync('sh', ['-c', `${node} <&- 2>&1`], { encoding: 'utf8' })

  expect(piped).toContain('1 file, 1 document, 0 errors')
  expect(closed.status).toBe(1)
  expect(closed.stdout).toContain('-:1:1 unreadable: contains no document\n')
}, 60_000)

test('no error is printed if the reader closes the pipe', () => {
  const text = Array.from({ length: 20_000 }, (_, index) => `field${index}: 1\n`).join('')
  const cut = spawnSync('sh', ['-c', `${node} | head -n 1`], {
    input: head + text,
    encoding: 'utf8',
  })

  expect(cut.stdout).toBe('-:3:1 field0: unknown field\n')
  expect(cut.stderr).not.toContain('EPIPE')
}, 60_000)
