// The objects and reviews that servers store and answer, made of those of the model.

import type { Client } from '../../../fixtures/client/client.ts'
import type {
  ModelPolicy,
  ModelRequest,
  ModelUser,
} from '../../../properties/models/role-rights.ts'
import { sendStep } from '../custom-answers.ts'

const group = 'rbac.authorization.k8s.io'

/**
 * Creates a namespace for each name, and all roles and bindings. @throws Error if one is refused
 */
export async function createPolicy(
  client: Client,
  { roles, bindings }: ModelPolicy,
): Promise<void> {
  for (const { namespace, name, rules } of roles)
    await create(client, placeOf(namespace, 'roles'), { metadata: { name }, rules })
  for (const { namespace, name, roleKind, role, subjects } of bindings)
    await create(client, placeOf(namespace, 'rolebindings'), {
      metadata: { name },
      roleRef: { apiGroup: group, kind: roleKind, name: role },
      subjects,
    })
}

/** Creates a namespace. */
export const createNamespace = (client: Client, name: string): Promise<void> =>
  create(client, '/api/v1/namespaces', { metadata: { name } })

const placeOf = (namespace: string, plural: string): string =>
  `/apis/${group}/v1/` +
  (namespace === '' ? `cluster${plural}` : `namespaces/${namespace}/${plural}`)

async function create(client: Client, path: string, body: object): Promise<void> {
  const { status, body: answer } = await sendStep(client, {
    method: 'POST',
    path,
    body: JSON.stringify(body),
  })
  if (status !== 201)
    throw new Error(`POST ${path} ${JSON.stringify(body)}: ${status} ${JSON.stringify(answer)}`)
}

type Status = { readonly [member: string]: unknown }

/** Asks whether a user has a right. Returns the status of the review, or the failure. */
export async function review(client: Client, who: ModelUser, what: ModelRequest): Promise<Status> {
  const { on, ...attributes } = what
  const spec = {
    user: who.name,
    groups: who.groups,
    [on === 'path' ? 'nonResourceAttributes' : 'resourceAttributes']: attributes,
  }
  const path = '/apis/authorization.k8s.io/v1/subjectaccessreviews'
  const sent = JSON.stringify({ spec })
  const { status, body } = await sendStep(client, { method: 'POST', path, body: sent })
  return status === 201 ? (body['status'] as Status) : { failure: status, message: body['message'] }
}

const inForceMsMax = 30_000
const askAgainMs = 50

/**
 * Waits until a server follows what has been stored: creates a role and a binding of each kind, and
 * asks until all of them are in force.
 */
export async function policiesInForce(client: Client, namespace: string): Promise<void> {
  const rules = [{ verbs: ['mark'], apiGroups: [''], resources: ['marks'] }]
  const bindings = ['', namespace].map(place => ({
    namespace: place,
    name: 'last-mark',
    roleKind: place === '' ? ('ClusterRole' as const) : ('Role' as const),
    role: 'last-mark',
    subjects: [{ kind: 'User' as const, name: place === '' ? 'mark' : 'mark-of-namespace' }],
  }))
  const roles = ['', namespace].map(place => ({ namespace: place, name: 'last-mark', rules }))
  await createPolicy(client, { roles, bindings })
  const request = { on: 'resource' as const, verb: 'mark', group: '', resource: 'marks' }
  const asked = { ...request, subresource: '', namespace, name: '' }
  const endMs = performance.now() + inForceMsMax
  for (const name of ['mark', 'mark-of-namespace'])
    while ((await review(client, { name, groups: [] }, asked))['allowed'] !== true) {
      if (performance.now() > endMs) throw new Error(`expected ${name} to have a right, has none`)
      await new Promise(resolve => setTimeout(resolve, askAgainMs))
    }
}
