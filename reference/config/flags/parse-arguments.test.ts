// Parsing of valid and hostile arguments.

import { describe, expect, test } from 'vitest'
import type { DialectName } from '../../api/dialect.ts'
import type { FlagFinding } from './flag.ts'
import { checkFlags } from './check-flags.ts'
import { agentFlags } from './flags.table.ts'
import { flagRules } from './flag-rules.ts'

const check = (args: readonly string[], dialect: DialectName = 'cluster') =>
  checkFlags(args, { flags: agentFlags, rules: flagRules, dialect })

const errorsOf = (args: readonly string[]): FlagFinding[] =>
  check(args).findings.filter(({ severity }) => severity === 'error')

describe('a value', () => {
  test.for<[form: string, args: string[], name: string, value: unknown]>([
    ['after =', ['--max-pods=7'], 'max-pods', 7],
    ['in the next argument', ['--max-pods', '7'], 'max-pods', 7],
    ['below 0 in the next argument', ['--pod-max-pids', '-1'], 'pod-max-pids', -1],
    [
      'that holds =',
      ['--cpu-manager-policy-options=a=b=c'],
      'cpu-manager-policy-options',
      { a: 'b=c' },
    ],
    [
      'that looks like a flag',
      ['--hostname-override', '--max-pods=7'],
      'hostname-override',
      '--max-pods=7',
    ],
    ['that is empty', ['--root-dir='], 'root-dir', ''],
    ['with underscores in its name', ['--max_pods=7'], 'max-pods', 7],
    ['of a letter, after =', ['-v=4'], 'v', 4],
    ['of a letter, at once', ['-v4'], 'v', 4],
    ['of a letter, in the next argument', ['-v', '4'], 'v', 4],
    ['of a letter behind a switch', ['-hv4'], 'v', 4],
    ['of a switch alone', ['--seccomp-default'], 'seccomp-default', true],
    ['of a switch after =', ['--enable-server=F'], 'enable-server', false],
    ['in another base', ['--max-pods=0x10'], 'max-pods', 16],
    ['in octal', ['--max-pods=010'], 'max-pods', 8],
    ['with digits apart', ['--max-pods=1_000'], 'max-pods', 1000],
    [
      'beyond what a number holds',
      ['--pod-max-pids=9223372036854775807'],
      'pod-max-pids',
      '9223372036854775807',
    ],
    ['given twice counts once', ['--max-pods=1', '--max-pods=2'], 'max-pods', 2],
    ['of a switch given twice counts once', ['--runonce', '--runonce=false'], 'runonce', false],
    [
      'of a list given twice adds up',
      ['--cluster-dns=10.0.0.1', '--cluster-dns', '10.0.0.2,10.0.0.3'],
      'cluster-dns',
      ['10.0.0.1', '10.0.0.2', '10.0.0.3'],
    ],
    [
      'of a list takes the place of its default',
      ['--enforce-node-allocatable=none'],
      'enforce-node-allocatable',
      ['none'],
    ],
    [
      'of a map given twice adds up',
      ['--system-reserved=cpu=1,memory=1Gi', '--system-reserved=cpu=2'],
      'system-reserved',
      { cpu: '2', memory: '1Gi' },
    ],
    [
      'of a map takes the place of its default',
      ['--eviction-hard=memory.available<1Gi'],
      'eviction-hard',
      { 'memory.available': '1Gi' },
    ],
    [
      'of headers keeps their order',
      ['--manifest-url-header=a:1,b:2', '--manifest-url-header', 'a:3'],
      'manifest-url-header',
      { a: ['1', '3'], b: ['2'] },
    ],
    [
      'of taints given twice counts once',
      ['--register-with-taints=a=b:NoExecute', '--register-with-taints='],
      'register-with-taints',
      [],
    ],
    ['of files and their levels', ['--vmodule=a=1,b*=2'], 'vmodule', { a: 1, 'b*': 2 }],
    [
      'of memory by node',
      ['--reserved-memory=0:memory=1Gi;1:memory=2Gi,hugepages-2Mi=1Gi'],
      'reserved-memory',
      [
        { numaNode: 0, limits: { memory: '1Gi' } },
        { numaNode: 1, limits: { memory: '2Gi', 'hugepages-2Mi': '1Gi' } },
      ],
    ],
    [
      'called __proto__ in a map',
      ['--node-labels=a=b', '--cpu-manager-policy-options=__proto__=x'],
      'cpu-manager-policy-options',
      Object.fromEntries([['__proto__', 'x']]),
    ],
  ])('%s', ([, args, name, value]) => {
    const { values, findings } = check(args)

    expect(findings.filter(({ severity }) => severity === 'error')).toEqual([])
    expect(values[name]).toEqual(value)
  })
})

describe('an argument that is not a flag', () => {
  test.for<[args: string[], flag: string, type: string, detail: string]>([
    [['--maxpods=1'], '--maxpods', 'unknown flag', 'unknown flag; did you mean --max-pods?'],
    [['--max-posd=1'], '--max-posd', 'unknown flag', 'unknown flag; did you mean --max-pods?'],
    [
      ['--kubeconfig=x'],
      '--kubeconfig',
      'unknown flag',
      'unknown flag; did you mean --clusterconfig?',
    ],
    [['--colour'], '--colour', 'unknown flag', 'unknown flag'],
    [['-x'], '-x', 'unknown flag', 'unknown flag'],
    [['--=x'], '--', 'unknown flag', 'must have the form --name=value'],
    [['---max-pods=1'], '---max-pods', 'unknown flag', 'must have the form --name=value'],
    [['--__proto__=1'], '--__proto__', 'unknown flag', 'unknown flag'],
    [['--constructor'], '--constructor', 'unknown flag', 'unknown flag'],
    [['--\u001b[2J'], '"--\\x1b[2J"', 'unknown flag', 'unknown flag'],
    [['start'], '"start"', 'unexpected argument', 'only flags are accepted'],
    [['-'], '"-"', 'unexpected argument', 'only flags are accepted'],
    [[''], '""', 'unexpected argument', 'only flags are accepted'],
    [['--', '--max-pods=1'], '"--max-pods=1"', 'unexpected argument', 'only flags are accepted'],
    [
      ['--enable-server', 'false'],
      '"false"',
      'unexpected argument',
      'only flags are accepted; the value of a switch is written --enable-server=value',
    ],
    [['--max-pods'], '--max-pods', 'missing value', 'must have a value'],
    [['-v'], '--v', 'missing value', 'must have a value'],
  ])('%j', ([args, flag, type, detail]) => {
    expect(errorsOf(args)).toMatchObject([{ flag, type, detail }])
  })

  test('ends with --', () => {
    expect(check(['--max-pods=7', '--']).values['max-pods']).toBe(7)
    expect(errorsOf(['--'])).toEqual([])
  })
})

describe('an invalid value', () => {
  const long = 'x'.repeat(1_000_000)

  test.for<[argument: string, detail: string]>([
    ['--max-pods=', '"": must be an int32, such as 10'],
    ['--max-pods=1e3', '"1e3": must be an int32, such as 10'],
    ['--max-pods= 5', '" 5": must be an int32, such as 10'],
    ['--max-pods=5 ', '"5 ": must be an int32, such as 10'],
    ['--max-pods=1.0', '"1.0": must be an int32, such as 10'],
    ['--max-pods=08', '"08": must be an int32, such as 10'],
    ['--max-pods=1__0', '"1__0": must be an int32, such as 10'],
    ['--max-pods=\u0661', '"\u0661": must be an int32, such as 10'],
    ['--max-pods=2147483648', '"2147483648": must fit into an int32'],
    ['--max-pods=-2147483649', '"-2147483649": must fit into an int32'],
    ['--max-pods=-1', '-1: must be at least 0'],
    ['--enable-server=', '"": must be true or false'],
    ['--enable-server=yes', '"yes": must be true or false'],
    ['--root-dir=a\0b', '"a\\x00b": must not contain a NUL'],
    [`--max-pods=${long}`, `"${'x'.repeat(512)}...": must be an int32, such as 10`],
    [
      `--max-pods=${'1'.repeat(1_000_000)}`,
      `"${'1'.repeat(512)}...": must be an int32, such as 10`,
    ],
    [
      `--sync-frequency=${'1s'.repeat(500_000)}`,
      `"${'1s'.repeat(256)}...": must be a duration such as 20s or 2m0s`,
    ],
    [
      `--container-log-max-size=${'9'.repeat(1_000_000)}`,
      `"${'9'.repeat(512)}...": must be a quantity such as 10Mi`,
    ],
    ['--log-flush-frequency=2562048h', '"2562048h": must be a duration such as 20s or 2m0s'],
    [
      '--container-runtime-endpoint=runtime',
      '"runtime": must be an address with its scheme, such as "unix:///run/agent.sock"',
    ],
    ['--cloud-provider=x\u0000', '"x\\x00": must not contain a NUL'],
  ])('%j', ([argument, detail]) => {
    expect(errorsOf([argument]).map(found => found.detail)).toEqual([detail])
  })
})

/** Linear work takes a small part of this. */
const soonMs = 2000

test.for<[what: string, args: string[]]>([
  ['unknown flags', Array.from({ length: 10_000 }, (_, index) => `--flag-number-${index}`)],
  ['switches', Array.from({ length: 10_000 }, () => '--runonce')],
  [
    'items of a list',
    Array.from({ length: 10_000 }, (_, index) => `--cluster-dns=10.0.0.${index % 256}`),
  ],
  ['pairs of a map', Array.from({ length: 10_000 }, (_, index) => `--node-labels=l${index}=x`)],
  ['headers', Array.from({ length: 10_000 }, (_, index) => `--manifest-url-header=a:${index}`)],
  [
    'taints',
    [
      `--register-with-taints=${Array.from({ length: 50_000 }, (_, index) => `k${index}=v:NoExecute`).join(',')}`,
    ],
  ],
  ['values that are not supported', [`--tls-cipher-suites=${'X,'.repeat(500_000)}`]],
  ['letters', [`-${'h'.repeat(1_000_000)}`]],
  ['commas', [`--node-labels=${','.repeat(1_000_000)}`]],
  ['a name of a megabyte', [`--${'max-pods'.repeat(125_000)}`]],
  ['arguments behind the end', ['--', ...Array.from({ length: 10_000 }, () => 'x')]],
])('a large command line is parsed in bounded time: %s', ([, args]) => {
  // CPU time of this process, so that other processes do not count.
  const start = process.cpuUsage()
  const { findings } = check(args)

  expect(process.cpuUsage(start).user / 1000).toBeLessThan(soonMs)
  expect(findings.every(({ flag, detail }) => flag.length + detail.length < 1000)).toBe(true)
})
