// Sends drawn requests to a server with RBAC, and holds its answers against the slow model of RBAC:
// what the model forbids must not succeed.

import fc from 'fast-check'

import { type Client, createClient } from '../../fixtures/client/client.ts'
import { kubeApiserverTarget } from '../../fixtures/targets/kube-apiserver/target.ts'
import { referenceTarget } from '../../fixtures/targets/reference-target.ts'
import type { Target } from '../../fixtures/targets/target.ts'
import {
  isGranted,
  type ModelPolicy,
  type ModelRequest,
  type ModelUser,
} from '../../properties/models/role-rights.ts'
import { policies, policyNamespaces } from '../differential/access/draw-policies.ts'
import {
  createNamespace,
  createPolicy,
  policiesInForce,
} from '../differential/access/policy-objects.ts'
import { type LongRun, problemWith } from './storage-engine-runs.ts'

/** Does the same as `holdAgainstModel` on the reference, or on a genuine server. */
export async function accessModelOn(
  server: 'reference' | 'genuine server',
  options: Options,
): Promise<LongRun> {
  const target = await (server === 'reference'
    ? referenceTarget({ dialect: 'kubernetes' })
    : kubeApiserverTarget())
  try {
    return await holdAgainstModel(target, options)
  } finally {
    await target.close()
  }
}

type Options = { readonly requests: number; readonly seed?: number }
type Sent = { readonly method: string; readonly path: string; readonly body?: string }

const requestsPerPolicy = 50
const concurrency = 8
const [place, otherPlace] = policyNamespaces

// What every user may do, as the bootstrap roles say.
const ofEveryone: ModelPolicy = {
  roles: [
    {
      namespace: '',
      name: 'everyone',
      rules: [
        {
          verbs: ['get'],
          nonResourceURLs: ['/api', '/api/*', '/apis', '/apis/*', '/healthz', '/livez', '/readyz'],
        },
        { verbs: ['get'], nonResourceURLs: ['/openapi', '/openapi/*', '/version', '/version/'] },
        {
          verbs: ['create'],
          apiGroups: ['authorization.k8s.io'],
          resources: ['selfsubjectaccessreviews', 'selfsubjectrulesreviews'],
        },
      ],
    },
  ],
  bindings: [
    {
      namespace: '',
      name: 'everyone',
      roleKind: 'ClusterRole',
      role: 'everyone',
      subjects: [{ kind: 'Group', name: 'system:authenticated' }],
    },
  ],
}

/** Sends requests of drawn users to a target in the dialect `kubernetes`. */
export async function holdAgainstModel(
  { connection, credentials }: Pick<Target, 'connection' | 'credentials'>,
  { requests, seed = 1 }: Options,
): Promise<LongRun> {
  const client = createClient(connection, credentials.admin)
  const counts = { sent: 0, succeeded: 0, forbidden: 0 }
  const found: string[] = []
  try {
    await prepare(client)
    const cases = Array.from({ length: Math.ceil(requests / requestsPerPolicy) }, (_, nth) =>
      drawn(`m${nth}-`, seed * 10_000 + nth, Math.min(requests, requestsPerPolicy)),
    )
    for (const { policy } of cases) await createPolicy(client, policy)
    await policiesInForce(client, place)
    const next = cases.values()
    const work = async () => {
      for (const { policy, asked } of next)
        for (const { who, what, sent } of asked) {
          const status = await send(client, who, sent)
          const isAllowed = isGranted(withEveryone(policy), withAuthenticated(who), what)
          counts.sent++
          if (!isAllowed) counts.forbidden++
          if (status < 300) counts.succeeded++
          const isWrong = isAllowed ? status === 403 : status !== 403
          if (isWrong) found.push(JSON.stringify({ status, isAllowed, who, what, sent, policy }))
        }
    }
    await Promise.all(Array.from({ length: concurrency }, work))
  } finally {
    await client.close()
  }
  const { sent, succeeded, forbidden } = counts
  const summary = `${sent} requests: the model forbids ${forbidden}, and ${succeeded} succeeded`
  return { summary, ...problemWith(found) }
}

const withEveryone = ({ roles, bindings }: ModelPolicy): ModelPolicy => ({
  roles: [...roles, ...ofEveryone.roles],
  bindings: [...bindings, ...ofEveryone.bindings],
})

const withAuthenticated = ({ name, groups }: ModelUser): ModelUser => ({
  name,
  groups: [...groups, 'system:authenticated'],
})

async function prepare(client: Client): Promise<void> {
  for (const name of policyNamespaces) {
    await createNamespace(client, name)
    for (const map of ['a', 'b']) {
      const path = `/api/v1/namespaces/${name}/configmaps`
      const body = Buffer.from(JSON.stringify({ metadata: { name: map } }))
      await client.send({ method: 'POST', path, body })
    }
  }
}

function drawn(prefix: string, seed: number, count: number) {
  const [policy] = fc.sample(policies(prefix), { seed, numRuns: 1 })
  if (!policy) throw new Error('expected a policy, got none')
  return { policy, asked: fc.sample(asking(prefix, policy), { seed, numRuns: count }) }
}

/** Most users are subjects of a binding. */
function asking(prefix: string, { bindings }: ModelPolicy) {
  const subjects = bindings.flatMap(({ subjects: all }) => all)
  const users: ModelUser[] = [
    { name: `${prefix}ada`, groups: [`${prefix}ops`] },
    ...subjects.map(({ kind, name, namespace = place }) => {
      if (kind === 'Group') return { name: 'someone', groups: [name] }
      return {
        name: kind === 'User' ? name : `system:serviceaccount:${namespace}:${name}`,
        groups: [],
      }
    }),
  ]
  const request = fc.oneof({ weight: 4, arbitrary: resourceRequest(prefix) }, pathRequest)
  return fc
    .record({ who: fc.constantFrom(...users), request })
    .map(({ who, request: [what, sent] }) => ({ who, what, sent }))
}

const types = [
  { group: '', version: 'v1', resource: 'configmaps', kind: 'ConfigMap' },
  { group: '', version: 'v1', resource: 'pods', kind: 'Pod' },
  { group: 'coordination.k8s.io', version: 'v1', resource: 'leases', kind: 'Lease' },
  { group: 'apps', version: 'v1', resource: 'deployments', kind: 'Deployment' },
] as const

const ways = [
  { method: 'GET', verb: 'get', isNamed: true },
  { method: 'GET', verb: 'list', isNamed: false },
  { method: 'POST', verb: 'create', isNamed: false },
  { method: 'PATCH', verb: 'patch', isNamed: true },
  { method: 'DELETE', verb: 'delete', isNamed: true },
] as const

const resourceRequest = (prefix: string): fc.Arbitrary<[ModelRequest, Sent]> =>
  fc
    .record({
      type: fc.constantFrom(...types),
      way: fc.constantFrom(...ways),
      namespace: fc.constantFrom(place, otherPlace, ''),
      // Objects that are changed or deleted are those of the prefix.
      name: fc.constantFrom('a', 'b', 'none'),
      subresource: fc.constantFrom('', '', '', 'status'),
    })
    .map(({ type: { group, version, resource, kind }, way, namespace, ...rest }) => {
      const { method, verb, isNamed } = way
      const within = isNamed || verb === 'create' ? namespace || place : namespace
      const isRead = method === 'GET'
      const name = isNamed ? `${isRead ? '' : prefix}${rest.name}` : ''
      const subresource = isNamed && isRead ? rest.subresource : ''
      const start = group === '' ? `/api/${version}` : `/apis/${group}/${version}`
      const segments = [start, within && `namespaces/${within}`, resource, name, subresource]
      const path = segments.filter(one => one !== '').join('/')
      const body = { kind, apiVersion: group === '' ? version : `${group}/${version}` }
      const sent = { ...body, metadata: { name: `${prefix}${rest.name}` } }
      return [
        { on: 'resource', verb, group, resource, subresource, namespace: within, name },
        { method, path, ...(!isRead && method !== 'DELETE' && { body: JSON.stringify(sent) }) },
      ]
    })

const pathRequest: fc.Arbitrary<[ModelRequest, Sent]> = fc
  .record({
    method: fc.constantFrom('GET', 'POST'),
    path: fc.constantFrom('/a', '/a/b', '/bc', '/cd', '/api', '/apis', '/metrics', '/version'),
  })
  .map(({ method, path }) => [
    { on: 'path', verb: method.toLowerCase(), path },
    { method, path },
  ])

async function send(client: Client, { name, groups }: ModelUser, sent: Sent): Promise<number> {
  const { method, path, body } = sent
  const { status } = await client.send({
    method,
    path,
    headers: {
      'impersonate-user': name,
      // A user without groups would get those of its service account.
      'impersonate-group': groups[0] ?? 'nobody',
      ...(method === 'PATCH' && { 'content-type': 'application/merge-patch+json' }),
    },
    ...(body !== undefined && { body: Buffer.from(body) }),
  })
  return status
}
