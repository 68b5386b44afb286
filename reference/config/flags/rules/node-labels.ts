// Labels of the project's domain that a node may set on itself (AGENT-208). The specification does
// not list them. These are those of genuine agents, with the names of each dialect.

import type { FlagContext } from '../flag.ts'

const domainsOf = ({ dialect, apiDomain }: FlagContext): readonly string[] =>
  dialect === 'kubernetes' ? ['kubernetes.io', 'k8s.io'] : [apiDomain]

/** Prefixes of the domain. */
const prefixes = { kubernetes: ['kubelet.', 'node.'], cluster: ['nodeagent.', 'node.'] }

const keysOf = (domain: string): ReadonlySet<string> =>
  new Set([
    ...['hostname', 'os', 'arch'].map(name => `${domain}/${name}`),
    ...['zone', 'region'].flatMap(name => [
      `topology.${domain}/${name}`,
      `failure-domain.beta.${domain}/${name}`,
    ]),
    ...['os', 'arch', 'instance-type'].map(name => `beta.${domain}/${name}`),
    `node.${domain}/instance-type`,
  ])

const isWithin = (namespace: string, domain: string): boolean =>
  namespace === domain || namespace.endsWith(`.${domain}`)

/** Whether a label has another domain, or is an allowed one. */
export function isNodeLabelAllowed(key: string, seen: FlagContext): boolean {
  const [namespace = '', name] = key.split('/', 2)
  const domains = domainsOf(seen)
  if (name === undefined || !domains.some(domain => isWithin(namespace, domain))) return true
  const [domain = ''] = domains
  return (
    keysOf(domain).has(key) ||
    prefixes[seen.dialect].some(prefix => isWithin(namespace, prefix + domain))
  )
}
