// Fills in the rules of aggregated ClusterRoles, as the controller manager of a genuine cluster
// does.

import { objectIn, objectsIn, type ApiObject, type JsonObject } from '../api/object.ts'
import { isSameJson } from '../api/same-json.ts'
import type { Resource } from '../api/resource.ts'
import { logFailure } from '../api/log-failure.ts'
import { notFound } from '../api/status.ts'
import { followObjects } from '../parts/follow-objects.ts'
import type { Controller, Parts } from '../parts/parts.ts'
import { matchesLabels } from '../selectors/matches-labels.ts'
import { withControllerManagedFields } from '../parts/controller-managed-fields.ts'
import { ignoreNotFound } from './ignore-not-found.ts'

const noController: Controller = { whenIdle: async () => {}, close: () => {} }

/**
 * Keeps the rules of each ClusterRole with an `aggregationRule` equal to those of the ClusterRoles
 * that it selects, if RBAC decides.
 */
export function startRoleAggregation(parts: Parts): Controller {
  const group = `rbac.authorization.${parts.dialect.apiDomain}`
  const resource = parts.builtInResources.find(
    row => row.group === group && row.kind === 'ClusterRole',
  )
  const isNeeded = parts.authorizers.some(({ kind }) => kind === 'RBAC')
  return resource && isNeeded ? aggregationOf(resource, parts) : noController
}

function aggregationOf(resource: Resource, parts: Parts): Controller {
  const roles = new Map<string, ApiObject>()
  let isDue = false
  let isOver = false
  let work: Promise<void> | undefined

  const plan = () => {
    isDue = true
    work ??= aggregate()
      .catch(error => logFailure('aggregating roles', error))
      .finally(() => (work = undefined))
  }

  async function aggregate(): Promise<void> {
    while (isDue && !isOver) {
      isDue = false
      for (const [name, role] of roles) {
        const rules = aggregatedRules(role, roles)
        if (rules && !isSameJson(rules, role.rules ?? [])) await store(name)
      }
    }
  }

  async function store(name: string): Promise<void> {
    const propose = (current: ApiObject | undefined): ApiObject => {
      if (!current) throw notFound(resource, name)
      const rules = aggregatedRules(current, roles)
      if (!rules) return current
      return withControllerManagedFields({ ...current, rules }, { resource, current }, parts)
    }
    const write = { operation: 'update', resource, namespace: '', name } as const
    await ignoreNotFound(parts.verbs.performWrite({ ...write, isDryRun: false, propose }, parts))
  }

  const following = followObjects(
    {
      resource,
      put: role => {
        roles.set(role.metadata.name ?? '', role)
        plan()
      },
      remove: ({ name }) => {
        roles.delete(name)
        plan()
      },
    },
    parts,
  )
  return {
    whenIdle: async () => {
      await following.whenIdle()
      while (work) {
        await work
        await following.whenIdle()
      }
    },
    close: () => {
      isOver = true
      following.close()
    },
  }
}

/** Returns the rules that a role aggregates, each once; undefined if it aggregates none. */
function aggregatedRules(
  role: ApiObject,
  roles: ReadonlyMap<string, ApiObject>,
): JsonObject[] | undefined {
  const selectors = objectsIn(objectIn(role.aggregationRule).clusterRoleSelectors)
  if (selectors.length === 0) return undefined
  const selected = [...roles.keys()]
    .sort()
    .flatMap(name => roles.get(name) ?? [])
    .filter(
      ({ metadata }) =>
        metadata.name !== role.metadata.name &&
        selectors.some(selector => matchesLabels(selector, metadata.labels)),
    )
  return selected
    .flatMap(({ rules }) => objectsIn(rules))
    .filter((rule, index, all) => all.findIndex(one => isSameJson(one, rule)) === index)
}
