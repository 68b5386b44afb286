// The tasks of a server after it has begun to listen.

import { bootstrapRoles } from '../auth/rbac/bootstrap-roles.ts'
import type { Dialect } from '../api/dialect.ts'
import type { StartHook } from '../api/server-lifecycle.ts'
import type { Parts } from '../parts/parts.ts'
import { apiVersionOf, storeKeyOf } from '../api/resource.ts'
import { Refusal } from '../api/refusal.ts'
import { servedTypes } from '../parts/served-types.ts'
import { withControllerManagedFields } from '../parts/controller-managed-fields.ts'

/** Returns the hooks that create the initial objects of a dialect before the server is ready. */
export const startHooks = (
  { priorityClasses }: Dialect,
  { hasRoles }: { readonly hasRoles: boolean },
): readonly StartHook<Parts>[] => [
  { name: 'start-system-namespaces', run: createNamespaces },
  ...(hasRoles ? [{ name: 'rbac/bootstrap-roles', run: createRoles }] : []),
  ...(priorityClasses.length > 0
    ? [{ name: 'scheduling/bootstrap-system-priority-classes', run: createPriorityClasses }]
    : []),
]

/** Runs the hooks one after the other, so that the health checks show the one that hangs. */
export async function runStartHooks(parts: Parts): Promise<void> {
  for (const { name, run } of parts.startHooks) {
    await run(parts)
    parts.lifecycle.finishHook(name)
  }
}

async function createNamespaces(parts: Parts): Promise<void> {
  for (const name of parts.dialect.namespaces.atStart) {
    if (await create({ group: '', kind: 'Namespace', name, fields: {} }, parts)) {
      await parts.namespaceLifecycle.createDefaultContents(name, parts)
    }
  }
}

async function createPriorityClasses(parts: Parts): Promise<void> {
  const group = `scheduling.${parts.dialect.apiDomain}`
  for (const { name, ...fields } of parts.dialect.priorityClasses) {
    await create({ group, kind: 'PriorityClass', name, fields }, parts)
  }
}

async function createRoles(parts: Parts): Promise<void> {
  const group = `rbac.authorization.${parts.dialect.apiDomain}`
  for (const { kind, metadata, ...fields } of bootstrapRoles(parts.dialect)) {
    const { name = '', namespace = '' } = metadata
    await create({ group, kind, name, namespace, metadata, fields }, parts)
  }
}

type New = {
  readonly group: string
  readonly kind: string
  readonly name: string
  /** Empty for cluster-scoped objects. */
  readonly namespace?: string
  readonly metadata?: object
  readonly fields: object
}

/** Creates an object unless it exists. Returns whether it was created. */
async function create(
  { group, kind, name, namespace = '', metadata, fields }: New,
  parts: Parts,
): Promise<boolean> {
  const resource = servedTypes(parts).find(row => row.group === group && row.kind === kind)
  if (!resource) return false
  const place = { namespace, name }
  if (await parts.store.get(storeKeyOf(resource, place))) return false
  const said = {
    ...fields,
    kind,
    apiVersion: apiVersionOf(resource),
    metadata: { name, ...metadata },
  }
  const body = withControllerManagedFields(
    said,
    { resource, manager: parts.dialect.fieldManagers.server },
    parts,
  )
  const propose = () =>
    parts.metadataRules.prepareForCreate(
      body,
      { ...place, uid: parts.ids.uid(), now: parts.clock.now() },
      resource,
    )
  await parts.verbs
    .performWrite({ ...place, operation: 'create', resource, isDryRun: false, propose }, parts)
    .catch(refusal => {
      // Another server on the same store has created it at the same time.
      if (!(refusal instanceof Refusal && refusal.code === 409)) throw refusal
    })
  return true
}
