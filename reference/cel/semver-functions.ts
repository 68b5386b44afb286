// Functions for versions of the form `1.2.3-rc.1+build`.

import { expectString } from './string-values.ts'
import { defineOverloads } from './overloads.ts'
import { CelRuntimeError, ExtensionValue } from './values.ts'

type Version = { readonly numbers: readonly bigint[]; readonly before: readonly string[] }

const number = '(0|[1-9][0-9]*)'
const part = '(?:0|[1-9][0-9]*|[0-9]*[a-zA-Z-][0-9a-zA-Z-]*)'
const syntax = new RegExp(
  `^${number}\\.${number}\\.${number}(?:-(${part}(?:\\.${part})*))?` +
    '(?:\\+[0-9a-zA-Z-]+(?:\\.[0-9a-zA-Z-]+)*)?$',
)
const largest = 2n ** 64n

function versionIn(given: string): Version | undefined {
  const [, major, minor, patch, before] = syntax.exec(given) ?? []
  if (major === undefined || minor === undefined || patch === undefined) return undefined
  const numbers = [major, minor, patch].map(BigInt)
  if (numbers.some(one => one >= largest)) return undefined
  return { numbers, before: before === undefined ? [] : before.split('.') }
}

/** Normalizes a version: removes a leading `v` and leading zeros, and adds missing numbers. */
function completed(given: string): string {
  const [major = '', minor, ...rest] = given.replace(/^v/, '').split('.')
  const written = [major, minor, rest.length > 0 ? rest.join('.') : undefined]
  const parts = written
    .filter(one => one !== undefined)
    .map(one => (one.length > 1 ? one.replace(/^0+/, '').replace(/^(?!\d)/, '0') : one))
  // A shortened version may not have a pre-release or a build.
  if (parts.length < 3 && /[-+]/.test(parts.at(-1) ?? '')) return ''
  return [...parts, '0', '0'].slice(0, 3).join('.')
}

const read = (value: unknown, isLoose: unknown): Version | undefined =>
  versionIn(isLoose === true ? completed(expectString(value)) : expectString(value))

/** Returns the fault of an invalid version. */
function faultOf(value: string): string {
  const parts = value.split('.')
  if (parts.length < 3) return 'No Major.Minor.Patch elements found'
  const numbers = [
    parts[0] ?? '',
    parts[1] ?? '',
    parts
      .slice(2)
      .join('.')
      .replace(/[-+].*$/s, ''),
  ]
  for (const [index, what] of ['major', 'minor', 'patch'].entries()) {
    const number = numbers[index] ?? ''
    if (!/^\d+$/.test(number)) return `Invalid character(s) found in ${what} number "${number}"`
    if (/^0\d/.test(number)) {
      const named = what.replace(/^./, first => first.toUpperCase())
      return `${named} number must not contain leading zeroes "${number}"`
    }
  }
  return `Invalid character(s) found in prerelease "${value.replace(/^[^-+]*[-+]/s, '')}"`
}

function semver(value: unknown, isLoose: unknown): ExtensionValue {
  const version = read(value, isLoose)
  if (!version)
    throw new CelRuntimeError(
      faultOf(isLoose === true ? completed(expectString(value)) : expectString(value)),
    )
  const { numbers, before } = version
  return new ExtensionValue('semver', `${numbers.join('.')}-${before.join('.')}`, version)
}

function versionOf(value: unknown): Version {
  // The overload is called only with values of this type.
  if (value instanceof ExtensionValue && value.type === 'semver') return value.value as Version
  throw new CelRuntimeError('no such overload')
}

const sign = (difference: bigint): bigint => (difference < 0n ? -1n : difference > 0n ? 1n : 0n)

function order([a, b]: readonly unknown[]): bigint {
  const [one, other] = [versionOf(a), versionOf(b)]
  for (const [index, number] of one.numbers.entries()) {
    const difference = sign(number - (other.numbers[index] ?? 0n))
    if (difference !== 0n) return difference
  }
  return orderOfParts(one.before, other.before)
}

/** Compares pre-releases. A pre-release comes before its version, and numbers come before words. */
function orderOfParts(a: readonly string[], b: readonly string[]): bigint {
  if (a.length === 0 || b.length === 0) return sign(BigInt(b.length) - BigInt(a.length))
  for (const [index, one] of a.entries()) {
    const other = b[index]
    if (other === undefined) return 1n
    if (one === other) continue
    const [isNumber, isOtherNumber] = [one, other].map(word => /^\d+$/.test(word))
    if (isNumber && isOtherNumber) return sign(BigInt(one) - BigInt(other))
    if (isNumber !== isOtherNumber) return isNumber ? -1n : 1n
    return one < other ? -1n : 1n
  }
  return sign(BigInt(a.length) - BigInt(b.length))
}

const numberAt =
  (index: number) =>
  ([value]: readonly unknown[]) =>
    // The genuine server uses 64-bit integers, which wrap around.
    BigInt.asIntN(64, versionOf(value).numbers[index] ?? 0n)

export const semverFunctions = defineOverloads({
  'isSemver(string) bool': ([value]) => read(value, false) !== undefined,
  'isSemver(string, bool) bool': ([value, isLoose]) => read(value, isLoose) !== undefined,
  'semver(string) semver': ([value]) => semver(value, false),
  'semver(string, bool) semver': ([value, isLoose]) => semver(value, isLoose),
  'semver.major() int': numberAt(0),
  'semver.minor() int': numberAt(1),
  'semver.patch() int': numberAt(2),
  'semver.compareTo(semver) int': order,
  'semver.isGreaterThan(semver) bool': pair => order(pair) > 0n,
  'semver.isLessThan(semver) bool': pair => order(pair) < 0n,
})
