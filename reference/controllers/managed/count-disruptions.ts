// Keeps the status of disruption budgets: how many pods are healthy, and how many may be evicted.

import { type ApiObject, isJsonObject, objectIn, objectsIn, timestamp } from '../../api/object.ts'
import { isSameJson } from '../../api/same-json.ts'
import type { Controller, Parts } from '../../parts/parts.ts'
import { matchesLabels } from '../../selectors/matches-labels.ts'
import { builtInType, updateObject } from '../controller-writes.ts'
import type { KnownObjects } from '../known-objects.ts'
import { keyOf, placeOf } from '../object-keys.ts'
import { startReconciler } from '../reconciler.ts'

/** For how long an evicted pod that still exists counts as disrupted. */
const evictionMs = 2 * 60_000

const owners = {
  replicaSets: ['apps', 'ReplicaSet'],
  deployments: ['apps', 'Deployment'],
  statefulSets: ['apps', 'StatefulSet'],
  replicationControllers: ['', 'ReplicationController'],
} as const
type OwnerTypes = keyof typeof owners

type Known = { readonly [type in OwnerTypes | 'pods' | 'budgets']: KnownObjects }

/** Starts the controller `disruption-controller`. */
export function startDisruptionCounting(parts: Parts): Controller {
  const budgets = builtInType('policy', 'PodDisruptionBudget', parts)
  const ofNamespace = ({ metadata: { namespace = '' } }: ApiObject, known: Known) =>
    known.budgets.inNamespace(namespace).map(keyOf)
  const ofOwner = (type: OwnerTypes) => ({
    resource: builtInType(owners[type][0], owners[type][1], parts),
    keysOf: ofNamespace,
  })
  return startReconciler<keyof Known>(
    {
      name: 'disruption-controller',
      follows: {
        budgets: { resource: budgets, keysOf: budget => [keyOf(budget)] },
        pods: {
          resource: builtInType('', 'Pod', parts),
          keysOf: (pod, known) =>
            known.budgets
              .inNamespace(pod.metadata.namespace ?? '')
              .filter(budget => selects(budget, pod))
              .map(keyOf),
        },
        replicaSets: ofOwner('replicaSets'),
        deployments: ofOwner('deployments'),
        statefulSets: ofOwner('statefulSets'),
        replicationControllers: ofOwner('replicationControllers'),
      },
      reconcile: async (key, known) => {
        const place = placeOf(key)
        const budget = known.budgets.get(place)
        if (!budgets || !budget || budget.metadata.deletionTimestamp !== undefined) return undefined
        let waitMs: number | undefined
        await updateObject(
          { resource: budgets, subresource: 'status', ...place },
          current => {
            const pods = known.pods.inNamespace(place.namespace)
            const state = { pods: pods.filter(pod => selects(current, pod)), known }
            const counted = countedStatus(current, state, parts.clock.now())
            waitMs = counted.waitMs
            const isSame = isSameJson(counted.status, current.status)
            return isSame ? current : { ...current, status: counted.status }
          },
          parts,
        )
        return waitMs
      },
    },
    parts,
  )
}

const selects = ({ spec }: ApiObject, pod: ApiObject): boolean =>
  matchesLabels(objectIn(spec).selector, pod.metadata.labels)

type State = { readonly pods: readonly ApiObject[]; readonly known: Known }

/** Returns the status of a budget, and when it is to be counted again. */
function countedStatus(budget: ApiObject, { pods, known }: State, now: number) {
  const old = objectIn(budget.status)
  const disrupted = stillDisrupted(old['disruptedPods'], pods, now)
  const currentHealthy = pods.filter(
    pod => isHealthy(pod) && !Object.hasOwn(disrupted, pod.metadata.name ?? ''),
  ).length
  const { expectedPods, desiredHealthy } = expectedOf(objectIn(budget.spec), pods, known)
  const spare = currentHealthy - desiredHealthy
  const disruptionsAllowed = expectedPods > 0 ? Math.max(0, spare) : 0
  const ends = Object.values(disrupted).map(time => Date.parse(String(time)) + evictionMs - now)
  const status = {
    ...old,
    ...(Object.keys(disrupted).length > 0 && { disruptedPods: disrupted }),
    observedGeneration: budget.metadata.generation ?? 0,
    disruptionsAllowed,
    currentHealthy,
    desiredHealthy,
    expectedPods,
    conditions: conditionsOf(budget, { conditions: old['conditions'], disruptionsAllowed }, now),
  }
  if (Object.keys(disrupted).length === 0)
    delete (status as { disruptedPods?: unknown }).disruptedPods
  return { status, waitMs: ends.length === 0 ? undefined : Math.min(...ends) }
}

/** Returns the evicted pods that still exist, are not being deleted, and were evicted recently. */
function stillDisrupted(recorded: unknown, pods: readonly ApiObject[], now: number) {
  const there = new Set(
    pods
      .filter(({ metadata }) => metadata.deletionTimestamp === undefined)
      .map(({ metadata }) => metadata.name),
  )
  return Object.fromEntries(
    Object.entries(objectIn(recorded)).filter(
      ([name, time]) => there.has(name) && Date.parse(String(time)) + evictionMs > now,
    ),
  )
}

function isHealthy({ metadata, status }: ApiObject): boolean {
  if (metadata.deletionTimestamp !== undefined) return false
  return objectsIn(objectIn(status).conditions).some(
    ({ type, status: is }) => type === 'Ready' && is === 'True',
  )
}

/** Returns how many pods there should be, and how many of them must be healthy. */
function expectedOf(
  spec: { readonly [field: string]: unknown },
  pods: State['pods'],
  known: Known,
) {
  const { maxUnavailable, minAvailable } = spec
  if (maxUnavailable !== undefined) {
    const expectedPods = expectedScale(pods, known)
    const unavailable = amountOf(maxUnavailable, expectedPods)
    return { expectedPods, desiredHealthy: Math.max(0, expectedPods - unavailable) }
  }
  if (typeof minAvailable === 'string') {
    const expectedPods = expectedScale(pods, known)
    return { expectedPods, desiredHealthy: amountOf(minAvailable, expectedPods) }
  }
  return { expectedPods: pods.length, desiredHealthy: amountOf(minAvailable ?? 0, 0) }
}

/** Returns a number, or a percentage of `total`, rounded up. */
function amountOf(value: unknown, total: number): number {
  if (typeof value === 'number') return value
  return Math.ceil((Number.parseInt(String(value), 10) * total) / 100)
}

/** Returns the sum of the replicas of the controllers of pods, each once. */
function expectedScale(pods: State['pods'], known: Known): number {
  const scales = new Map<string, number>()
  for (const pod of pods) {
    const controller = controllerOf(pod, known)
    if (controller) scales.set(controller.metadata.uid ?? '', replicasOf(controller))
  }
  return [...scales.values()].reduce((sum, scale) => sum + scale, 0)
}

const replicasOf = ({ spec }: ApiObject): number => Number(objectIn(spec)['replicas'] ?? 1)

/** Returns the object that decides how many pods there are: for a ReplicaSet, its Deployment. */
function controllerOf(object: ApiObject, known: Known): ApiObject | undefined {
  const { namespace = '', ownerReferences } = object.metadata
  const reference = (Array.isArray(ownerReferences) ? ownerReferences : [])
    .filter(isJsonObject)
    .find(({ controller }) => controller === true)
  if (!reference) return undefined
  const [type] = Object.entries(owners).find(([, [, kind]]) => kind === reference['kind']) ?? []
  if (!type) return undefined
  const owner = known[type as OwnerTypes].get({ namespace, name: String(reference['name']) })
  if (!owner || owner.metadata.uid !== reference['uid']) return undefined
  return type === 'replicaSets' ? (controllerOf(owner, known) ?? owner) : owner
}

function conditionsOf(
  { metadata }: ApiObject,
  { conditions, disruptionsAllowed }: { conditions: unknown; disruptionsAllowed: number },
  now: number,
) {
  const type = 'DisruptionAllowed'
  const others = objectsIn(conditions).filter(one => one['type'] !== type)
  const old = objectsIn(conditions).find(one => one['type'] === type)
  const is = disruptionsAllowed > 0
  const status = is ? 'True' : 'False'
  const since = old?.['status'] === status ? old['lastTransitionTime'] : timestamp(now)
  const reason = is ? 'SufficientPods' : 'InsufficientPods'
  const observedGeneration = metadata.generation ?? 0
  return [
    ...others,
    { type, status, reason, message: '', lastTransitionTime: since, observedGeneration },
  ]
}
