// Finds the kind of a document by its apiVersion and kind.

import { cluster } from '../dialects/cluster.ts'
import { kubernetes } from '../dialects/kubernetes.ts'
import type { DialectName } from '../api/dialect.ts'
import { type ConfigFault, unsupportedValue } from './config-rules.ts'
import type { ConfigKind, ConfigKinds } from './config-kind.ts'

type Named = { readonly dialect: DialectName; readonly apiDomain: string }

export const kindApiVersion = ({ group, version }: ConfigKind, apiDomain: string): string =>
  `${group.replace('*', apiDomain)}/${version}`

/** The kinds of a dialect. */
export const kindsInDialect = (kinds: ConfigKinds, dialect: DialectName): ConfigKinds =>
  kinds.filter(({ onlyIn }) => onlyIn === undefined || onlyIn === dialect)

/** Why a document has no kind with known fields. */
export type UnknownKind = ConfigFault & {
  /**
   * `foreign`: its group is not a known one. `unshown`: the kind exists, but its fields are not
   * documented.
   */
  readonly classification: 'wrong' | 'foreign' | 'unshown'
}

/** Returns the kind of a document, or why there is none. */
export function findKind(
  kinds: ConfigKinds,
  { apiVersion, kind }: { readonly apiVersion?: unknown; readonly kind?: unknown },
  named: Named,
): ConfigKind | UnknownKind {
  if (!isText(apiVersion)) return { ...absent('apiVersion', apiVersion), classification: 'foreign' }
  const group = apiVersion.includes('/') ? apiVersion.slice(0, apiVersion.indexOf('/')) : ''
  const classify = () => (groupsOfKinds(kinds, named).has(group) ? 'wrong' : 'foreign')
  if (!isText(kind)) return { ...absent('kind', kind), classification: classify() }
  const own = kindsInDialect(kinds, named.dialect)
  const versionOf = (one: ConfigKind) => kindApiVersion(one, named.apiDomain)
  const found = own.find(one => one.kind === kind && versionOf(one) === apiVersion)
  if (found) return found
  const wrong = { type: 'Unsupported value', path: ['kind'], value: kind } as const
  if (isUndocumentedKind({ group, kind }, named)) {
    const detail = 'this kind is known, its fields are not checked'
    return { ...wrong, detail, classification: 'unshown' }
  }
  const classification = classify()
  const versions = own.filter(one => one.kind === kind).map(versionOf)
  if (versions.length > 0) {
    return { ...unsupportedValue(apiVersion, versions), path: ['apiVersion'], classification }
  }
  const inGroup = own.filter(one => versionOf(one) === apiVersion).map(one => one.kind)
  if (inGroup.length > 0)
    return { ...unsupportedValue(kind, inGroup), path: ['kind'], classification }
  const detail = `${apiVersion} is not the version of a configuration kind`
  return { ...wrong, detail, classification }
}

/** Returns the groups of all kinds in both dialects, because the dialects are easily confused. */
export function groupsOfKinds(
  kinds: ConfigKinds,
  { apiDomain }: Pick<Named, 'apiDomain'>,
): Set<string> {
  const domains = [apiDomain, cluster.apiDomain, kubernetes.apiDomain]
  return new Set(kinds.flatMap(({ group }) => domains.map(domain => group.replace('*', domain))))
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

function absent(name: string, value: unknown): ConfigFault {
  if (value === undefined || value === null || value === '') {
    return { path: [name], type: 'Required value' }
  }
  return { path: [name], type: 'Invalid value', value, detail: 'expected a string' }
}

/** Kinds of genuine clusters that the specification does not document. `*` stands for any kind. */
const undocumentedKinds: { readonly [group: string]: readonly string[] } = {
  'kubescheduler.config.*': ['*'],
  'kubeadm.*': ['*'],
  'kubelet.config.*': ['*'],
  'credentialprovider.kubelet.*': ['*'],
  'kubectl.config.*': ['*'],
  'apiserver.config.*': ['WebhookAdmissionConfiguration'],
  '': ['Config'],
}

/** Whether a kind is a configuration kind without documentation. */
function isUndocumentedKind(
  { group, kind }: { readonly group: string; readonly kind: string },
  { dialect, apiDomain }: { readonly dialect: DialectName; readonly apiDomain: string },
): boolean {
  if (dialect !== 'kubernetes') return false
  return Object.entries(undocumentedKinds).some(
    ([name, held]) =>
      name.replace('*', apiDomain) === group && (held.includes('*') || held.includes(kind)),
  )
}
