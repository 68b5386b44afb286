// The environment of a container.

import { isJsonObject, objectIn } from '../api/object.ts'
import type { Container, Pod } from './pod.ts'
import { thousandths, units } from './pod-resources.ts'

/** Returns the data of an object of the pod's namespace, or undefined if it is not there. */
export type ReadData = (
  kind: 'configmaps' | 'secrets',
  name: string,
) => Promise<ReadonlyMap<string, Buffer> | undefined>

export type EnvFacts = {
  readonly nodeName: string
  readonly hostIp: string
  readonly podIp: string
  readonly readData: ReadData
}

/**
 * Returns the variables of a container in their order. Later ones may refer to earlier ones.
 * @throws Error if a value that must be there is not
 */
export async function environmentOf(
  container: Container,
  pod: Pod,
  facts: EnvFacts,
): Promise<ReadonlyMap<string, string>> {
  const values = new Map<string, string>()
  for (const source of Array.isArray(container['envFrom']) ? container['envFrom'] : []) {
    const { prefix = '', configMapRef, secretRef } = objectIn(source)
    const kind = configMapRef === undefined ? 'secrets' : 'configmaps'
    const { name, optional } = objectIn(configMapRef ?? secretRef)
    const data = await facts.readData(kind, String(name))
    if (!data && optional !== true) throw new Error(`${kind} ${String(name)}: expected, not found`)
    for (const [key, value] of data ?? []) values.set(`${String(prefix)}${key}`, String(value))
  }
  for (const { name, value, valueFrom } of container.env ?? []) {
    const text = valueFrom
      ? await valueOf(valueFrom, { container, pod, facts, name })
      : expanded(value ?? '', values)
    if (text !== undefined) values.set(name, text)
  }
  return values
}

type ValueContext = { container: Container; pod: Pod; facts: EnvFacts; name: string }

async function valueOf(
  from: object,
  { container, pod, facts, name }: ValueContext,
): Promise<string | undefined> {
  const { fieldRef, resourceFieldRef, configMapKeyRef, secretKeyRef } = objectIn(from)
  if (isJsonObject(fieldRef)) return fieldOf(String(fieldRef['fieldPath']), pod, facts)
  if (isJsonObject(resourceFieldRef)) return resourceOf(resourceFieldRef, container)
  const kind = isJsonObject(configMapKeyRef) ? 'configmaps' : 'secrets'
  const ref = objectIn(configMapKeyRef ?? secretKeyRef)
  const data = await facts.readData(kind, String(ref['name']))
  const value = data?.get(String(ref['key']))
  if (value === undefined && ref['optional'] !== true) {
    const place = `${kind} ${String(ref['name'])}`
    throw new Error(`env ${name}: expected key ${String(ref['key'])} in ${place}, not found`)
  }
  return value?.toString()
}

/** Returns a field of the pod by its path, as the downward API names it. */
export function fieldOf(
  path: string,
  { metadata, spec }: Pod,
  { nodeName, hostIp, podIp }: Omit<EnvFacts, 'readData'>,
): string {
  const [, list, key] = /^metadata\.(labels|annotations)\['([^']+)'\]$/.exec(path) ?? []
  if (list !== undefined && key !== undefined) return String(objectIn(metadata[list])[key] ?? '')
  const fields: { readonly [path: string]: unknown } = {
    'metadata.name': metadata.name,
    'metadata.namespace': metadata.namespace,
    'metadata.uid': metadata.uid,
    'metadata.labels': pairsText(metadata.labels),
    'metadata.annotations': pairsText(metadata.annotations),
    'spec.nodeName': nodeName,
    'spec.serviceAccountName': spec['serviceAccountName'],
    'status.hostIP': hostIp,
    'status.hostIPs': hostIp,
    'status.podIP': podIp,
    'status.podIPs': podIp,
  }
  if (!Object.hasOwn(fields, path)) throw new Error(`fieldPath ${path}: expected a field of a pod`)
  return String(fields[path] ?? '')
}

const pairsText = (pairs: Record<string, string> = {}): string =>
  Object.entries(pairs)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, value]) => `${key}=${JSON.stringify(value)}`)
    .join('\n')

/** Returns an amount of the container, divided by the divisor and rounded up. */
export function resourceOf(
  { resource, divisor = '1' }: { resource?: unknown; divisor?: unknown },
  { resources: { limits = {}, requests = {} } = {} }: Container,
): string {
  const [, list, name = ''] = /^(limits|requests)\.(.+)$/.exec(String(resource)) ?? []
  const quantity = (list === 'limits' ? limits : requests)[name]
  if (name === 'cpu') {
    const step = thousandths(divisor) || 1000
    return String(Math.ceil((thousandths(quantity) ?? 0) / step))
  }
  return String(Math.ceil((units(quantity) ?? 0) / (units(divisor) || 1)))
}

/** Replaces `$(NAME)` by the value of a variable, and `$$` by a dollar sign. */
export const expanded = (text: string, values: ReadonlyMap<string, string>): string =>
  text.replace(/\$\$|\$\(([^)]*)\)/g, (whole, name: string | undefined) =>
    name === undefined ? '$' : (values.get(name) ?? whole),
  )
