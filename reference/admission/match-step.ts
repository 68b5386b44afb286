// Whether rules and selectors match a step of a write; for webhooks and admission policies.

import { type ApiObject, isJsonObject, type JsonObject, textsIn } from '../api/object.ts'
import { type Resource, storageResourceOf } from '../api/resource.ts'
import { notFound } from '../api/status.ts'
import type { AdmissionStep, MatchedResource, RuleSet, WebhookRule } from '../api/webhooks.ts'
import type { Parts } from '../parts/parts.ts'
import { servedTypes } from '../parts/served-types.ts'
import { matchesLabels } from '../selectors/matches-labels.ts'
import { builtInResource, storedObject } from './admission-plugin.ts'

/** Returns the resource that some rule matches: that of the request, or an equivalent one. */
export function matchRules(
  { rules, acceptsEquivalent }: RuleSet,
  step: AdmissionStep,
  parts: Parts,
): MatchedResource | undefined {
  const { info, resource } = step.request
  const requested = { resource, plural: info.resource }
  const isMatch = (rule: WebhookRule, group: string, version: string, plural: string) =>
    ruleMatches(rule, { ...step, group, version, plural })
  if (rules.some(rule => isMatch(rule, info.group, info.version, info.resource))) return requested
  if (!acceptsEquivalent || rules.length === 0) return undefined
  const others = equivalents(step, parts)
  for (const rule of rules)
    for (const type of others)
      if (isMatch(rule, type.group, type.version, type.resource)) {
        const shown = info.subresource === '' ? type : type.subresources[info.subresource]
        if (shown) return { resource: { ...shown, ...groupOf(type, shown) }, plural: type.resource }
      }
  return undefined
}

/**
 * Returns a match with the objects in its version. The webhook of the type converts them if that is
 * not the version of the request. Rejects with a Refusal 500 if that fails.
 */
export async function inMatchedVersion(
  found: MatchedResource,
  { object, old, request }: AdmissionStep,
  parts: Parts,
): Promise<MatchedResource> {
  const { conversion } = storageResourceOf(found.resource)
  if (!conversion || found.resource === request.resource) return found
  const converted = new Map<ApiObject, ApiObject>()
  for (const one of [object, old])
    if (one) {
      const { apiVersion } = conversion
      converted.set(one, await parts.conversion.objectIn(one, apiVersion, conversion, parts))
    }
  return { ...found, converted }
}

/** A subresource such as `status` has the version of its parent. */
const groupOf = ({ group, version }: Resource, { kind }: Resource) =>
  kind === 'Scale' ? {} : { group, version }

/** Returns the other types that serve the objects of the path. */
function equivalents({ request: { info } }: AdmissionStep, parts: Parts): readonly Resource[] {
  const types = servedTypes(parts)
  const isRequested = ({ group, version, resource }: Resource) =>
    group === info.group && version === info.version && resource === info.resource
  const own = types.find(isRequested)
  if (!own) return []
  const { group, resource } = storageResourceOf(own)
  return types.filter(type => {
    const stored = storageResourceOf(type)
    return type !== own && stored.group === group && stored.resource === resource
  })
}

type Place = AdmissionStep & {
  readonly group: string
  readonly version: string
  readonly plural: string
}

/** Whether a rule matches the operation, type, scope and name of a request. */
function ruleMatches(rule: WebhookRule, place: Place): boolean {
  const { operation, group, version, plural, namespace, name: requested } = place
  const { subresource } = place.request.info
  const isCluster = namespace === '' || (group === '' && plural === 'namespaces')
  return (
    (rule.scope === '*' || (rule.scope === 'Cluster') === isCluster) &&
    includes(rule.operations, operation) &&
    includes(rule.apiGroups, group) &&
    includes(rule.apiVersions, version) &&
    (!rule.resourceNames?.length || rule.resourceNames.includes(requested)) &&
    rule.resources.some(text => {
      const [name = '', part = ''] = text.split(/\/(.*)/s)
      return (name === '*' || name === plural) && (part === '*' || part === subresource)
    })
  )
}

const includes = (texts: readonly string[], wanted: string): boolean =>
  texts.includes('*') || texts.includes(wanted)

/** Compiles a rule of a stored configuration. */
export const ruleOf = (stored: JsonObject): WebhookRule => ({
  operations: textsIn(stored.operations),
  apiGroups: textsIn(stored.apiGroups),
  apiVersions: textsIn(stored.apiVersions),
  resources: textsIn(stored.resources),
  resourceNames: textsIn(stored.resourceNames),
  scope: typeof stored.scope === 'string' ? stored.scope : '*',
})

/** An empty selector matches everything, as an absent one does here. */
export const selectorOf = (selector: unknown): JsonObject | undefined =>
  isJsonObject(selector) && Object.keys(selector).length > 0 ? selector : undefined

/** Whether a rule set may match requests on a resource. An equivalent one has the same name. */
export const mayMatchResource = (
  { rules, acceptsEquivalent }: RuleSet,
  info: { readonly group: string; readonly resource: string },
): boolean =>
  rules.some(
    ({ apiGroups, resources }) =>
      (acceptsEquivalent || apiGroups.includes('*') || apiGroups.includes(info.group)) &&
      resources.some(text => ['*', info.resource].includes(text.split('/')[0] ?? '')),
  )

/** Whether a selector matches the object before or after the step. */
export function matchesObject(selector: JsonObject | undefined, step: AdmissionStep): boolean {
  if (!selector) return true
  const hasLabels = (object: ApiObject | undefined) =>
    object !== undefined && matchesLabels(selector, object.metadata.labels)
  return hasLabels(step.object) || hasLabels(step.old)
}

/** Whether a selector matches the namespace of the step. @throws 404 if it does not exist */
export async function matchesNamespace(
  selector: JsonObject | undefined,
  step: AdmissionStep,
  parts: Parts,
): Promise<boolean> {
  const { info } = step.request
  const isNamespace = info.group === '' && info.resource === 'namespaces'
  if (!selector || (step.namespace === '' && !isNamespace)) return true
  if (isNamespace && info.subresource === '' && step.object)
    return matchesLabels(selector, step.object.metadata.labels)
  const found = await namespaceOf(step.namespace || step.name, parts)
  return matchesLabels(selector, found.metadata.labels)
}

/** Returns a namespace. @throws 404 if it does not exist */
export async function namespaceOf(name: string, parts: Parts): Promise<ApiObject> {
  const kind = { group: '', kind: 'Namespace' }
  const found = await storedObject({ ...kind, name }, parts)
  if (!found) throw notFound(builtInResource(kind, parts), name)
  return found
}
