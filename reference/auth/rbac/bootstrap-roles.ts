// The roles and bindings that exist from the start of a server.

import { readFileSync } from 'node:fs'

import type { Dialect } from '../../api/dialect.ts'
import type { ApiObject, JsonObject } from '../../api/object.ts'

type Row = {
  readonly kind: string
  readonly name: string
  readonly namespace?: string
  readonly labels?: { readonly [key: string]: string }
  readonly rules?: readonly JsonObject[]
} & JsonObject

// Roles for users; all others are for components of a cluster.
const forUsers = new Set([
  'cluster-admin',
  'admin',
  'edit',
  'view',
  'system:aggregate-to-admin',
  'system:aggregate-to-edit',
  'system:aggregate-to-view',
  'system:basic-user',
  'system:discovery',
  'system:public-info-viewer',
])

/**
 * Returns the objects to create, roles first. The kubernetes dialect has those of a genuine server,
 * which `suites/tools/write-bootstrap-roles.ts` reads; another dialect those for users.
 */
export function bootstrapRoles({ hasSystemRoles, apiDomain }: Dialect): ApiObject[] {
  const file = new URL('bootstrap-roles.data.json', import.meta.url)
  const rows = JSON.parse(readFileSync(file, 'utf8')) as Row[]
  return rows
    .filter(({ name }) => hasSystemRoles || forUsers.has(name))
    .map(({ kind, name, namespace, labels, ...fields }) => ({
      kind,
      apiVersion: `rbac.authorization.${apiDomain}/v1`,
      metadata: {
        name,
        ...(namespace !== undefined && { namespace }),
        labels: {
          'kubernetes.io/bootstrapping': 'rbac-defaults',
          ...(inDomain(labels ?? {}, apiDomain) as JsonObject),
        },
        annotations: { 'rbac.authorization.kubernetes.io/autoupdate': 'true' },
      },
      ...(inDomain(fields, apiDomain) as JsonObject),
    }))
}

/** Replaces the domain of API groups. */
function inDomain(value: unknown, apiDomain: string): unknown {
  if (typeof value === 'string')
    return value.endsWith('.*')
      ? value.replace(/\*$/, apiDomain)
      : value.replace(/^(rbac\.authorization\.)k8s\.io\b/, `$1${apiDomain}`)
  if (Array.isArray(value)) return value.map(entry => inDomain(entry, apiDomain))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) => [
      String(inDomain(key, apiDomain)),
      inDomain(entry, apiDomain),
    ]),
  )
}
