// Parsers of resource settings: eviction signals, thresholds and reservations.

import { isJsonObject } from '../../../api/object.ts'
import { nanosecondsIn } from '../../../lib/durations.ts'
import { pairsParser } from './list-parsers.ts'
import { quote } from '../../../api/quote.ts'
import type { ValueParser } from './value-parser.ts'
import { billionthsIn } from '../../../lib/quantities.ts'
import { isPercent } from './scalar-parsers.ts'

// The specification shows four of them in defaults and examples. The others are de facto.
const signals: ReadonlySet<string> = new Set([
  'memory.available',
  'allocatableMemory.available',
  'nodefs.available',
  'nodefs.inodesFree',
  'imagefs.available',
  'imagefs.inodesFree',
  'containerfs.available',
  'containerfs.inodesFree',
  'pid.available',
])

const signalFault = (name: string): string | undefined =>
  signals.has(name)
    ? undefined
    : `must be a signal such as memory.available or nodefs.available, got ${quote(name)}`

const percentFault = (value: string) =>
  isPercent(value) ? undefined : `must be from 0% to 100%, got ${quote(value)}`

const quantityFault = (value: string, isAllowed: (amount: bigint) => boolean) => {
  const amount = billionthsIn(value)
  if (amount === undefined) return `must be a quantity or a percentage, got ${quote(value)}`
  return isAllowed(amount) ? undefined : `must be a positive quantity, got ${quote(value)}`
}

/** Thresholds (AGENT-175): `memory.available<100Mi`, `nodefs.available<10%`. */
export const thresholds = pairsParser({
  word: 'signal<amount,...',
  sign: '<',
  fault: (name, value) =>
    signalFault(name) ??
    (value.endsWith('%') ? percentFault(value) : quantityFault(value, amount => amount > 0n)),
})

/** Minimum amounts to reclaim (AGENT-177): `imagefs.available=2Gi`. */
export const minimumReclaims = pairsParser({
  word: 'signal=amount,...',
  sign: '=',
  fault: (name, value) =>
    signalFault(name) ??
    // A percentage must be above 0, while an amount of 0 is the default.
    (/^0*(?:\.0*)?%$/.test(value) ? `must be above 0%, got ${quote(value)}` : undefined) ??
    (value.endsWith('%') ? percentFault(value) : quantityFault(value, amount => amount >= 0n)),
})

/** Grace periods of thresholds (AGENT-041): `memory.available=1m30s`. */
export const gracePeriods = pairsParser({
  word: 'signal=duration,...',
  sign: '=',
  fault: (name, value) => {
    const nanoseconds = nanosecondsIn(value)
    const isPeriod = nanoseconds !== undefined && nanoseconds >= 0n
    return signalFault(name) ?? (isPeriod ? undefined : `must be a duration, got ${quote(value)}`)
  },
})

// AGENT-197: the table names three. `pid` appears in an example and is de facto in both flags.
const reservable = ['cpu', 'memory', 'ephemeral-storage', 'pid']

/** Reservations (AGENT-196): `cpu=200m,memory=500Mi`. */
export const resourceReservations = pairsParser({
  word: 'resource=quantity,...',
  sign: '=',
  fault: (name, value) => {
    if (!reservable.includes(name)) {
      return `must be one of ${reservable.join(', ')}, got ${quote(name)}`
    }
    const amount = billionthsIn(value)
    const isAmount = amount !== undefined && amount >= 0n
    return isAmount ? undefined : `must be a quantity of 0 or more, got ${quote(value)}`
  },
})

/** Percentages reserved for pods of a QoS class (AGENT-217): `memory=50%`. */
export const percentages = pairsParser({
  word: 'memory=percent',
  sign: '=',
  fault: (name, value) => {
    if (name !== 'memory') return `must be memory, got ${quote(name)}`
    const isWhole = /^\d{1,3}%$/.test(value) && isPercent(value)
    return isWhole ? undefined : `must be from 0% to 100%, got ${quote(value)}`
  },
})

/** Options of a policy (AGENT-165). */
export const options = pairsParser({ word: 'key=value,...', sign: '=' })

/** The same, with one pair per flag. */
export const option = pairsParser({ word: 'key=value', sign: '=', isOne: true })

/** Log verbosity of single files (AGENT-245): `server*=4`. */
const ofPatterns = pairsParser({
  word: 'pattern=N,...',
  sign: '=',
  isExact: true,
  fault: (_, value) =>
    /^\d{1,10}$/.test(value) && Number(value) < 2 ** 31
      ? undefined
      : `must have the form pattern=N, where N is from 0 to 2147483647, got ${quote(value)}`,
  shown: Number,
})

export const patterns: ValueParser = {
  ...ofPatterns,
  readJson: json => {
    if (!Array.isArray(json) || !json.every(isJsonObject)) return undefined
    const entries = json.map(({ filePattern, verbosity }) => [String(filePattern), verbosity])
    return ofPatterns.readJson(Object.fromEntries(entries))
  },
}
