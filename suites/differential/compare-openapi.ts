// Compares the OpenAPI documents of the reference with those of a genuine server, in versions 2 and
// 3: schemas, paths, operations, parameters and media types.

import { setTimeout as wait } from 'node:timers/promises'
import { createClient } from '../../fixtures/client/client.ts'
import type { Client } from '../../fixtures/client/client.ts'
import { kubeApiserverTarget } from '../../fixtures/targets/kube-apiserver/target.ts'
import { referenceTarget } from '../../fixtures/targets/reference-target.ts'
import { problemWith } from '../long-runs/storage-engine-runs.ts'
import type { LongRun } from '../long-runs/storage-engine-runs.ts'
import { openApiDifferences } from './openapi-differences.ts'
import { widgetDefinition, widgetGroup } from './openapi-widget.ts'

const defined = String.raw`^/paths//apis/documents\.touchstone\.example/[^:]*`

// For custom types, a genuine server supports more than its documents say. The documents of the
// reference describe it.
const ofDefined: readonly (readonly [because: string, line: RegExp])[] = [
  ['lists can be watched', new RegExp(`${defined}/get/(responses/200|produces: ).*;stream=watch`)],
  [
    'a collection is deleted by options, and not watched while it is',
    new RegExp(`${defined}/delete/(requestBody: is more|parameters/\\w+: is (more|missing))`),
  ],
  ['it leaves out the version of a get', new RegExp(`${defined}/get/parameters: is missing`)],
  ['an apply creates', new RegExp(`${defined}/patch/responses/201: is more`)],
  ['a Scale is one of autoscaling', new RegExp(`${defined}/scale/.*version-kind/(group|kind): `)],
  ['a Scale comes in Protobuf', new RegExp(`${defined}/scale/.*protobuf`)],
  ['where there is no body, none is refused', new RegExp(`${defined}/get/consumes: `)],
]

/** Reasons for differing lines. A reason that explains no line is reported as a problem. */
const explained: readonly (readonly [because: string, line: RegExp])[] = [
  ['its release is its own', /^\/info\/version: /],
  ['it has no paths that only watch', /^\/paths\/[^:]*\/watch\/[^:]*: is missing/],
  ['it selects no shards', /\/parameters\/shardSelector: is missing/],
  [
    'it keeps no bindings and no component statuses',
    /componentstatuses|\/bindings: is missing|\.ComponentStatus|\.ComponentCondition/,
  ],
  [
    'it runs no pods, and leads to none',
    /\/(attach|ephemeralcontainers|exec|log|portforward|proxy|proxy\/\{path\}|resize): is missing/,
  ],
  ['it signs nothing', /certificatesigningrequests\/\{name\}\/approval: is missing/],
  [
    'a delete of a namespace answers with it, on both servers',
    /\/namespaces\/\{name\}\/delete\/responses\/.*\.Status" is .*\.Namespace"/,
  ],
  [
    'it describes no paths of discovery, of its version and of keys',
    /^\/paths\/\/(\.well-known\/[^/]+|openid\/v1\/jwks|version|api|apis(\/[^/]+)?)\/: is missing$/,
  ],
  [
    'nor what is read on them',
    /\.(APIGroup|APIGroupList|APIVersions|GroupVersionForDiscovery|ServerAddress\w+|Info): is missing/,
  ],
  [
    'it does not serve the group',
    /apiregistration|flowcontrol|node\.k8s|api\.node\.|resource\.k8s|api\.resource\./,
  ],
  [
    'the kinds of all versions are more, of those that nobody serves any more',
    /\.(DeleteOptions|WatchEvent)\/x-kubernetes-group-version-kind/,
  ],
  ['its title is its own', /^\/info\/title: /],
  ['it says in each document how tokens are sent', /^\/components\/securitySchemes: is more/],
  ...ofDefined,
]

/** Compares every document that the reference serves. */
export async function compareOpenApi(): Promise<LongRun> {
  const targets = [await kubeApiserverTarget(), await referenceTarget({ dialect: 'kubernetes' })]
  const clients = targets.map(({ connection, credentials }) =>
    createClient(connection, credentials.admin),
  )
  try {
    const [genuine, own] = clients
    if (!genuine || !own) throw new Error('there have to be two servers')
    for (const client of [genuine, own]) await define(client)
    const addresses = Object.keys(await addressesOf(own))
    const documents = [...addresses.map(name => `/openapi/v3/${name}`), '/openapi/v2']
    const found: string[] = []
    for (const path of documents) {
      const lines = openApiDifferences(
        shared(await read(genuine, path)),
        shared(await read(own, path)),
      )
      found.push(...lines.map(line => `${path} ${line}`))
    }
    const says = `${documents.length} documents, ${found.length} lines differ`
    return { summary: says, ...problemWith(unexplained(found)) }
  } finally {
    for (const client of clients) await client.close()
    for (const target of targets) await target.close()
  }
}

function unexplained(found: readonly string[]): string[] {
  const lines = found.map(line => ({ line, place: line.slice(line.indexOf(' ') + 1) }))
  const idle = explained.filter(([, of]) => !lines.some(({ place }) => of.test(place)))
  return [
    ...lines
      .filter(({ place }) => !explained.some(([, of]) => of.test(place)))
      .map(one => one.line),
    ...idle.map(([because]) => `declared to differ (${because}), but does not`),
  ]
}

// A genuine server adds a new type to its documents some seconds after it serves the type.
const patienceMs = 60_000

/** Creates the Widget definition and waits until the documents of both OpenAPI versions have it. */
async function define(client: Client): Promise<void> {
  const path = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'
  const headers = { 'content-type': 'application/json' }
  const body = Buffer.from(JSON.stringify(widgetDefinition))
  const { status } = await client.send({ method: 'POST', path, headers, body })
  if (status !== 201) throw new Error(`POST ${path}: expected 201, got ${status}`)
  const deadline = performance.now() + patienceMs
  while (!(await isTold(client))) {
    if (performance.now() > deadline) throw new Error(`no document tells of ${widgetGroup}`)
    await wait(200)
  }
}

async function isTold(client: Client): Promise<boolean> {
  const { definitions } = (await read(client, '/openapi/v2')) as { definitions: object }
  return (
    `apis/${widgetGroup}/v1` in (await addressesOf(client)) &&
    Object.keys(definitions).some(name => name.endsWith('touchstone.documents.v1.Widget'))
  )
}

async function addressesOf(client: Client): Promise<object> {
  const { paths } = (await read(client, '/openapi/v3')) as { paths: object }
  return paths
}

async function read(client: Client, path: string): Promise<unknown> {
  const headers = { accept: 'application/json' }
  const { status, bytes } = await client.send({ method: 'GET', path, headers })
  if (status !== 200) throw new Error(`GET ${path}: expected 200, got ${status}`)
  return JSON.parse(bytes.toString('utf8'))
}

/** Replaces references to shared parameters by the parameters. */
function shared(document: unknown): unknown {
  const { parameters = {}, ...rest } = document as { parameters?: { [name: string]: unknown } }
  const prefix = '#/parameters/'
  const reviver = (_name: string, value: unknown): unknown => {
    const { $ref } = (value ?? {}) as { $ref?: unknown }
    const applies = typeof $ref === 'string' && $ref.startsWith(prefix)
    return applies ? parameters[$ref.slice(prefix.length)] : value
  }
  return JSON.parse(JSON.stringify(rest), reviver)
}
