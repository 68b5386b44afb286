import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { certificatePem, temporaryDirectory } from '../fixtures/targets/test-files.ts'
import { catalogue } from '../suites/generated/catalogue.ts'
import { caseOf } from '../suites/failure/case.ts'
import { isInSet } from '../suites/select/select.ts'
import { rawRequest } from '../properties/dsl/steps.ts'
import { featureGateDefaults } from '../reference/api/feature-gates.ts'
import { runCli } from './test-cli.ts'

const directory = temporaryDirectory()
afterAll(directory.remove)
const { write } = directory
const outside = String(catalogue.find(row => !isInSet(row))?.id)
const reportDir = join(directory.path, 'report')
const certify = (...args: string[]) => ['certify', '--report-dir', reportDir, ...args]

/** Each command line ends with exit code 3 and one line that contains these words. */
const refusals: [args: string[], words: string[]][] = [
  [['certify', '--colour'], ["unknown option '--colour'"]],
  [['measure'], ["unknown command 'measure'"]],
  [['certify', 'reference', 'more'], ['too many arguments']],
  [['certify', '--target'], ["option '--target <file>' argument missing"]],
  [
    ['certify', '--dialect', 'latin'],
    ['--dialect', "'latin' is invalid", 'cluster, kubernetes'],
  ],
  [['replay'], ["missing required argument 'case'"]],
  [['target', 'init'], ["missing required argument 'url'"]],
  [certify('--seed', 'seven'), ['--seed', 'expected an integer or random', '"seven"']],
  [certify('--scenarios', '0'), ['--scenarios', 'expected a whole number above 0', '"0"']],
  [certify('--scenarios', '1e3'), ['--scenarios', '"1e3"']],
  [certify('--runs', '1e3'), ['--runs', '"1e3"']],
  [certify('--runs', '2', '--scenarios', '2'), ['--runs', 'cannot be used with', '--scenarios']],
  [certify('--smoke', '--scenarios', '2'), ['--scenarios: cannot be combined with --smoke']],
  [certify('--smoke', '--runs', '2'), ['--scenarios: cannot be combined with --smoke']],
  [certify('--concurrency', '-4'), ['--concurrency', '"-4"']],
  [certify('--concurrency', '27'), ['--concurrency: expected at most 26, got 27']],
  [certify('--api-domain', 'a b'), ['--api-domain: expected a domain', '"a b"']],
  [
    certify('--section', 'lists'),
    ['--section: expected a section, such as list or limits, got "lists"'],
  ],
  [certify('--section', 'exec-credential'), ['--section: expected one of', '"exec-credential"']],
  [certify('--profile', 'lists'), ['--profile: expected one of core, list-watch', '"lists"']],
  [
    certify('--profile', 'core', '--id', 'PAGE-004'),
    ['--profile: cannot be combined with --section or --id'],
  ],
  [certify('--id', 'PAGE-004,PAGE-999'), ['--id: expected an id of the catalogue', '"PAGE-999"']],
  [certify('--id', '__proto__'), ['--id: expected an id of the catalogue']],
  [certify('--id', outside), ["--id: expected an id of this release's set", outside]],
  [certify('--update-baseline'), ['--update-baseline: expected --baseline FILE']],
  [certify('--baseline', '/nowhere/b'), ['/nowhere/b: expected a baseline', 'ENOENT']],
  [certify('--baseline', write('b', '{')), ['b: expected YAML']],
  [certify('--baseline', write('b2', 'kind: Baseline'), '--update-baseline'), ['b2: apiVersion']],
  [
    certify('--baseline', '/nowhere/b', '--update-baseline'),
    ['/nowhere/b: expected a file that can be written', 'ENOENT'],
  ],
  [certify('--format', 'json'), ['--format', "'json' is invalid", 'text, github']],
  [
    ['diff', '/nowhere/a', '/nowhere/b'],
    ['/nowhere/a: expected a report', 'ENOENT'],
  ],
  [
    ['diff', write('a', '{}'), '/nowhere/b'],
    ['a: apiVersion', 'touchstone/v1alpha1'],
  ],
  [certify('--save-histories', write('file', '')), ['--save-histories: expected a directory']],
  [
    ['certify', '--report-dir', write('plain', '')],
    ['plain: expected a directory that can be written'],
  ],
  [certify('somewhere'), ['TARGET: expected reference', '"somewhere"']],
  [certify('mutant:nobody'), ["mutant:nobody: expected a mutant's name"]],
  [certify('variant:nobody'), ["variant:nobody: expected a variant's name"]],
  [certify('http://'), ['http://: expected a URL']],
  [certify('http://u:p@127.0.0.1'), ['expected a URL without user and password']],
  [certify('--token-file', 'x'), ['--token-file: expected a URL']],
  [certify('http://127.0.0.1:1', '--token-file', '/nowhere/t'), ['/nowhere/t', 'bearer token']],
  [certify('http://127.0.0.1:1', '--token-file', write('t', 'a\x1b[2J')), ['t: expected a bearer']],
  [certify('http://127.0.0.1:1', '--client-key', '/nowhere/k'), ['only one of them']],
  [
    certify('https://127.0.0.1:1', '--certificate-authority', write('ca', certificatePem.slice(9))),
    ['ca: expected a CERTIFICATE in PEM'],
  ],
  [certify('--kubeconfig', '/nowhere/c'), ['/nowhere/c: expected a kubeconfig', 'ENOENT']],
  [certify('--kubeconfig', write('c', 'a: b')), ['c: contexts: expected one named']],
  [certify('--target', '/nowhere/t.yaml'), ['/nowhere/t.yaml: expected a target file']],
  [certify('--target', write('t1', 'kind: [')), ['t1: expected a target file in YAML']],
  [
    certify('--target', write('t2', 'kind: Target')),
    ['t2: apiVersion: expected "touchstone/v1alpha1"'],
  ],
  [certify('https://example.org'), ['--allow-writes-to example.org', 'creates and deletes']],
  [['clean', 'https://example.org'], ['--allow-writes-to example.org']],
  [
    ['replay', '/nowhere/case'],
    ['/nowhere/case: expected a case file', 'ENOENT'],
  ],
  [['replay', write('case1', '{"kind":"Ca')], ['case1: expected a case file in JSON']],
  [['replay', write('case2', '{}')], ['case2: apiVersion: expected touchstone/v1alpha4']],
  [
    ['replay', write('case3', caseText({ id: 'NONE-1' }))],
    ['case3: id', '"NONE-1"'],
  ],
  [
    ['replay', write('case4', caseText({ target: 'https://example.org' }))],
    ['case4: target: expected reference'],
  ],
  [
    ['replay', write('case5', caseText({ scenario: { steps: [{ as: 'a' }] } }))],
    ['case5: scenario.steps[0].method: expected a method, got nothing'],
  ],
  [['replay', write('case6', caseText({})), 'https://example.org'], ['--allow-writes-to']],
  [
    ['judge', '/nowhere/h'],
    ['/nowhere/h: expected histories', 'ENOENT'],
  ],
  [['judge', write('h', '{"id":')], ['h:1: expected a recorded history in JSON']],
  [['explain', 'PAGE-999'], ['PAGE-999: expected an id of the catalogue']],
  [['explain', 'TracingConfiguration.rate'], ['TracingConfiguration.rate: no field rate; fields']],
  [['mutants', 'nobody'], ["nobody: expected a mutant's name or the id of a check that kills one"]],
  [['variants', 'nobody'], ["nobody: expected a variant's name"]],
  [['target', 'init', 'ftp://a'], ['ftp://a: expected a URL']],
  [['serve', '--port', 'http'], ['--port: expected a number']],
  [['serve', '--history', 'long', '--port', '0'], ['--history: expected a duration']],
  [['serve', '--bind-address', '0.0.0.0', '--port', '0'], ['--bind-address: expected a loopback']],
  [
    ['serve', '--feature-gates', 'No=true'],
    ['--feature-gates: expected', '"No=true"'],
  ],
  [['serve', '--token-auth-file', '/nowhere/users', '--port', '0'], ['/nowhere/users']],
  [['serve', '--allow', '/nowhere/rules'], ['--allow: expected --token-auth-file']],
  [['serve', '--etcd-prefix', '/a'], ['--etcd-prefix: expected --etcd-servers']],
  [
    ['serve', '--tls-cert-file', 'a', '--tls-private-key-file', 'b', '--cert-dir', 'c'],
    ['--cert-dir: expected no --tls-cert-file'],
  ],
]

describe('unusable input is reported on one line, with exit code 3', () => {
  it.for(refusals.map(([args, words]) => [words.join(' … '), args, words] as const))(
    '%s',
    async ([, args, words]) => {
      const { code, out, err } = await runCli(...args)

      expect(code).toBe(3)
      expect(out).toBe('')
      expect(err.trimEnd().split('\n').slice(1)).toEqual([])
      expect(err).not.toMatch(/[^\P{Cc}\n]/u)
      for (const word of words) expect(err).toContain(word)
      expect(err.length).toBeLessThan(600)
    },
  )
})

it('prints help and version to standard output with exit code 0', async () => {
  for (const args of [['--help'], ['certify', '--help'], ['--version']]) {
    const { code, out, err } = await runCli(...args)

    expect([code, err]).toEqual([0, ''])
    expect(out).not.toBe('')
  }
})

it('names the feature gates of the reference with their defaults', async () => {
  const { out } = await runCli('serve', '--help')

  const words = out.replaceAll(/\s+/g, ' ')
  expect(words).toContain(
    Object.entries(featureGateDefaults)
      .map(([name, isOn]) => `${name} (${isOn})`)
      .join(', '),
  )
})

it.each(['certify', 'serve', 'replay'])(
  'the help of %s has lines of up to 80 columns',
  async name => {
    const { out } = await runCli(name, '--help')

    expect(out.split('\n').filter(line => line.length > 80)).toEqual([])
  },
)

it('lists its commands if none is given', async () => {
  const { code, err } = await runCli()

  expect(code).toBe(3)
  expect(err).toContain('certify')
})

function caseText(change: object): string {
  const scenario = { steps: [rawRequest('a', 'GET', '/')] }
  const good = caseOf({ id: 'PAGE-004', says: 'It is so.', scenario, seed: 1, drawIndex: 0 })
  return JSON.stringify({ ...good, ...change })
}
