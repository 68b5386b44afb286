// Checks of a command line that read files on this machine.

import { generateKeyPairSync } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { temporaryDirectory } from '../../../fixtures/targets/test-files.ts'
import { checkCommandLine, type CommandLineOptions } from './command-line.ts'
import { formatFlagFinding } from './flag.ts'

const directory = temporaryDirectory()
afterAll(directory.remove)
const { write, path: root } = directory

const check = (args: string[], options: Partial<CommandLineOptions> = {}) => {
  const checked = checkCommandLine(args, { dialect: 'cluster', ...options })
  const found = checked.findings.map(one => `${one.severity} ${formatFlagFinding(one)}`)
  return { ...checked, found: found.filter(line => !line.includes('Deprecated')) }
}

const kubernetes = { dialect: 'kubernetes' } as const
const head = 'apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\n'

describe('the file of --config', () => {
  test('is reported with what is wrong in it', () => {
    const file = write('wrong.yaml', 'maxPods: -1\nhairpinMode: straight\nrunOnce: true\n')
    const { found } = check([`--config=${file}`])

    expect(found).toHaveLength(3)
    expect(found.filter(line => !/ \(in the configuration: \w+\)$/.test(line))).toEqual([])
    expect(found[0]).toBe(
      'error --max-pods: Invalid value: -1: must be at least 0 (in the configuration: maxPods)',
    )
  })

  test('may contain a member twice, and the last one applies', () => {
    const file = write('twice.yaml', 'maxPods: 1\nmaxPods: 2\n')
    const { found, values } = check([`--config=${file}`])

    expect(found).toEqual([
      `warning --config: Repeated: "${file}": line 2: maxPods: duplicate field; the last one applies`,
    ])
    expect(values).toMatchObject({ 'max-pods': 2 })
  })

  test('may contain an unknown member, which causes a warning', () => {
    const file = write('unknown.yaml', `${head}maxPodz: 1\nmemorySwap: {}\n`)

    for (const options of [{}, kubernetes]) {
      expect(check([`--config=${file}`], options).found).toEqual([
        `warning --config: Ignored: "${file}": line 3: maxPodz: unknown field; did you mean maxPods?`,
      ])
    }
  })

  test('has to be of the right kind', () => {
    const text = 'apiVersion: audit.cluster.example/v1\nkind: Policy\nrules: []\n'
    const file = write('policy.yaml', text)
    const bare = write('bare.yaml', 'maxPods: 1\n')

    expect(check([`--config=${file}`]).found).toEqual([
      expect.stringContaining(
        'expected the configuration of a node agent, got "Policy" of "audit.',
      ),
    ])
    expect(check([`--config=${bare}`]).found).toEqual([])
    expect(check([`--config=${bare}`], kubernetes).found).toEqual([
      expect.stringContaining('expected KubeletConfiguration of kubelet.config.k8s.io/v1beta1'),
    ])
  })

  test.each([
    ['two documents', 'maxPods: 1\n---\nmaxPods: 2\n', 'expected one document, got 2'],
    ['no YAML', 'maxPods: [\n', 'line 2, column 1: '],
    ['a list', '- a\n', 'expected an object'],
  ])('may not contain %s', (_what, text, said) => {
    expect(check([`--config=${write('bad.yaml', text)}`]).found).toEqual([
      expect.stringContaining(said),
    ])
  })
})

test('relative paths in the first file start at its directory', () => {
  const text =
    'tlsCertFile: a/c\ntlsPrivateKeyFile: /k\nauthentication: {x509: {clientCAFile: ca}}\n'
  const file = write('paths.yaml', text)
  const { values } = check([`--config=${file}`, '--root-dir=below'], { isElsewhere: true })

  expect(values).toMatchObject({
    'tls-cert-file': join(root, 'a/c'),
    'tls-private-key-file': '/k',
    'client-ca-file': join(root, 'ca'),
    'root-dir': 'below',
  })
})

test('drop-ins are applied in the order of a directory walk', () => {
  mkdirSync(join(root, 'walk', 'a.conf', 'b'), { recursive: true })
  write('walk/a.conf/b/c.conf', 'maxPods: 1\npodsPerCore: 1\n')
  write('walk/a.conf.conf', 'maxPods: 2\n')
  const { found, values } = check([`--config-dir=${join(root, 'walk')}`])

  expect(found).toEqual([])
  expect(values).toMatchObject({ 'max-pods': 2, 'pods-per-core': 1 })
})

test('a duplicate member in a drop-in is refused by genuine agents', () => {
  mkdirSync(join(root, 'drop'))
  write('drop/a.conf', `${head}maxPods: 1\nmaxPods: 2\n`)
  const args = [`--config-dir=${join(root, 'drop')}`]

  expect(check(args).found).toEqual([expect.stringMatching(/^warning --config-dir: Repeated: /)])
  expect(check(args, kubernetes).found).toEqual([
    expect.stringMatching(/^error --config-dir: Invalid value: /),
  ])
})

describe('a certificate and a key', () => {
  const { privateKey } = generateKeyPairSync('ed25519')
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  const pair = (certificate: string, key: string) => [
    `--tls-cert-file=${certificate}`,
    `--tls-private-key-file=${key}`,
  ]

  test('are reported if missing, unless they are for another machine', () => {
    const args = pair('/nowhere/c', '/nowhere/k')

    expect(check(args).found).toEqual([
      expect.stringMatching(/: "\/nowhere\/c" cannot be read: ENOENT: no such file or directory$/),
    ])
    expect(check(args, { isElsewhere: true }).found).toEqual([])
  })

  test('are reported if they are not in PEM, even for another machine', () => {
    const key = write('key', pem)

    for (const options of [{}, { isElsewhere: true } as const]) {
      expect(check(pair(key, key), options).found).toEqual([
        expect.stringContaining(`"${key}" is not a certificate or key in PEM`),
      ])
    }
  })
})
