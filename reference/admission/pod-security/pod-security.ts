// Checks pods, and objects with templates of pods, at the levels that the labels of their namespace
// name.

import { type ApiObject, type JsonObject, objectIn, objectsIn } from '../../api/object.ts'
import type { LevelVersion, PodFault, PodLike } from '../../api/pod-security.ts'
import { isSameJson } from '../../api/same-json.ts'
import { storeKeyOf } from '../../api/resource.ts'
import { forbidden, invalidObject } from '../../api/status.ts'
import type { AdmissionAttributes } from '../../api/write.ts'
import type { Parts } from '../../parts/parts.ts'
import { type AdmissionPlugin, builtInResource, storedObjects } from '../admission-plugin.ts'
import {
  labelPrefix,
  levelText,
  noSecurityPolicy,
  type SecurityPolicy,
  securityPolicyIn,
  strictnessOf,
} from './policy-labels.ts'

const name = 'PodSecurity'
const none: readonly string[] = []

/** Checks pods: refuses them, warns of them, and annotates audit events. */
export const podSecurity: AdmissionPlugin = {
  name,
  async check(attempt, parts) {
    const { operation, object, old, request } = attempt
    if (!request || operation === 'delete') return none
    if (ignored.includes(request.info.subresource)) return none
    const policy = await policyFor(object, parts)
    if (isOpen(policy)) {
      request.annotate?.(`${labelPrefix}enforce-policy`, levelText(noSecurityPolicy.enforce))
      return none
    }
    if (old && !isSignificant(object, old)) return none
    return judged({ pod: podLike(object), policy, isEnforced: true }, attempt, parts)
  },
}

/** Checks the templates of pods in other objects. Nothing is refused for them. */
export const templateSecurity: AdmissionPlugin = {
  name,
  async check(attempt, parts) {
    const { operation, object, request } = attempt
    if (!request || operation === 'delete' || request.info.subresource !== '') return none
    const policy = await policyFor(object, parts)
    const { warn, audit, causes } = policy
    if (causes.length === 0 && warn.level === 'privileged' && audit.level === 'privileged')
      return none
    const template = templateOf(object)
    if (template === undefined) return none
    return judged({ pod: podLike(template), policy, isEnforced: false }, attempt, parts)
  },
}

const ignored = ['exec', 'attach', 'binding', 'eviction', 'log', 'portforward', 'proxy', 'status']

const isOpen = ({ enforce, audit, warn, causes }: SecurityPolicy): boolean =>
  causes.length === 0 && [enforce, audit, warn].every(({ level }) => level === 'privileged')

async function policyFor({ metadata }: ApiObject, parts: Parts): Promise<SecurityPolicy> {
  const namespaces = builtInResource({ group: '', kind: 'Namespace' }, parts)
  const { namespace = '' } = metadata
  const entry = await parts.store.get(storeKeyOf(namespaces, { namespace: '', name: namespace }))
  // Most namespaces have no such label and need not be decoded.
  if (!entry?.value.includes(labelPrefix)) return noSecurityPolicy
  return securityPolicyIn(parts.stages.decodeStored(entry, namespaces).metadata.labels)
}

const podLike = ({ metadata, spec }: Pick<JsonObject, string>): PodLike => ({
  spec: objectIn(spec),
  annotations: objectIn(objectIn(metadata).annotations),
})

function templateOf({ kind, spec, template }: ApiObject): JsonObject | undefined {
  const own = kind === 'CronJob' ? objectIn(objectIn(objectIn(spec).jobTemplate).spec) : spec
  const found = kind === 'PodTemplate' ? template : objectIn(own).template
  return found === undefined || found === null ? undefined : objectIn(found)
}

type Judged = {
  readonly pod: PodLike
  readonly policy: SecurityPolicy
  readonly isEnforced: boolean
}

/** Returns the warnings. @throws Refusal 403 */
function judged(
  { pod, policy, isEnforced }: Judged,
  { resource, request, givenName, object, old }: AdmissionAttributes,
  { podFaults }: Pick<Parts, 'podFaults'>,
): readonly string[] {
  const { enforce, audit, warn, causes } = policy
  const annotate = (key: string, text: string) => request?.annotate?.(`${labelPrefix}${key}`, text)
  const faultsAt = (level: LevelVersion): string => faultsText(podFaults(level, pod))
  if (causes.length > 0) {
    const errors = causes.map(({ field, message }) => `${field}: ${message}`)
    const list = errors.length === 1 ? errors[0] : `[${errors.join(', ')}]`
    annotate('error', `Failed to parse policy: ${list}`)
  }
  if (isEnforced) annotate('enforce-policy', levelText(enforce))
  const audited = faultsAt(audit)
  if (audited !== '')
    annotate('audit-violations', `would violate PodSecurity "${levelText(audit)}": ${audited}`)
  const refused = isEnforced ? faultsAt(enforce) : ''
  if (refused !== '') {
    const because = `violates PodSecurity "${levelText(enforce)}": ${refused}`
    const shown = (old ? object.metadata.name : givenName) ?? ''
    throw forbidden({ ...resource, name: shown, because })
  }
  const warned = faultsAt(warn)
  return warned === '' ? none : [`would violate PodSecurity "${levelText(warn)}": ${warned}`]
}

const faultsText = (faults: readonly PodFault[]): string =>
  faults.map(({ reason, detail }) => `${reason} (${detail})`).join(', ')

/** Whether an update adds containers or changes images. Other fields cannot be changed. */
function isSignificant(pod: ApiObject, old: ApiObject): boolean {
  const [next, before] = [objectIn(pod.spec), objectIn(old.spec)]
  const imagesIn = (list: unknown) => objectsIn(list).map(({ image }) => image)
  const isChanged = (member: string) =>
    !isSameJson(imagesIn(next[member]), imagesIn(before[member]))
  const known = objectsIn(before.ephemeralContainers)
  const isNew = ({ name: own, image }: JsonObject) =>
    known.find(one => one.name === own)?.image !== image
  return (
    ['containers', 'initContainers'].some(isChanged) ||
    objectsIn(next.ephemeralContainers).some(isNew)
  )
}

/** Checks the labels of namespaces, and warns of the pods that a stricter level would refuse. */
export const namespaceSecurity: AdmissionPlugin = {
  name,
  async check({ operation, resource, object, old, request }, parts) {
    const { labels, name: own = '' } = object.metadata
    if (operation === 'delete' || (request && request.info.subresource !== '')) return none
    const next = securityPolicyIn(labels)
    const before = old ? securityPolicyIn(old.metadata.labels) : noSecurityPolicy
    if (next.causes.length > 0 && !isSameJson(next.causes, before.causes))
      throw invalidObject({ ...resource, name: own }, next.causes)
    if (!old || !isStricter(next.enforce, before.enforce)) return none
    return warningsOfPods(own, next.enforce, parts)
  },
}

function isStricter(next: LevelVersion, before: LevelVersion): boolean {
  if (next.level === 'privileged') return false
  return next.version !== before.version || strictnessOf(next) > strictnessOf(before)
}

// As in genuine servers.
const podsMax = 3000

async function warningsOfPods(
  namespace: string,
  enforce: LevelVersion,
  parts: Parts,
): Promise<readonly string[]> {
  const pods = await storedObjects({ group: '', kind: 'Pod', namespace }, parts)
  const byReasons = new Map<string, string[]>()
  for (const pod of pods.slice(0, podsMax)) {
    const reasons = parts
      .podFaults(enforce, podLike(pod))
      .map(({ reason }) => reason)
      .join(', ')
    const known = byReasons.get(reasons) ?? []
    if (reasons !== '') byReasons.set(reasons, [...known, pod.metadata.name ?? ''])
  }
  const count = `the first ${podsMax} of ${pods.length} existing pods`
  const partly = `new PodSecurity enforce level only checked against ${count}`
  if (byReasons.size === 0) return pods.length > podsMax ? [partly] : none
  const what = `existing pods in namespace "${namespace}" violate the new PodSecurity enforce level`
  return [
    ...(pods.length > podsMax ? [partly] : []),
    `${what} "${levelText(enforce)}"`,
    ...[...byReasons].map(([reasons, names]) => `${podsText(names)}: ${reasons}`).sort(),
  ]
}

function podsText(names: readonly string[]): string {
  const [first = ''] = names.toSorted()
  if (names.length === 1) return first
  return `${first} (and ${names.length - 1} other ${names.length === 2 ? 'pod' : 'pods'})`
}
