// Compares audit events: starts the reference and a genuine server with the same drawn policies,
// sends both the same requests, and compares the events of each.

import fc from 'fast-check'

import { type LongRun, problemWith } from '../../long-runs/storage-engine-runs.ts'
import { sendStep } from '../custom-answers.ts'
import { valueDifferences } from '../value-differences.ts'
import {
  adminName,
  type AuditedServer,
  type AuditEvent,
  startAuditedServers,
} from './audited-servers.ts'
import {
  auditedPlaces,
  auditedRequests,
  auditedUsers,
  auditRules,
  type DrawnRequest,
  type DrawnRule,
} from './draw-audits.ts'
import { createNamespace, createPolicy, policiesInForce } from './policy-objects.ts'
import { isJsonObject } from '../../../properties/dsl/term.ts'

type Options = { readonly requests: number; readonly seed?: number }
type Case = {
  readonly prefix: string
  readonly rules: readonly DrawnRule[]
  readonly requests: readonly DrawnRequest[]
}

const requestsPerPolicy = 10
const policiesPerStart = 250
const concurrency = 8

/** What applies to all policies of a file differs from start to start. */
const wholes = [
  {},
  { omitStages: ['RequestReceived'], omitManagedFields: true },
  { omitStages: ['ResponseStarted'] },
]

/** Starts servers for the policies of each file, and compares the events of all requests. */
export async function compareAudits({ requests, seed = 1 }: Options): Promise<LongRun> {
  const policies = Math.ceil(requests / requestsPerPolicy)
  const counts = { requests: 0, events: 0, policies }
  const found: string[] = []
  for (let first = 0, start = 0; first < policies; first += policiesPerStart, start++) {
    const count = Math.min(policiesPerStart, policies - first)
    const cases = Array.from({ length: count }, (_, nth) =>
      drawn(`p${first + nth}-`, seed * 10_000 + first + nth),
    )
    found.push(...(await compareCases(cases, wholes[start % wholes.length] ?? {}, counts)))
  }
  const { requests: sent, events } = counts
  const summary = `${policies} policies, ${sent} requests, ${events} events`
  return { summary, ...problemWith(found) }
}

function drawn(prefix: string, seed: number): Case {
  const [rules = []] = fc.sample(auditRules(prefix), { seed, numRuns: 1 })
  const requests = fc.sample(auditedRequests(prefix), { seed, numRuns: requestsPerPolicy })
  return { prefix, rules, requests: requests.map((one, index) => ({ ...one, nth: index % 2 })) }
}

async function compareCases(
  cases: readonly Case[],
  whole: object,
  counts: { requests: number; events: number },
): Promise<string[]> {
  const users = cases.flatMap(({ prefix }) => auditedUsers(prefix))
  const policy = { ...whole, rules: cases.flatMap(({ rules }) => rules) }
  const servers = await startAuditedServers({ policy, users })
  try {
    const [genuine = [], own = []] = await Promise.all(servers.map(one => answersOf(one, cases)))
    const found: string[] = []
    const all = cases.flatMap(({ prefix, rules, requests }) =>
      requests.map(request => ({ prefix, rules, request })),
    )
    for (const [index, one] of all.entries()) {
      counts.requests++
      counts.events += genuine[index]?.events.length ?? 0
      const different = valueDifferences(genuine[index], own[index])
      if (different.length > 0) found.push([JSON.stringify(one), ...different].join('\n'))
    }
    return found
  } finally {
    for (const server of servers) await server.close()
  }
}

type Answer = { readonly status: number; readonly events: readonly unknown[] }

/** Sends all requests. Those of a policy come one after the other. */
async function answersOf(server: AuditedServer, cases: readonly Case[]): Promise<Answer[]> {
  await prepare(server)
  const sent = new Map<DrawnRequest, { status: number; id: string }>()
  const next = cases.values()
  const work = async () => {
    for (const { prefix, requests } of next)
      for (const request of requests) {
        const { name = '' } = auditedUsers(prefix)[request.nth] ?? {}
        sent.set(request, await send(server, name, request))
      }
  }
  await Promise.all(Array.from({ length: concurrency }, work))
  const events = new Map<string, AuditEvent[]>()
  for (const event of await settledEvents(server))
    events.set(event.auditID, [...(events.get(event.auditID) ?? []), event])
  return cases.flatMap(({ requests }) =>
    requests.map(request => {
      const { status = 0, id = '' } = sent.get(request) ?? {}
      return { status, events: (events.get(id) ?? []).map(comparable) }
    }),
  )
}

const settledMs = 1000

/** The last events may be written after their answers. */
async function settledEvents(server: AuditedServer): Promise<AuditEvent[]> {
  await new Promise(resolve => setTimeout(resolve, settledMs))
  return server.events()
}

async function send(server: AuditedServer, name: string, request: DrawnRequest) {
  const { method, path, body, type } = request
  const answer = await server.clientOf(name).send({
    method,
    path,
    headers: { 'user-agent': 'drawn', ...(type !== undefined && { 'content-type': type }) },
    ...(body !== undefined && { body: Buffer.from(body) }),
  })
  return { status: answer.status, id: String(answer.headers['audit-id']) }
}

/** Gives all users rights to some of what they request. */
async function prepare(server: AuditedServer): Promise<void> {
  const admin = server.clientOf(adminName)
  for (const place of auditedPlaces) await createNamespace(admin, place)
  const verbs = ['get', 'list', 'watch', 'create', 'update', 'patch', 'delete', 'deletecollection']
  const rules = [
    { verbs, apiGroups: [''], resources: ['configmaps', 'pods', 'pods/log'] },
    { verbs: ['get'], apiGroups: ['nowhere.example'], resources: ['*'] },
    { verbs: ['get', 'create'], apiGroups: [''], resources: ['things', 'serviceaccounts/token'] },
  ]
  await createPolicy(admin, {
    roles: [{ namespace: '', name: 'audited', rules }],
    bindings: [
      {
        namespace: auditedPlaces[0],
        name: 'audited',
        roleKind: 'ClusterRole',
        role: 'audited',
        subjects: [{ kind: 'Group', name: 'system:authenticated' }],
      },
    ],
  })
  const path = `/api/v1/namespaces/${auditedPlaces[0]}/configmaps`
  await sendStep(admin, { method: 'POST', path, body: { metadata: { name: 'a' } } })
  await policiesInForce(admin, auditedPlaces[0])
}

/** Returns what has to be equal in the events of both servers. */
function comparable(event: AuditEvent): unknown {
  const { level, stage, verb, user, objectRef, responseStatus, annotations, ...rest } = event
  const { requestURI, requestObject, responseObject, userAgent, sourceIPs } = rest
  const { uid: _, resourceVersion: __, ...reference } = isJsonObject(objectRef) ? objectRef : {}
  const { code, status, reason } = isJsonObject(responseStatus) ? responseStatus : {}
  const { extra: ___, ...sender } = isJsonObject(user) ? user : {}
  return {
    level,
    stage,
    verb,
    user: sender,
    requestURI,
    userAgent,
    sourceIPs,
    objectRef: objectRef === undefined ? undefined : generated(reference),
    responseStatus: responseStatus === undefined ? undefined : { code, status, reason },
    annotations: isJsonObject(annotations) ? withAnyBinding(annotations) : annotations,
    requestObject: shapeOf(requestObject),
    responseObject: shapeOf(responseObject),
  }
}

/** Names that a server has generated differ. */
const generated = (value: object): unknown =>
  JSON.parse(JSON.stringify(value).replaceAll(/drawn-\w{5}"/g, 'drawn-…"'))

/**
 * Several bootstrap bindings allow everybody some paths, and a genuine server names any of them.
 */
const withAnyBinding = (annotations: { readonly [key: string]: unknown }): object =>
  Object.fromEntries(
    Object.entries(annotations).map(([key, text]) => [
      key,
      String(text).replace(
        / by ClusterRoleBinding "system:.*/,
        ' by one of the bootstrap bindings',
      ),
    ]),
  )

/** Of bodies is compared whether they are recorded, and whether they have managed fields. */
function shapeOf(body: unknown): unknown {
  if (!isJsonObject(body)) return body
  const { kind, metadata } = body
  return kind === 'ConfigMap' && isJsonObject(metadata) && 'managedFields' in metadata
}
