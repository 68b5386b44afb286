// Serves POST requests on subresources of a pod that change the pod and create nothing.

import type { Reply } from '../api/request.ts'
import { type ApiObject, isJsonObject, objectIn, timestamp } from '../api/object.ts'
import type { ResourceCall } from '../parts/parts.ts'
import { storePrefixOf, type Resource, storageResourceOf } from '../api/resource.ts'
import { badRequest, conflict, notFound } from '../api/status.ts'
import { successStatus, explainedInternalError, tooManyRequests } from '../api/write-refusals.ts'
import { runToEnd } from '../lib/event-loop.ts'
import { admitOperation } from './admit-operation.ts'
import { documentReply } from './replies.ts'
import { matchesLabels } from '../selectors/matches-labels.ts'
import { servedTypes } from '../parts/served-types.ts'
import { writeJson } from '../lib/write-json.ts'

/** POST of an Eviction: deletes the pod if its disruption budget allows it (PATH-033). */
export async function evictPod(call: ResourceCall): Promise<Reply> {
  const { http, info, parts } = call
  const isDryRun = parts.stages.isDryRun(http.query, 'CreateOptions', parts.dialect)
  const { object: given, pods } = await read(call)
  const { object, warnings } = await admitOperation(call, given, isDryRun)
  const { deleteOptions = {} } = object
  const source = {
    bytes: writeJson(deleteOptions),
    mediaType: 'application/json',
    query: new URLSearchParams(),
  }
  const options = parts.stages.decodeOptions(source, parts)
  const wanted = { ...options, isDryRun: isDryRun || options.isDryRun }
  const write = parts.verbs.delete.write({ ...info, resource: pods }, wanted, parts)
  let isAllowed = false
  const propose = async (current: ApiObject | undefined) => {
    if (current && isProtected(current) && !isAllowed)
      await spendDisruption(current, wanted.isDryRun, call)
    // Spend the budget once, even if the proposal is repeated after conflicts.
    isAllowed = true
    return write.propose(current)
  }
  await parts.verbs.performWrite({ ...write, propose }, parts)
  if (!wanted.isDryRun) await parts.namespaceLifecycle.finalizeNamespace(info.namespace, parts)
  return { ...success(call), warnings }
}

/** POST of a Binding: assigns the pod to a node, which is possible once. */
export async function bindPod(call: ResourceCall): Promise<Reply> {
  const { http, info, parts } = call
  const isDryRun = parts.stages.isDryRun(http.query, 'CreateOptions', parts.dialect)
  const { object: given, pods } = await read(call)
  const { object, warnings } = await admitOperation(call, given, isDryRun)
  const { target } = object
  const { name: node, kind = 'Node' } = isJsonObject(target) ? target : {}
  if (kind !== '' && kind !== 'Node') throw badRequest('target.kind: expected Node or nothing')
  if (typeof node !== 'string' || node === '') throw badRequest('target.name: expected a node')
  const propose = (current: ApiObject | undefined): ApiObject => {
    if (!current) throw notFound(pods, info.name)
    refuseAnother(object, current, pods)
    return bound(current, node, pods)
  }
  // A binding sets fields that an update may not change, so the rules of the type are skipped.
  const bindable = { ...pods, rules: () => [] }
  await parts.verbs.performWrite(
    { ...info, operation: 'update', resource: bindable, isDryRun, propose },
    parts,
  )
  return { ...success(call), warnings }
}

/** Decodes the body, whose name must be empty or that of the path. @throws 400 */
async function read(call: ResourceCall): Promise<{ object: ApiObject; pods: Resource }> {
  const { http, info, resource, negotiation, parts } = call
  const level = parts.stages.validationLevel(http.query, 'CreateOptions', parts.dialect)
  const target = { resource, mediaType: negotiation.body, level }
  const { object } = runToEnd(parts.stages.decode(await http.body(), target, parts))
  const { name = '' } = object.metadata
  if (name !== '' && name !== info.name) {
    throw badRequest(`name in URL does not match name in ${resource.kind} object`)
  }
  return { object, pods: storageResourceOf(resource) }
}

/** Checks the uid and version of a binding, which are preconditions. @throws 409 */
function refuseAnother({ metadata }: ApiObject, pod: ApiObject, pods: Resource): void {
  for (const member of ['uid', 'resourceVersion'] as const) {
    const meant = metadata[member]
    if (meant === undefined || meant === pod.metadata[member]) continue
    throw conflict(
      pods,
      pod.metadata.name ?? '',
      `${member} is ${pod.metadata[member]}, not ${meant}`,
    )
  }
}

function bound(pod: ApiObject, node: string, pods: Resource): ApiObject {
  const spec = isJsonObject(pod.spec) ? pod.spec : {}
  const { name = '', deletionTimestamp } = pod.metadata
  if (deletionTimestamp !== undefined) throw conflict(pods, name, 'pod is being deleted')
  if (spec.nodeName)
    throw conflict(pods, name, `pod is already assigned to node "${String(spec.nodeName)}"`)
  return { ...pod, spec: { ...spec, nodeName: node } }
}

/** Whether the pod runs, so that its deletion counts as a disruption. */
function isProtected({ metadata, status }: ApiObject): boolean {
  const { phase } = isJsonObject(status) ? status : {}
  const isOver = ['Pending', 'Succeeded', 'Failed'].includes(String(phase))
  return !isOver && metadata.deletionTimestamp === undefined
}

/** Takes one disruption from the budget of a pod, if it has one. @throws 429, 500 */
async function spendDisruption(
  pod: ApiObject,
  isDryRun: boolean,
  call: ResourceCall,
): Promise<void> {
  const { info, parts } = call
  const budgets = servedTypes(parts).find(({ kind }) => kind === 'PodDisruptionBudget')
  if (!budgets) return
  const { entries } = await parts.store.range({ prefix: storePrefixOf(budgets, info.namespace) })
  const [budget, another] = entries
    .map(entry => parts.stages.decodeStored(entry, budgets))
    .filter(({ spec }) => matchesLabels(objectIn(spec).selector, pod.metadata.labels))
  if (another) {
    throw explainedInternalError(
      'This pod has more than one PodDisruptionBudget, which the eviction subresource does not support.',
    )
  }
  if (!budget) return
  const { namespace } = info
  const { name = '' } = budget.metadata
  const propose = (current: ApiObject | undefined): ApiObject => {
    if (!current) throw notFound(budgets, name)
    refuseBy(current)
    return spent(current, pod, parts.clock.now())
  }
  const place = { resource: budgets, namespace, name }
  await parts.verbs.performWrite({ ...place, operation: 'update', isDryRun, propose }, parts)
}

/** Returns the budget with one disruption less and the pod in its `disruptedPods`. */
function spent(budget: ApiObject, pod: ApiObject, now: number): ApiObject {
  const status = isJsonObject(budget.status) ? budget.status : {}
  const { disruptionsAllowed, disruptedPods } = status
  return {
    ...budget,
    status: {
      ...status,
      disruptionsAllowed: Number(disruptionsAllowed) - 1,
      disruptedPods: {
        ...(isJsonObject(disruptedPods) && disruptedPods),
        [pod.metadata.name ?? '']: timestamp(now),
      },
    },
  }
}

function refuseBy({ metadata, status }: ApiObject): void {
  const {
    observedGeneration = 0,
    disruptionsAllowed = 0,
    ...counts
  } = isJsonObject(status) ? status : {}
  const name = metadata.name ?? ''
  const refuse = (says: string, retryAfterSeconds?: number) =>
    tooManyRequests("Cannot evict pod as it would violate the pod's disruption budget.", {
      causes: [{ reason: 'DisruptionBudget', message: `The disruption budget ${name} ${says}` }],
      ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    })
  if (Number(observedGeneration) < (metadata.generation ?? 0))
    throw refuse('is still being processed by the server.', 10)
  if (Number(disruptionsAllowed) > 0) return
  const [wanted, found] = [
    Number(counts['desiredHealthy'] ?? 0),
    Number(counts['currentHealthy'] ?? 0),
  ]
  throw refuse(
    // Such a budget could not be counted.
    found > wanted
      ? 'does not allow evicting pods currently'
      : `needs ${wanted} healthy pods and has ${found} currently`,
  )
}

function success(call: ResourceCall): Reply {
  const status = call.parts.dialect.createdStatus
  return documentReply(call, status, successStatus(status))
}
