// Formats of texts in built-in types. Each format returns one sentence per fault.

import {
  dns1035Label,
  dns1123Label,
  dns1123Subdomain,
  labelValueFaults,
  pathSegment,
  portNameFaults,
  qualifiedNameFaults,
} from '../../api/name-rules.ts'
import { cronFaults, timeZoneFaults } from './cron.ts'
import {
  addressFormat,
  addressRangeFormat,
  endpointAddressFormat,
  type TextFormat,
  hostFormat,
  iscsiNameFormat,
  signerNameFormat,
  trustBundleNameFormat,
  stripLeadingZeros,
  wildcardSubdomainFormat,
} from './name-formats.ts'

export type FormatName = keyof typeof textFormats

const matching =
  (syntax: RegExp, fault: string): TextFormat =>
  text =>
    syntax.test(text) ? [] : [fault]

const both =
  (...all: readonly TextFormat[]): TextFormat =>
  text =>
    all.flatMap(one => one(text))

const unlessEmpty =
  (format: TextFormat): TextFormat =>
  text =>
    text === '' ? [] : format(text)

const dnsLabel: TextFormat = text => dns1123Label(text, 'name')
const subdomain: TextFormat = text => dns1123Subdomain(text, 'name')

const portName: TextFormat = portNameFaults

const noBacksteps: TextFormat = text =>
  text.split('/').includes('..') ? ["must not contain '..'"] : []

const relativePath: TextFormat = text => [
  ...(text.startsWith('/') ? ['must be a relative path'] : []),
  ...noBacksteps(text),
]

const configKeyText =
  "a valid config key must consist of alphanumeric characters, '-', '_' or '.' " +
  "(e.g. 'key.name',  or 'KEY_NAME',  or 'key-name', " +
  "regex used for validation is '[-._a-zA-Z0-9]+')"

const configKey: TextFormat = text => {
  if (text.length > 253) return ['must be no more than 253 characters']
  if (!/^[-._a-zA-Z0-9]+$/.test(text)) return [configKeyText]
  if (text === '.') return ["must not be '.'"]
  if (text === '..') return ["must not be '..'"]
  return text.startsWith('..') ? ["must not start with '..'"] : []
}

const envName: TextFormat = text =>
  /^[ -<>-~]+$/.test(text)
    ? []
    : [
        "a valid environment variable name must consist only of printable ASCII characters other than '=' " +
          "(e.g. 'my.Env.Name',  or 'MY_ENV.NAME',  or 'MyEnvName1', " +
          "regex used for validation is '^[ -<>-~]+$')",
      ]

const qualifiedOfDomain: TextFormat = text => {
  const [domain = '', name, ...rest] = text.split('/')
  if (name === undefined || rest.length > 0 || domain === '' || name === '')
    return ['must be a domain-prefixed path (such as "acme.io/foo")']
  return [
    ...subdomain(domain),
    ...(/^[A-Za-z0-9/\-._~%!$&'()*+,;=:]+$/.test(name) ? [] : ['Invalid path']),
  ]
}

const driverName: TextFormat = text => [
  ...(text.length > 63 ? ['must be no more than 63 bytes'] : []),
  ...subdomain(text.toLowerCase()),
]

const groupVersion: TextFormat = text =>
  (text.match(/\//g) ?? []).length > 1 ? [`unexpected GroupVersion string: ${text}`] : []

const reserved = [
  'true',
  'false',
  'null',
  'in',
  'as',
  'break',
  'const',
  'continue',
  'else',
  'for',
  'function',
  'if',
  'import',
  'let',
  'loop',
  'package',
  'namespace',
  'return',
  'var',
  'void',
  'while',
]

export const textFormats = {
  dnsLabel,
  dnsLabelOrEmpty: unlessEmpty(dnsLabel),
  dns1035Label: (text: string) => dns1035Label(text, 'name'),
  subdomain,
  subdomainOrEmpty: unlessEmpty(subdomain),
  lowerSubdomain: (text: string) => subdomain(text.toLowerCase()),
  qualifiedName: qualifiedNameFaults,
  lowerQualifiedName: (text: string) => qualifiedNameFaults(text.toLowerCase()),
  qualifiedOfDomain,
  labelValue: labelValueFaults,
  pathSegment: (text: string) => pathSegment(text, 'name'),
  portName,
  portNameOrEmpty: unlessEmpty(portName),
  address: addressFormat,
  /** Older fields also accept addresses with leading zeros. */
  legacyAddress: (text: string) => addressFormat(stripLeadingZeros(text)),
  legacyRange: (text: string) => addressRangeFormat(stripLeadingZeros(text)),
  endpointAddress: endpointAddressFormat,
  addressRange: addressRangeFormat,
  subdomainDotted: (text: string) => (text === '' ? [] : subdomain(text.replace(/\.$/, ''))),
  namespaceFinalizer: (text: string) => [
    ...qualifiedNameFaults(text),
    ...(text.includes('/') || ['kubernetes', 'orphan', 'foregroundDeletion'].includes(text)
      ? []
      : ['name is neither a standard finalizer name nor is it fully qualified']),
  ],
  limitType: (text: string) => {
    const faults = qualifiedNameFaults(text)
    const isKnown =
      text.includes('/') || ['Pod', 'Container', 'PersistentVolumeClaim'].includes(text)
    return faults.length > 0 || isKnown
      ? faults
      : ['must be a standard limit type or fully qualified']
  },
  noBacksteps,
  hostOrEmpty: unlessEmpty(hostFormat),
  qualifiedOfDomainOrEmpty: unlessEmpty(qualifiedOfDomain),
  lowerQualifiedNameOrEmpty: (text: string) =>
    text === '' ? [] : qualifiedNameFaults(text.toLowerCase()),
  driverNameOrEmpty: unlessEmpty(driverName),
  nodeId: (text: string) => (text.length > 192 ? ['must be 192 characters or less'] : []),
  leaseStrategy: (text: string) =>
    text === 'OldestEmulationVersion' ? [] : qualifiedOfDomain(text),
  signerName: signerNameFormat,
  fullName: (text: string) =>
    text === ''
      ? ['must not be empty']
      : [
          ...subdomain(text.replace(/\.$/, '')),
          ...(text.split('.').length < 2
            ? ['should be a domain with at least two segments separated by dots']
            : []),
        ],
  identifierOrEmpty: (text: string) =>
    text.trim() === '' || (/^[_a-zA-Z][_a-zA-Z0-9]*$/.test(text) && !reserved.includes(text))
      ? []
      : ['must be a valid CEL identifier'],
  relativePath,
  descendingPath: relativePath,
  /** A path of a file within a volume. */
  ownPath: both(relativePath, text =>
    text.startsWith('..') && !text.startsWith('../') && text !== '..'
      ? ["must not start with '..'"]
      : [],
  ),
  absolutePathOrEmpty: unlessEmpty(matching(/^\//, 'must be an absolute path')),
  noSlash: matching(/^[^/]*$/, "must not contain '/'"),
  iscsiName: iscsiNameFormat,
  trustBundleName: trustBundleNameFormat,
  headerName: matching(
    /^[-A-Za-z0-9]+$/,
    "a valid HTTP header must consist of alphanumeric characters or '-' " +
      "(e.g. 'X-Header-Name', regex used for validation is '[-A-Za-z0-9]+')",
  ),
  envNameOrEmpty: unlessEmpty(envName),
  qualifiedNameOrEmpty: unlessEmpty(qualifiedNameFaults),
  trimmed: (text: string) => (text.trim() === text ? [] : ['must not be padded with whitespace']),
  searchDomain: (text: string) =>
    text === '.' ? [] : subdomain(text.replace(/\.$/, '').replaceAll('_', 'a')),
  sysctl: (text: string) =>
    text.length <= 253 &&
    /^([a-z0-9]([-_a-z0-9]*[a-z0-9])?[./])*([a-z0-9][-_a-z0-9]*)?[a-z0-9]$/.test(text)
      ? []
      : [
          'must have at most 253 characters and match regex ' +
            '^([a-z0-9]([-_a-z0-9]*[a-z0-9])?[\\./])*([a-z0-9][-_a-z0-9]*)?[a-z0-9]$',
        ],
  absolutePath: matching(/^\//, 'must be an absolute path'),
  ingressPath: both(matching(/^\//, 'must be an absolute path'), text =>
    ['//', '/./', '/../', '%2f', '%2F']
      .filter(part => text.includes(part))
      .map(part => `must not contain '${part}'`)
      .concat(
        /\/(\.|\.\.)$/.test(text) ? [`must not end with '${/\/\.{1,2}$/.exec(text)?.[0]}'`] : [],
      ),
  ),
  configKey,
  envName,
  host: hostFormat,
  wildcardOrSubdomain: (text: string) =>
    text.includes('*') ? wildcardSubdomainFormat(text) : subdomain(text),
  driverName,
  groupVersion,
  cron: cronFaults,
  timeZone: timeZoneFaults,
  identifier: matching(
    /^[A-Za-z_][A-Za-z0-9_]*$/,
    "a valid C identifier must start with alphabetic character or '_', followed by a string of " +
      "alphanumeric characters or '_' (e.g. 'my_name',  or 'MY_NAME',  or 'MyName', " +
      "regex used for validation is '[A-Za-z_][A-Za-z0-9_]*')",
  ),
  profilePath: both(matching(/^(?!\/)/, 'must be a relative path'), noBacksteps),
} as const satisfies { readonly [name: string]: TextFormat }
