// Generates command lines of the node agent: values of a form, ranges and subsets.

import fc from 'fast-check'
import type { Arbitrary } from 'fast-check'
import { insecureSuites, preferredSuites } from '../../models/config/cipher-suites.ts'
import { configFieldTypes } from '../../models/config/field-types.ts'
import { agentConfigPath, agentConfigFile } from '../../models/config/agent-files.ts'
import { lineWith, lineWithValue, refusedLine, acceptedLine, lineOnlyIn } from './command-lines.ts'
import type { CommandLineCase } from './command-lines.ts'

type Drawn = Arbitrary<CommandLineCase[]>

const word = fc.stringMatching(/^[a-z][a-z0-9]{1,9}$/)

/** AGENT-135: a flag overrides the file, and the file counts without a flag. */
export const flagPrecedence = (): Drawn =>
  fc
    .tuple(
      fc.constantFrom(
        ['--max-pods', 'maxPods'] as const,
        ['--healthz-port', 'healthzPort'] as const,
        ['--event-burst', 'eventBurst'] as const,
      ),
      fc.uniqueArray(fc.integer({ min: 1, max: 60_000 }), { minLength: 2, maxLength: 2 }),
    )
    .map(([[flag, field], [inFile = 1, given = 2]]) => {
      const known = { files: [agentConfigFile(agentConfigPath, { [field]: inFile })] }
      const config = `--config=${agentConfigPath}`
      return [
        lineWith(known, lineWithValue([config, `${flag}=${given}`], flag, given)),
        lineWith(known, lineWithValue([config], flag, inFile)),
      ]
    })

/** AGENT-136: durations with one or several units. */
export const durations = (): Drawn =>
  fc
    .tuple(
      fc.constantFrom(
        '--node-status-update-frequency',
        '--sync-frequency',
        '--file-check-frequency',
      ),
      configFieldTypes.duration.good,
      fc.integer({ min: 1, max: 59 }),
      fc.constantFrom('20', 'abc', '1d', '5 s', ''),
    )
    .map(([flag, one, seconds, bad]) => [
      lineWithValue([`${flag}=${one}`], flag, one),
      lineWithValue([`${flag}=2m${seconds}s`], flag, `2m${seconds}s`),
      refusedLine([`${flag}=${bad}`]),
    ])

/** AGENT-165: key-value pairs of a policy. */
export const policyPairs = (): Drawn =>
  fc
    .tuple(
      fc.constantFrom(
        '--cpu-manager-policy-options=full-pcpus-only',
        '--topology-manager-policy-options=prefer-closest-numa-nodes',
      ),
      fc.boolean(),
      word,
    )
    .map(([flag, isOn, bad]) => [
      acceptedLine(`${flag}=${isOn}`),
      refusedLine([`${flag.split('=')[0]}=${bad}`]),
      refusedLine([flag]),
    ])

const allocatable = '--enforce-node-allocatable'
const groups = ['--system-reserved-cgroup=/system', '--cluster-reserved-cgroup=/components']

/** AGENT-169: a list of the allowed words. */
export const allocatables = (): Drawn =>
  fc
    .tuple(fc.subarray(['pods', 'system-reserved', 'cluster-reserved'], { minLength: 1 }), word)
    .map(([words, bad]) => [
      acceptedLine(`${allocatable}=${words.join(',')}`, ...groups),
      acceptedLine(`${allocatable}=none`),
      refusedLine([`${allocatable}=no-${bad}`]),
      refusedLine([`${allocatable}=pods,no-${bad}`]),
    ])

const signal = fc.constantFrom('memory.available', 'nodefs.available', 'imagefs.available')
const amount = fc.oneof(
  fc.integer({ min: 1, max: 900 }).map(size => `${size}Mi`),
  fc.integer({ min: 1, max: 99 }).map(percent => `${percent}%`),
)
const badAmount = fc.constantFrom('much', '10Q', '', '-5%', '1Mi%')

/** AGENT-175: a signal, less-than, and a quantity or a percentage. */
export const thresholds = (): Drawn =>
  fc
    .tuple(fc.constantFrom('--eviction-hard', '--eviction-soft'), signal, amount, badAmount)
    .map(([flag, one, good, bad]) => [
      acceptedLine(`${flag}=${one}<${good}`, `--eviction-soft-grace-period=${one}=30s`),
      refusedLine([`${flag}=${one}>${good}`]),
      refusedLine([`${flag}=${one}`]),
      refusedLine([`${flag}=${one}<${bad}`]),
    ])

/** AGENT-179: a soft threshold has a grace period. */
export const softThresholds = (): Drawn =>
  fc.tuple(signal, amount, configFieldTypes.duration.good).map(([one, size, period]) => [
    acceptedLine(`--eviction-soft=${one}<${size}`, `--eviction-soft-grace-period=${one}=${period}`),
    // The specification does not require a grace period, but genuine agents do.
    lineOnlyIn(
      'kubernetes',
      refusedLine(
        [`--eviction-soft=${one}<${size}`],
        '--eviction-soft',
        '--eviction-soft-grace-period',
      ),
    ),
  ])

/** AGENT-184: feature gates are set to true or false. */
export const gatePairs = (): Drawn =>
  fc
    .tuple(fc.boolean(), fc.constantFrom('maybe', '2', 'on', ''))
    .map(([isOn, bad]) => [
      acceptedLine(`--feature-gates=APIResponseCompression=${isOn}`),
      refusedLine([`--feature-gates=APIResponseCompression=${bad}`]),
      refusedLine(['--feature-gates=APIResponseCompression']),
    ])

const percent = fc.integer({ min: 0, max: 100 })
const low = '--image-gc-low-threshold'
const high = '--image-gc-high-threshold'

/** AGENT-189: percentages. */
export const percentages = (): Drawn =>
  fc
    .tuple(percent, fc.oneof(fc.integer({ min: 101, max: 999 }), fc.integer({ min: -99, max: -1 })))
    .map(([good, bad]) => [
      acceptedLine(`${high}=${Math.max(good, 1)}`, `${low}=0`),
      acceptedLine(`${low}=${Math.min(good, 99)}`, `${high}=100`),
      ...[-1, 101, bad].flatMap(wrong => [
        refusedLine([`${high}=${wrong}`], high, low),
        refusedLine([`${low}=${wrong}`, `${high}=100`], low, high),
      ]),
    ])

/** AGENT-190: the low threshold is not above the high threshold. */
export const thresholdPairs = (): Drawn =>
  fc
    .uniqueArray(percent, { minLength: 2, maxLength: 2 })
    .map(pair => pair.toSorted((a, b) => a - b))
    .map(([less = 0, more = 1]) => [
      acceptedLine(`${low}=${less}`, `${high}=${more}`),
      lineOnlyIn('cluster', acceptedLine(`${low}=${more}`, `${high}=${more}`)),
      refusedLine([`${low}=${more}`, `${high}=${less}`], low, high),
    ])

/** AGENT-196: quantities of reservable resources. */
export const reservations = (): Drawn =>
  fc
    .tuple(
      fc.constantFrom('--cluster-reserved', '--system-reserved'),
      fc.integer({ min: 1, max: 9 }),
      fc.constantFrom('cpu=much', 'memory=10Q', 'rooms=5', 'cpu', 'cpu=-1'),
    )
    .map(([flag, size, bad]) => [
      acceptedLine(`${flag}=cpu=${size}00m,memory=${size}Gi,ephemeral-storage=${size}Gi`),
      refusedLine([`${flag}=${bad}`]),
    ])

/** AGENT-203: headers. A name may have several values. */
export const headerPairs = (): Drawn =>
  fc.tuple(word, word, word).map(([name, one, other]) => {
    const pairs = [`${name}:one-${one}`, `${name}:two-${other}`, `${name}:one-${other}`]
    const flags = pairs.map(pair => `--manifest-url-header=${pair}`)
    return [
      acceptedLine(...flags),
      lineWithValue(flags, '--manifest-url-header', pairs),
      refusedLine([`--manifest-url-header=${one}`]),
    ]
  })

const score = '--oom-score-adj'

/** AGENT-210: OOM scores from -1000 to 1000. */
export const oomScores = (): Drawn =>
  fc
    .tuple(
      fc.integer({ min: -1000, max: 1000 }),
      fc.oneof(fc.integer({ min: 1001, max: 9999 }), fc.integer({ min: -9999, max: -1001 })),
    )
    .map(([good, bad]) => [
      ...[-1000, good, 1000].map(value => acceptedLine(`${score}=${value}`)),
      ...[-1001, bad, 1001].map(value => refusedLine([`${score}=${value}`])),
    ])

/** AGENT-221: taints: a key, an optional value, and an effect. */
export const taints = (): Drawn =>
  fc
    .tuple(
      word,
      word,
      fc.constantFrom('NoSchedule', 'PreferNoSchedule', 'NoExecute'),
      fc.constantFrom('Never', '', 'noschedule'),
    )
    .map(([key, value, effect, bad]) => [
      acceptedLine(`--register-with-taints=${key}=${value}:${effect},other=${value}:NoSchedule`),
      refusedLine([`--register-with-taints=${key}=${value}:${bad}`]),
      refusedLine([`--register-with-taints=${key}=${value}`]),
    ])

const suites = '--tls-cipher-suites'

const someOf = (names: string[]): Drawn =>
  fc
    .subarray(names, { minLength: 1 })
    .map(some => [
      acceptedLine(`${suites}=${some.join(',')}`),
      acceptedLine(`${suites}=${some[0]}`),
    ])

/** AGENT-238, AGENT-239: suites of one of the two lists. */
export const preferredCipherSuites = (): Drawn => someOf(preferredSuites)
export const insecureCipherSuites = (): Drawn => someOf(insecureSuites)

/** AGENT-237: only names of the two lists. */
export const suiteNames = (): Drawn =>
  fc
    .tuple(
      fc.constantFrom(...preferredSuites, ...insecureSuites),
      fc.stringMatching(/^[A-Z]{3,6}$/),
    )
    .map(([good, odd]) => [
      acceptedLine(`${suites}=${good}`),
      refusedLine([`${suites}=TLS_${odd}_WITH_NOTHING`]),
      refusedLine([`${suites}=${good},${odd}`]),
    ])
