// The syntax of names, labels, annotations and finalizers. The specification leaves it open
// (OBJ-014, OBJ-033); rules and messages are those of the genuine server, version 1.35.

import { addressFamilyOf } from '../lib/ip-addresses.ts'
import { valueInvalid, type StatusCause } from './status-causes.ts'

/**
 * Returns the faults of a name of some type, one sentence each; empty when it is valid. A prefix is
 * the start of a name: `metadata.generateName`.
 */
export type NameRule = (name: string, as: 'name' | 'prefix') => readonly string[]

const label = '[a-z0-9]([-a-z0-9]*[a-z0-9])?'
const subdomain = `${label}(\\.${label})*`
const label1035 = '[a-z]([-a-z0-9]*[a-z0-9])?'
const qualified = '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]'
const labelValue = `(${qualified})?`

const whole = (syntax: string) => new RegExp(`^${syntax}$`)
const isLabel = whole(label)
const isSubdomain = whole(subdomain)
const isLabel1035 = whole(label1035)
const isQualified = whole(qualified)
const isKey = whole(`(${subdomain}/)?${qualified}`)
const isLabelValue = whole(labelValue)

const subdomainMessage = mustMatch(
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or " +
    "'.', and must start and end with an alphanumeric character",
  subdomain,
  ['example.com'],
)
const labelMessage = mustMatch(
  "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and " +
    'must start and end with an alphanumeric character',
  label,
  ['my-name', '123-abc'],
)
const label1035Message = mustMatch(
  "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an " +
    'alphabetic character, and end with an alphanumeric character',
  label1035,
  ['my-name', 'abc-123'],
)
const qualifiedMessage = mustMatch(
  "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an " +
    'alphanumeric character',
  qualified,
  ['MyName', 'my.name', '123-abc'],
)
const labelValueMessage = mustMatch(
  "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or " +
    "'.', and must start and end with an alphanumeric character",
  labelValue,
  ['MyValue', 'my_value', '12345'],
)

/** The rule of most types: dot-separated labels, at most 253 bytes. */
export const dns1123Subdomain: NameRule = (name, as) => {
  const text = startOf(name, as)
  return [
    ...tooLong(text, 253, 'characters'),
    ...(isSubdomain.test(text) ? [] : [subdomainMessage]),
  ]
}

/** The rule of namespaces and some other types: one label, at most 63 bytes. */
export const dns1123Label: NameRule = (name, as) => {
  const text = startOf(name, as)
  if (isLabel.test(text)) return tooLong(text, 63, 'characters')
  const fault = isSubdomain.test(text) ? 'must not contain dots' : labelMessage
  return [...tooLong(text, 63, 'characters'), fault]
}

/** The rule of types whose names become host names: one label that starts with a letter. */
export const dns1035Label: NameRule = (name, as) => {
  const text = startOf(name, as)
  return [...tooLong(text, 63, 'characters'), ...(isLabel1035.test(text) ? [] : [label1035Message])]
}

/** The rule of types whose names only have to fit into a path, such as roles. */
export const pathSegment: NameRule = (name, as) => {
  if (as !== 'prefix' && (name === '.' || name === '..')) return [`may not be '${name}'`]
  return ['/', '%'].filter(part => name.includes(part)).map(part => `may not contain '${part}'`)
}

/** The rule of types whose names are IP addresses. */
export const ipAddressName: NameRule = name =>
  addressFamilyOf(name) ? [] : ['must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)']

// The text to check for a name or prefix. The suffix of a prefix is not generated yet. As in the
// genuine server, the last two characters of a prefix that ends in a dash are replaced by a letter.
const startOf = (name: string, as: 'name' | 'prefix') =>
  as === 'prefix' && name.length > 1 && name.endsWith('-') ? `${name.slice(0, -2)}a` : name

/** A label key: a name of at most 63 bytes, with an optional subdomain and `/` before it. */
export function qualifiedNameFaults(key: string): string[] {
  // Fast path: an object can have a hundred thousand keys, and most are short and valid.
  if (key.length <= 63 && isKey.test(key)) return []
  const parts = key.split('/', 3)
  if (parts.length > 2) {
    const withPrefix = "with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')"
    return [`a valid label key ${qualifiedMessage} ${withPrefix}`]
  }
  const name = parts[parts.length - 1] ?? ''
  const prefix = parts.length === 2 ? parts[0] : undefined
  const ofName = [
    ...(name === '' ? ['must be non-empty'] : tooLong(name, 63, 'bytes')),
    ...(isQualified.test(name) ? [] : [qualifiedMessage]),
  ]
  return [...prefixFaults(prefix), ...ofName.map(fault => `name part ${fault}`)]
}

function prefixFaults(prefix: string | undefined): string[] {
  if (prefix === undefined) return []
  if (prefix === '') return ['prefix part must be non-empty']
  const syntax = isSubdomain.test(prefix) ? [] : [subdomainMessage]
  return [...tooLong(prefix, 253, 'bytes'), ...syntax].map(fault => `prefix part ${fault}`)
}

/** The faults of a port name by the syntax of IANA service names. */
export const portNameFaults = (text: string): string[] => [
  ...(text.length > 15 ? ['must be no more than 15 characters'] : []),
  ...(/^[-a-z0-9]+$/.test(text)
    ? []
    : ['must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)']),
  ...(/[a-z]/.test(text) ? [] : ['must contain at least one letter (a-z)']),
  ...(text.includes('--') ? ['must not contain consecutive hyphens'] : []),
  ...(/^-|-$/.test(text) ? ['must not begin or end with a hyphen'] : []),
]

/** The value of a label: empty, or a name of at most 63 bytes. */
export const labelValueFaults = (value: string): string[] => [
  ...tooLong(value, 63, 'bytes'),
  ...(isLabelValue.test(value) ? [] : [labelValueMessage]),
]

/** The faults of `metadata.name` and `metadata.generateName`, once a name has been generated. */
export function metadataNameCauses(
  metadata: { name?: string; generateName?: string },
  rule: NameRule,
): StatusCause[] {
  const { name = '', generateName = '' } = metadata
  const ofPrefix = generateName === '' ? [] : rule(generateName, 'prefix')
  const causes = ofPrefix.map(fault => valueInvalid('metadata.generateName', generateName, fault))
  if (name !== '') {
    return [
      ...causes,
      ...rule(name, 'name').map(fault => valueInvalid('metadata.name', name, fault)),
    ]
  }
  const message = 'Required value: name or generateName is required'
  return [...causes, { field: 'metadata.name', reason: 'FieldValueRequired', message }]
}

/** The faults of `metadata.labels`. */
export function* labelCauses(labels: Record<string, string>): Iterable<StatusCause> {
  for (const key of Object.keys(labels)) {
    const value = labels[key] ?? ''
    for (const fault of qualifiedNameFaults(key)) yield valueInvalid('metadata.labels', key, fault)
    for (const fault of labelValueFaults(value)) yield valueInvalid('metadata.labels', value, fault)
  }
}

const annotationBytesMax = 262_144

/**
 * The faults of `metadata.annotations`: keys as for labels but in any case, and a total size limit.
 */
export function* annotationCauses(annotations: Record<string, string>): Iterable<StatusCause> {
  const field = 'metadata.annotations'
  let bytes = 0
  for (const key of Object.keys(annotations)) {
    for (const fault of qualifiedNameFaults(key.toLowerCase()))
      yield valueInvalid(field, key, fault)
    bytes += bytesOf(key) + bytesOf(annotations[key] ?? '')
  }
  if (bytes <= annotationBytesMax) return
  const message = `Too long: may not be more than ${annotationBytesMax} bytes`
  yield { field, reason: 'FieldValueTooLong', message }
}

/** The faults of `metadata.finalizers`: label keys, and no two that contradict each other. */
export function* finalizerCauses(finalizers: readonly string[]): Iterable<StatusCause> {
  const field = 'metadata.finalizers'
  for (const finalizer of finalizers) {
    for (const fault of qualifiedNameFaults(finalizer)) yield valueInvalid(field, finalizer, fault)
  }
  if (!finalizers.includes('orphan') || !finalizers.includes('foregroundDeletion')) return
  const fault = 'finalizer orphan and foregroundDeletion cannot be both set'
  yield valueInvalid(field, finalizers, fault)
}

// No vowels and no characters that look like vowels, so that no words are formed.
const suffixAlphabet = 'bcdfghjklmnpqrstvwxz2456789'
const suffixLength = 5
const nameLengthMax = 63

/** Generates a name from `metadata.generateName` (OBJ-012). `random` returns numbers in [0, 1). */
export function generateName(base: string, random: () => number): string {
  const suffix = Array.from(
    { length: suffixLength },
    () => suffixAlphabet[Math.floor(random() * suffixAlphabet.length)],
  )
  return base.slice(0, nameLengthMax - suffixLength) + suffix.join('')
}

const bytesOf = (text: string) => Buffer.byteLength(text)

const tooLong = (text: string, bytesMax: number, unit: 'bytes' | 'characters'): string[] =>
  bytesOf(text) > bytesMax ? [`must be no more than ${bytesMax} ${unit}`] : []

function mustMatch(message: string, syntax: string, examples: string[]): string {
  const shown = examples.map(example => `'${example}', `).join(' or ')
  return `${message} (e.g. ${shown}regex used for validation is '${syntax}')`
}
