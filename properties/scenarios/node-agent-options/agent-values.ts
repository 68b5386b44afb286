// Command lines of the node agent that are drawn: values of a form, ranges and subsets.

import fc from 'fast-check'
import type { Arbitrary } from 'fast-check'
import { insecureSuites, preferredSuites } from '../../models/config/cipher-suites.ts'
import { types } from '../../models/config/fields.ts'
import { configFile, configOf } from '../../models/config/agent-files.ts'
import { around, lineMeans, lineRefused, lineTaken, onlyIn } from './options.ts'
import type { Line } from './options.ts'

type Drawn = Arbitrary<Line[]>

const word = fc.stringMatching(/^[a-z][a-z0-9]{1,9}$/)

/** AGENT-135: the flag counts where the file says otherwise, and the file where there is no flag. */
export const precedence = (): Drawn =>
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
      const known = { files: [configOf(configFile, { [field]: inFile })] }
      const config = `--config=${configFile}`
      return [
        around(known, lineMeans([config, `${flag}=${given}`], flag, given)),
        around(known, lineMeans([config], flag, inFile)),
      ]
    })

/** AGENT-136: durations, in any unit and in several. */
export const durations = (): Drawn =>
  fc
    .tuple(
      fc.constantFrom(
        '--node-status-update-frequency',
        '--sync-frequency',
        '--file-check-frequency',
      ),
      types.duration.good,
      fc.integer({ min: 1, max: 59 }),
      fc.constantFrom('20', 'abc', '1d', '5 s', ''),
    )
    .map(([flag, one, seconds, bad]) => [
      lineMeans([`${flag}=${one}`], flag, one),
      lineMeans([`${flag}=2m${seconds}s`], flag, `2m${seconds}s`),
      lineRefused([`${flag}=${bad}`]),
    ])

/** AGENT-165: pairs of a policy. */
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
      lineTaken(`${flag}=${isOn}`),
      lineRefused([`${flag.split('=')[0]}=${bad}`]),
      lineRefused([flag]),
    ])

const allocatable = '--enforce-node-allocatable'
const groups = ['--system-reserved-cgroup=/system', '--cluster-reserved-cgroup=/components']

/** AGENT-169: four words. */
export const allocatables = (): Drawn =>
  fc
    .tuple(fc.subarray(['pods', 'system-reserved', 'cluster-reserved'], { minLength: 1 }), word)
    .map(([words, bad]) => [
      lineTaken(`${allocatable}=${words.join(',')}`, ...groups),
      lineTaken(`${allocatable}=none`),
      lineRefused([`${allocatable}=no-${bad}`]),
      lineRefused([`${allocatable}=pods,no-${bad}`]),
    ])

const signal = fc.constantFrom('memory.available', 'nodefs.available', 'imagefs.available')
const amount = fc.oneof(
  fc.integer({ min: 1, max: 900 }).map(size => `${size}Mi`),
  fc.integer({ min: 1, max: 99 }).map(percent => `${percent}%`),
)
const badAmount = fc.constantFrom('much', '10Q', '', '-5%', '1Mi%')

/** AGENT-175: a signal below a quantity or a share. */
export const thresholds = (): Drawn =>
  fc
    .tuple(fc.constantFrom('--eviction-hard', '--eviction-soft'), signal, amount, badAmount)
    .map(([flag, one, good, bad]) => [
      lineTaken(`${flag}=${one}<${good}`, `--eviction-soft-grace-period=${one}=30s`),
      lineRefused([`${flag}=${one}>${good}`]),
      lineRefused([`${flag}=${one}`]),
      lineRefused([`${flag}=${one}<${bad}`]),
    ])

/** AGENT-179: a soft threshold has a time that it has to hold. */
export const softThresholds = (): Drawn =>
  fc.tuple(signal, amount, types.duration.good).map(([one, size, period]) => [
    lineTaken(`--eviction-soft=${one}<${size}`, `--eviction-soft-grace-period=${one}=${period}`),
    // The quote does not say that there has to be one: genuine agents do.
    onlyIn(
      'kubernetes',
      lineRefused(
        [`--eviction-soft=${one}<${size}`],
        '--eviction-soft',
        '--eviction-soft-grace-period',
      ),
    ),
  ])

/** AGENT-184: gates that are set to true or false. */
export const gatePairs = (): Drawn =>
  fc
    .tuple(fc.boolean(), fc.constantFrom('maybe', '2', 'on', ''))
    .map(([isOn, bad]) => [
      lineTaken(`--feature-gates=APIResponseCompression=${isOn}`),
      lineRefused([`--feature-gates=APIResponseCompression=${bad}`]),
      lineRefused(['--feature-gates=APIResponseCompression']),
    ])

const percent = fc.integer({ min: 0, max: 100 })
const low = '--image-gc-low-threshold'
const high = '--image-gc-high-threshold'

/** AGENT-189: shares of a hundred. */
export const percentages = (): Drawn =>
  fc
    .tuple(percent, fc.oneof(fc.integer({ min: 101, max: 999 }), fc.integer({ min: -99, max: -1 })))
    .map(([good, bad]) => [
      lineTaken(`${high}=${Math.max(good, 1)}`, `${low}=0`),
      lineTaken(`${low}=${Math.min(good, 99)}`, `${high}=100`),
      ...[-1, 101, bad].flatMap(wrong => [
        lineRefused([`${high}=${wrong}`], high, low),
        lineRefused([`${low}=${wrong}`, `${high}=100`], low, high),
      ]),
    ])

/** AGENT-190: the lower one is not above the higher one. */
export const thresholdPairs = (): Drawn =>
  fc
    .uniqueArray(percent, { minLength: 2, maxLength: 2 })
    .map(pair => pair.toSorted((a, b) => a - b))
    .map(([less = 0, more = 1]) => [
      lineTaken(`${low}=${less}`, `${high}=${more}`),
      onlyIn('cluster', lineTaken(`${low}=${more}`, `${high}=${more}`)),
      lineRefused([`${low}=${more}`, `${high}=${less}`], low, high),
    ])

/** AGENT-196: quantities of what there is to reserve. */
export const reservations = (): Drawn =>
  fc
    .tuple(
      fc.constantFrom('--cluster-reserved', '--system-reserved'),
      fc.integer({ min: 1, max: 9 }),
      fc.constantFrom('cpu=much', 'memory=10Q', 'rooms=5', 'cpu', 'cpu=-1'),
    )
    .map(([flag, size, bad]) => [
      lineTaken(`${flag}=cpu=${size}00m,memory=${size}Gi,ephemeral-storage=${size}Gi`),
      lineRefused([`${flag}=${bad}`]),
    ])

/** AGENT-203: headers, of which one name may have several. */
export const headers = (): Drawn =>
  fc.tuple(word, word, word).map(([name, one, other]) => {
    const pairs = [`${name}:one-${one}`, `${name}:two-${other}`, `${name}:one-${other}`]
    const flags = pairs.map(pair => `--manifest-url-header=${pair}`)
    return [
      lineTaken(...flags),
      lineMeans(flags, '--manifest-url-header', pairs),
      lineRefused([`--manifest-url-header=${one}`]),
    ]
  })

const score = '--oom-score-adj'

/** AGENT-210: from -1000 to 1000. */
export const scores = (): Drawn =>
  fc
    .tuple(
      fc.integer({ min: -1000, max: 1000 }),
      fc.oneof(fc.integer({ min: 1001, max: 9999 }), fc.integer({ min: -9999, max: -1001 })),
    )
    .map(([good, bad]) => [
      ...[-1000, good, 1000].map(value => lineTaken(`${score}=${value}`)),
      ...[-1001, bad, 1001].map(value => lineRefused([`${score}=${value}`])),
    ])

/** AGENT-221: a key with or without a value, and an effect. */
export const taints = (): Drawn =>
  fc
    .tuple(
      word,
      word,
      fc.constantFrom('NoSchedule', 'PreferNoSchedule', 'NoExecute'),
      fc.constantFrom('Never', '', 'noschedule'),
    )
    .map(([key, value, effect, bad]) => [
      lineTaken(`--register-with-taints=${key}=${value}:${effect},other=${value}:NoSchedule`),
      lineRefused([`--register-with-taints=${key}=${value}:${bad}`]),
      lineRefused([`--register-with-taints=${key}=${value}`]),
    ])

const suites = '--tls-cipher-suites'

const someOf = (names: string[]): Drawn =>
  fc
    .subarray(names, { minLength: 1 })
    .map(some => [lineTaken(`${suites}=${some.join(',')}`), lineTaken(`${suites}=${some[0]}`)])

/** AGENT-238, AGENT-239 */
export const preferred = (): Drawn => someOf(preferredSuites)
export const insecure = (): Drawn => someOf(insecureSuites)

/** AGENT-237: names of the lists, and no others. */
export const suiteNames = (): Drawn =>
  fc
    .tuple(
      fc.constantFrom(...preferredSuites, ...insecureSuites),
      fc.stringMatching(/^[A-Z]{3,6}$/),
    )
    .map(([good, odd]) => [
      lineTaken(`${suites}=${good}`),
      lineRefused([`${suites}=TLS_${odd}_WITH_NOTHING`]),
      lineRefused([`${suites}=${good},${odd}`]),
    ])
