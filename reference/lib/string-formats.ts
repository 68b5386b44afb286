// Checks the string formats that schemas may name. An unknown format restricts nothing, as in a
// genuine server, which warns of it when the definition is created.

import type { RE2JS } from 're2js'

import { re2 } from './deferred-libraries.ts'
import { addressFamilyOf, isCidr } from './ip-addresses.ts'
import { isDuration as isGoDuration } from './durations.ts'

/** Returns the format if it is known and applies to the type; empty otherwise. */
export function knownFormat({ type, format }: { type: string; format: string }): string {
  if (type === 'integer') return format === 'int32' || format === 'int64' ? format : ''
  if (type === 'number') return format === 'float' || format === 'double' ? format : ''
  if (type !== '' && type !== 'string') return ''
  return formats.has(plain(format)) ? format : ''
}

/** Whether a text matches a format; true for unknown formats. */
export const isOfFormat = (text: string, format: string): boolean =>
  formats.get(plain(format))?.(text) ?? true

/** Dashes in the names of formats are ignored. */
const plain = (format: string): string => format.replaceAll('-', '')

/** Returns a test for a pattern, which is compiled at its first use. */
function matching(syntax: string) {
  let expression: RE2JS | undefined
  return (text: string): boolean => (expression ??= re2().RE2JS.compile(syntax)).test(text)
}

const uuid = (version: string, variant: string) =>
  matching(
    `(?i)^[0-9a-f]{8}-?[0-9a-f]{4}-?${version}[0-9a-f]{3}-?${variant}[0-9a-f]{3}-?[0-9a-f]{12}$`,
  )

const any = '[0-9a-f]'
const hostSyntax =
  '^([a-zA-Z0-9\\p{S}\\p{L}]((-?[a-zA-Z0-9\\p{S}\\p{L}]{0,62})?)|' +
  '([a-zA-Z0-9\\p{S}\\p{L}](([a-zA-Z0-9-\\p{S}\\p{L}]{0,61}[a-zA-Z0-9\\p{S}\\p{L}])?)(\\.)){1,}' +
  '([a-zA-Z\\p{L}]){2,63})$'

const isNamed = matching(hostSyntax)

const isHostname = (text: string): boolean =>
  Buffer.byteLength(text) <= 255 &&
  isNamed(text) &&
  text.split('.').every(label => label.length <= 63)

/** An absolute URI with a scheme, or a text that starts with a slash. */
function isUri(text: string): boolean {
  const rest = text.startsWith('/') ? text : /^[a-zA-Z][a-zA-Z0-9+.-]*:(.*)$/s.exec(text)?.[1]
  return rest !== undefined && !/\p{Cc}/u.test(rest) && hasPercents(rest)
}

const hasPercents = (text: string): boolean => !/%(?![0-9a-fA-F]{2})/.test(text)

const isEmail = (text: string): boolean =>
  /^(?:[^<>]{0,256}<)?[^\s@<>,;:()"[\]\\]{1,128}@[^\s@<>,;:()"\\]{1,256}>?$/.test(text.trim())

export function isDate(text: string): boolean {
  const [year = 0, month = 0, day = 0] =
    /^(\d{4})-(\d\d)-(\d\d)$/.exec(text)?.slice(1).map(Number) ?? []
  const date = new Date(Date.UTC(year, month - 1, day))
  return month > 0 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
}

export function isDateTime(text: string): boolean {
  const [, date = '', hour = '', minute = '', second = ''] =
    /^([^t]{10})t(\d\d):(\d\d):(\d\d)(?:.\d+)?(?:z|[+-]\d\d:\d\d)$/s.exec(text.toLowerCase()) ?? []
  return isDate(date) && hour <= '23' && minute <= '59' && second <= '59'
}

const words =
  '([0-9]+)\\s*(ns|nanos?|nanoseconds?|us|µs|micros?|microseconds?|ms|millis?|milliseconds?|' +
  's|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?|d|days?|w|wks?|weeks?)'

const isSpan = matching(`(?i)${words}`)

export const isDuration = (text: string): boolean => isGoDuration(text) || isSpan(text)

function isIsbn(text: string): boolean {
  const digits = text.replaceAll(/[\s-]/g, '')
  return isIsbn10(digits) || isIsbn13(digits)
}

function isIsbn10(digits: string): boolean {
  if (!/^\d{9}[\dX]$/.test(digits)) return false
  const sum = [...digits].reduce(
    (total, digit, index) => total + (index + 1) * (digit === 'X' ? 10 : Number(digit)),
    0,
  )
  return sum % 11 === 0
}

function isIsbn13(digits: string): boolean {
  if (!/^\d{13}$/.test(digits)) return false
  const sum = [...digits].reduce(
    (total, digit, index) => total + (index % 2 === 0 ? 1 : 3) * Number(digit),
    0,
  )
  return sum % 10 === 0
}

const numberOfColor = '([01]?[0-9][0-9]?|2[0-4][0-9]|25[0-5])'

const isCard = matching('^(4[0-9]{12}([0-9]{3})?|5[1-5][0-9]{14}|3[47][0-9]{13}|6[05][0-9]{14})$')
const isLabel = matching('^[a-z0-9]([-a-z0-9]*[a-z0-9])?$')
const isSubdomain = matching('^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$')

const formats = new Map<string, (text: string) => boolean>([
  ['bsonobjectid', matching('^[0-9a-fA-F]{24}$')],
  ['uri', isUri],
  ['email', isEmail],
  ['hostname', isHostname],
  ['ipv4', text => addressFamilyOf(text) === 'IPv4'],
  ['ipv6', text => addressFamilyOf(text) === 'IPv6'],
  ['cidr', isCidr],
  ['mac', matching('^(?i)([0-9a-f]{2}([:-])){5}[0-9a-f]{2}(([:-][0-9a-f]{2}){2})?$')],
  ['uuid', uuid(any, any)],
  ['uuid3', uuid('3', any)],
  ['uuid4', uuid('4', '[89ab]')],
  ['uuid5', uuid('5', '[89ab]')],
  ['isbn', isIsbn],
  ['isbn10', text => isIsbn10(text.replaceAll(/[\s-]/g, ''))],
  ['isbn13', text => isIsbn13(text.replaceAll(/[\s-]/g, ''))],
  ['creditcard', text => isCard(text.replaceAll(/\D/g, ''))],
  ['ssn', matching('^\\d{3}[- ]?\\d{2}[- ]?\\d{4}$')],
  ['hexcolor', matching('^#?([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$')],
  [
    'rgbcolor',
    matching(
      `^rgb\\(\\s*${numberOfColor}\\s*,\\s*${numberOfColor}\\s*,\\s*${numberOfColor}\\s*\\)$`,
    ),
  ],
  // An empty text is none.
  [
    'byte',
    matching('^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=|[A-Za-z0-9+/]{4})$'),
  ],
  ['password', () => true],
  ['date', isDate],
  ['duration', isDuration],
  ['datetime', isDateTime],
  ['k8sshortname', text => text.length <= 63 && isLabel(text)],
  ['k8slongname', text => text.length <= 253 && isSubdomain(text)],
])
