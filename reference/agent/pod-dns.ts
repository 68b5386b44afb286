// The resolver settings of a pod (AGENT-156, AGENT-157, AGENT-262).

import { readFile } from 'node:fs/promises'
import { isJsonObject, objectIn, objectsIn } from '../api/object.ts'
import type { DnsConfig } from './cri.ts'
import type { Pod } from './pod.ts'

export type DnsSettings = {
  readonly clusterDns: readonly string[]
  readonly clusterDomain: string
  /** The file whose settings are the base; empty for none. */
  readonly resolvConf: string
}

/** @throws Error if the resolver file cannot be read */
export async function dnsOf(
  { metadata, spec }: Pod,
  { clusterDns, clusterDomain, resolvConf }: DnsSettings,
): Promise<DnsConfig> {
  const base =
    resolvConf === ''
      ? { servers: [], searches: [], options: [] }
      : parseResolvConf(await readFile(resolvConf, 'utf8'))
  const policy = String(spec['dnsPolicy'] ?? 'ClusterFirst')
  const isOnHost = spec.hostNetwork === true
  const isClusterFirst =
    policy === 'ClusterFirstWithHostNet' || (policy === 'ClusterFirst' && !isOnHost)
  const own = objectIn(spec['dnsConfig'])
  if (policy === 'None') return merged({ servers: [], searches: [], options: [] }, own)
  // Without servers of the cluster, the pod gets those of the node.
  if (!isClusterFirst || clusterDns.length === 0) return merged(base, own)
  const domains =
    clusterDomain === ''
      ? []
      : [`${metadata.namespace}.svc.${clusterDomain}`, `svc.${clusterDomain}`, clusterDomain]
  return merged(
    {
      servers: [...clusterDns],
      searches: [...new Set([...domains, ...base.searches])],
      options: ['ndots:5'],
    },
    own,
  )
}

function merged(base: DnsConfig, own: ReturnType<typeof objectIn>): DnsConfig {
  const texts = (value: unknown) => (Array.isArray(value) ? value.map(String) : [])
  const options = new Map(base.options.map(option => [option.split(':')[0] ?? '', option]))
  for (const { name, value } of objectsIn(own['options']).filter(isJsonObject)) {
    const text = String(name)
    options.set(text, value === undefined ? text : `${text}:${String(value)}`)
  }
  return {
    servers: [...new Set([...base.servers, ...texts(own['nameservers'])])],
    searches: [...new Set([...base.searches, ...texts(own['searches'])])],
    options: [...options.values()],
  }
}

/** Reads the syntax of resolv.conf(5): the last `search` or `domain` counts. */
export function parseResolvConf(text: string): DnsConfig {
  const found: DnsConfig = { servers: [], searches: [], options: [] }
  for (const line of text.split('\n')) {
    const [word, ...values] = line
      .replace(/[#;].*/, '')
      .trim()
      .split(/\s+/)
    if (word === 'nameserver') found.servers.push(...values.slice(0, 1))
    if (word === 'search' || word === 'domain') found.searches = values
    if (word === 'options') found.options = values
  }
  return found
}
