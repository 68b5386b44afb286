import type { FlagRule } from '../flag.ts'
import { ignoredValue, isEmpty, hasNonEmptyValue, requiredValue } from './rule-parts.ts'

export const servingRules: readonly FlagRule[] = [
  {
    name: 'a certificate has its key',
    requirement: 'AGENT-236',
    flag: 'tls-cert-file',
    ...requiredValue,
    description: 'needs --tls-private-key-file',
    holds: (value, seen) => isEmpty(value) || hasNonEmptyValue(seen, 'tls-private-key-file'),
  },
  {
    name: 'a key has its certificate',
    requirement: 'AGENT-236',
    flag: 'tls-private-key-file',
    ...requiredValue,
    description: 'needs --tls-cert-file',
    holds: (value, seen) => isEmpty(value) || hasNonEmptyValue(seen, 'tls-cert-file'),
  },
  {
    name: 'given certificates need no directory',
    requirement: 'AGENT-152',
    flag: 'cert-dir',
    ...ignoredValue,
    description: '--tls-cert-file and --tls-private-key-file are set',
    holds: (_, seen) =>
      !seen.isSet('cert-dir') ||
      !hasNonEmptyValue(seen, 'tls-cert-file') ||
      !hasNonEmptyValue(seen, 'tls-private-key-file'),
  },
  {
    name: 'the suites of TLS 1.3 are fixed',
    requirement: 'de facto',
    flag: 'tls-cipher-suites',
    ...ignoredValue,
    description: 'cipher suites are not configurable with --tls-min-version=VersionTLS13',
    holds: (_, seen) =>
      !seen.isSet('tls-cipher-suites') || seen.value('tls-min-version') !== 'VersionTLS13',
  },
]
