// Compares defaulting and validation of the built-in types: creates, in dry runs on the reference
// and on a genuine server, every sample and every sample without one of its fields.

import { encodeBody } from '../../fixtures/client/bodies.ts'
import { createClient } from '../../fixtures/client/client.ts'
import type { Client } from '../../fixtures/client/client.ts'
import { dialects } from '../../fixtures/dialects/dialect.ts'
import { samples } from '../../fixtures/objects/samples.ts'
import type { Sample } from '../../fixtures/objects/samples.ts'
import { resourcePath } from '../../fixtures/objects/tested-types.ts'
import type { Json } from '../../fixtures/objects/tested-types.ts'
import { kubeApiserverTarget } from '../../fixtures/targets/kube-apiserver/target.ts'
import { referenceTarget } from '../../fixtures/targets/reference-target.ts'
import { problemWith } from '../long-runs/storage-engine-runs.ts'
import type { LongRun } from '../long-runs/storage-engine-runs.ts'

/** Pointers to fields that the reference omits on purpose, or whose values are random. */
const leftOut = [
  /^\/metadata\/(uid|creationTimestamp|resourceVersion|managedFields|finalizers\/0)/,
  /^\/metadata\/annotations\/deprecated\.daemonset\.template\.generation$/,
  /controller-uid/,
  /^\/spec\/(clusterIPs?|taints)(\/|$)/,
  /^\/status\/(lastPhaseTransitionTime|daemonEndpoints)/,
]

type Encoding = 'json' | 'protobuf'

/**
 * Compares the responses to bodies in an encoding. In Protobuf, many omitted fields arrive as zero
 * values. Of an error, only the status is compared.
 */
export async function compareDefaults(encoding: Encoding = 'json'): Promise<LongRun> {
  const targets = [
    await kubeApiserverTarget(),
    await referenceTarget({ dialect: 'kubernetes', storesIgnoredSettings: true }),
  ]
  const clients = targets.map(({ connection, credentials }) =>
    createClient(connection, credentials.admin),
  )
  try {
    const found: string[] = []
    let compared = 0
    for (const sample of samples) {
      for (const [without, fields] of [['', sample.fields] as const, ...omissions(sample.fields)]) {
        const [genuine, own] = await Promise.all(
          clients.map(one => tried(one, { sample, fields, encoding })),
        )
        compared++
        const difference = genuine && own && differenceOf(genuine, own)
        if (difference) found.push(`${sample.kind} without ${without || 'nothing'}: ${difference}`)
      }
    }
    return { summary: `${compared} bodies compared`, ...problemWith(found) }
  } finally {
    for (const client of clients) await client.close()
    for (const target of targets) await target.close()
  }
}

type Answer = { status: number; body: Json }

type Tried = { sample: Sample; fields: Json; encoding: Encoding }

async function tried(client: Client, { sample, fields, encoding }: Tried): Promise<Answer> {
  const type = { ...sample, group: sample.group.replace('*', 'k8s.io') }
  const { group, version, kind, namespaced } = type
  const apiVersion = group === '' ? version : `${group}/${version}`
  const body = { kind, apiVersion, metadata: { name: 'sample' }, ...(fields as object) }
  const { status, bytes } = await client.send({
    method: 'POST',
    path: `${resourcePath(type, namespaced ? 'default' : undefined)}?dryRun=All`,
    headers: { 'content-type': dialects.kubernetes.media[encoding] },
    body: encodeBody(body, encoding),
  })
  return { status, body: JSON.parse(bytes.toString('utf8')) as Json }
}

/** Yields, for each field at any depth, its pointer and the value without it. */
export function* omissions(value: Json, at = ''): Generator<[string, Json]> {
  if (typeof value !== 'object' || value === null) return
  for (const [name, member] of Object.entries(value)) {
    const change = (next: Json): Json =>
      Array.isArray(value) ? value.with(Number(name), next) : { ...value, [name]: next }
    if (!Array.isArray(value)) {
      const { [name]: _omitted, ...rest } = value
      yield [`${at}/${name}`, rest]
    }
    for (const [pointer, next] of omissions(member, `${at}/${name}`)) yield [pointer, change(next)]
  }
}

function differenceOf(genuine: Answer, own: Answer): string | undefined {
  if (genuine.status !== own.status) {
    return `expected ${genuine.status}, got ${own.status}: ${JSON.stringify(
      genuine.status < 300 ? own.body : genuine.body,
    ).slice(0, 300)}`
  }
  if (genuine.status >= 300) return undefined
  const [expected, got] = [plain(genuine.body), plain(own.body)]
  const pointers = [...new Set([...expected.keys(), ...got.keys()])]
  const differing = pointers
    .filter(pointer => !leftOut.some(one => one.test(pointer)))
    .filter(pointer => expected.get(pointer) !== got.get(pointer))
  if (differing.length === 0) return undefined
  return differing
    .map(one => `${one} expected ${expected.get(one)}, got ${got.get(one)}`)
    .join('; ')
}

/** Returns the scalar values of an object by pointer, without empty ones. */
function plain(value: Json, pointer = ''): Map<string, Json> {
  if (value === null || value === '') return new Map()
  if (typeof value !== 'object') return new Map([[pointer, value]])
  return new Map(
    Object.entries(value).flatMap(([name, member]) => [...plain(member, `${pointer}/${name}`)]),
  )
}
