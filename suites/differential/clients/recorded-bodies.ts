// Compares the reference's codecs with a genuine server's: reads objects and lists of every kind
// from it in each encoding, and writes objects to it in each encoding.

import { isDeepStrictEqual } from 'node:util'
import { createClient } from '../../../fixtures/client/client.ts'
import type { Client } from '../../../fixtures/client/client.ts'
import { resourcePath } from '../../../fixtures/objects/tested-types.ts'
import { samples } from '../../../fixtures/objects/samples.ts'
import type { Sample } from '../../../fixtures/objects/samples.ts'
import { kubeApiserverTarget } from '../../../fixtures/targets/kube-apiserver/target.ts'
import type { JsonObject } from '../../../reference/api/object.ts'
import { objectIn } from '../../../reference/api/object.ts'
import type { Codec } from '../../../reference/codecs/codec.ts'
import { codecsByMediaType } from '../../../reference/codecs/codecs-by-media-type.ts'
import { kubernetes } from '../../../reference/dialects/kubernetes.ts'
import { problemWith } from '../../long-runs/storage-engine-runs.ts'
import type { LongRun } from '../../long-runs/storage-engine-runs.ts'

const gate = 'CBORServingAndStorage=true'
const json = 'application/json'

const { [json]: _plain, ...others } = codecsByMediaType(kubernetes, { CBORServingAndStorage: true })
const encodings = Object.entries(others)

type Tally = { bodies: number; writes: number; problems: string[] }

/** Compares one sample of every type in every encoding except JSON. */
export async function compareBodies(): Promise<LongRun> {
  const target = await kubeApiserverTarget()
  const tally: Tally = { bodies: 0, writes: 0, problems: [] }
  try {
    const alternate = await target.alternates?.[gate]?.()
    if (!alternate) throw new Error(`the target has no alternate configuration ${gate}`)
    const client = createClient(alternate, target.credentials.admin)
    for (const sample of samples) await compare(sample, client, tally)
    await client.close()
  } finally {
    await target.close()
  }
  const { bodies, writes, problems } = tally
  return { summary: `${bodies} bodies read, ${writes} written`, ...problemWith(problems) }
}

async function compare(sample: Sample, client: Client, tally: Tally): Promise<void> {
  const type = { ...sample, group: sample.group.replace('*', kubernetes.apiDomain) }
  const { group, version, kind, namespaced, fields } = type
  const collection = resourcePath(type, namespaced ? 'default' : undefined)
  const apiVersion = group === '' ? version : `${group}/${version}`
  // Maps with arbitrary keys and special characters have to survive, too.
  const name = `recorded-${version}`
  const metadata = { name, labels: { a: 'b' }, annotations: { x: 'ü "q"\n 1: no' } }
  const body = { kind, apiVersion, metadata, ...(fields as object) }
  const made = await post(client, collection, {
    mediaType: json,
    bytes: Buffer.from(JSON.stringify(body)),
  })
  if (made.status !== 201) {
    tally.problems.push(`${kind}: ${JSON.stringify(made.value)}`)
    return
  }
  for (const [mediaType, codec] of encodings) {
    const note = (problem: string | undefined) =>
      problem !== undefined && tally.problems.push(`${kind} in ${mediaType}: ${problem}`)
    for (const path of [`${collection}/${name}`, collection]) {
      note(await readAsJson(client, path, { mediaType, codec }))
      tally.bodies++
    }
    // A stored Job has a selector and labels with its name, which another Job may not have.
    const object = kind === 'Job' ? body : made.value
    note(await writtenAsJson(client, collection, { mediaType, codec, object }))
    tally.writes++
  }
}

type Own = { mediaType: string; codec: Codec }

/** Decodes a genuine body, re-encodes and decodes it, and compares both values with the JSON. */
async function readAsJson(
  client: Client,
  path: string,
  { mediaType, codec }: Own,
): Promise<string | undefined> {
  const get = (accept: string) => client.send({ method: 'GET', path, headers: { accept } })
  const answer = await get(mediaType)
  const type = answer.headers['content-type'] ?? 'none'
  if (!type.startsWith(mediaType)) return `answered ${answer.status} in ${type}`
  const meant: unknown = JSON.parse((await get(json)).bytes.toString('utf8'))
  const { value } = codec.read(answer.bytes)
  if (!isDeepStrictEqual(value, meant)) return `${path}: ${differing(meant, value)}`
  const again = codec.read(codec.write(value as JsonObject)).value
  return isDeepStrictEqual(again, meant) ? undefined : `written: ${differing(meant, again)}`
}

/** Creates an object in JSON and in our encoding, in dry runs, and compares the responses. */
async function writtenAsJson(
  client: Client,
  collection: string,
  { mediaType, codec, object }: Own & { object: JsonObject },
): Promise<string | undefined> {
  const { name: _former, ...metadata } = objectIn(withoutOwn(object).metadata)
  const another = { ...withoutOwn(object), metadata: { ...metadata, name: 'another' } }
  const path = `${collection}?dryRun=All`
  const bytes = Buffer.from(JSON.stringify(another))
  const expected = await post(client, path, { mediaType: json, bytes })
  const got = await post(client, path, { mediaType, bytes: codec.write(another) })
  if (expected.status !== 201) return `cannot be written anew: ${JSON.stringify(expected.value)}`
  const [expectedBody, gotBody] = [withoutOwn(expected.value), withoutOwn(got.value)]
  return isDeepStrictEqual(gotBody, expectedBody)
    ? undefined
    : `taken: ${differing(expectedBody, gotBody)}`
}

// Values that the server generates per object, or that only one object can have.
const own = /^(uid|resourceVersion|creationTimestamp|managedFields|clusterIPs?|.*controller-uid)$/

const withoutOwn = (value: JsonObject): JsonObject =>
  JSON.parse(
    JSON.stringify(value, (name, member: unknown) => (own.test(name) ? undefined : member)),
  ) as JsonObject

async function post(client: Client, path: string, sent: { mediaType: string; bytes: Buffer }) {
  const headers = { 'content-type': sent.mediaType, accept: json }
  const answer = await client.send({ method: 'POST', path, headers, body: sent.bytes })
  return {
    status: answer.status,
    value: JSON.parse(answer.bytes.toString('utf8')) as JsonObject,
  }
}

/** Returns the first difference with its JSON pointer. */
function differing(expected: unknown, got: unknown, pointer = ''): string {
  const isDeep = [expected, got].every(one => typeof one === 'object' && one !== null)
  if (!isDeep) return `${pointer}: expected ${JSON.stringify(expected)}, got ${JSON.stringify(got)}`
  const [one, other] = [expected as JsonObject, got as JsonObject]
  const names = [...new Set([...Object.keys(one), ...Object.keys(other)])]
  const name = names.find(member => !isDeepStrictEqual(one[member], other[member])) ?? ''
  return differing(one[name], other[name], `${pointer}/${name}`)
}
