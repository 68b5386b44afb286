// Whether a webhook is called for a step of a write.

import type { ApiObject } from '../../api/object.ts'
import { type Resource, storageResourceOf } from '../../api/resource.ts'
import { forbidden, notFound } from '../../api/status.ts'
import type { VersionConversion } from '../../api/version-conversion.ts'
import type { AdmissionStep, MatchedResource, Webhook, WebhookRule } from '../../api/webhooks.ts'
import type { Parts } from '../../parts/parts.ts'
import { servedTypes } from '../../parts/served-types.ts'
import { matchesLabels } from '../../selectors/matches-labels.ts'
import { builtInResource, storedObject } from '../admission-plugin.ts'
import { requestOf, shownIn } from './review.ts'

/**
 * Returns the resource that a webhook is called about, or undefined if it is not called. Rejects
 * with a Refusal if that cannot be decided and the webhook does not ignore failures.
 */
export async function matches(
  webhook: Webhook,
  step: AdmissionStep,
  parts: Parts,
): Promise<MatchedResource | undefined> {
  const found = ofRules(webhook, step, parts)
  if (!found || !matchesObject(webhook, step)) return undefined
  if (!(await matchesNamespace(webhook, step, parts))) return undefined
  const { conversion } = storageResourceOf(found.resource)
  const isOther = conversion && found.resource !== step.request.resource
  const matched = isOther ? await convertedIn(found, step, { conversion, parts }) : found
  return (await meetsConditions(webhook, { ...step, matched }, parts)) ? matched : undefined
}

/** Returns a match in another version with the objects in that version. @throws Refusal 500 */
async function convertedIn(
  found: MatchedResource,
  { object, old }: AdmissionStep,
  { conversion, parts }: { readonly conversion: VersionConversion; readonly parts: Parts },
): Promise<MatchedResource> {
  const converted = new Map<ApiObject, ApiObject>()
  for (const one of [object, old])
    if (one) {
      const { apiVersion } = conversion
      converted.set(one, await parts.conversion.objectIn(one, apiVersion, conversion, parts))
    }
  return { ...found, converted }
}

function ofRules(webhook: Webhook, step: AdmissionStep, parts: Parts): MatchedResource | undefined {
  const { info, resource } = step.request
  const requested = { resource, plural: info.resource }
  const isMatch = (rule: WebhookRule, group: string, version: string, plural: string) =>
    ruleMatches(rule, { ...step, group, version, plural })
  if (webhook.rules.some(rule => isMatch(rule, info.group, info.version, info.resource)))
    return requested
  if (!webhook.acceptsEquivalent) return undefined
  const others = equivalents(step, parts)
  for (const rule of webhook.rules)
    for (const type of others)
      if (isMatch(rule, type.group, type.version, type.resource)) {
        const shown = info.subresource === '' ? type : type.subresources[info.subresource]
        if (shown) return { resource: { ...shown, ...groupOf(type, shown) }, plural: type.resource }
      }
  return undefined
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

/** Whether a rule matches the operation, type and scope of a request. */
function ruleMatches(rule: WebhookRule, place: Place): boolean {
  const { operation, group, version, plural, namespace } = place
  const { subresource } = place.request.info
  const isCluster = namespace === '' || (group === '' && plural === 'namespaces')
  return (
    (rule.scope === '*' || (rule.scope === 'Cluster') === isCluster) &&
    includes(rule.operations, operation) &&
    includes(rule.apiGroups, group) &&
    includes(rule.apiVersions, version) &&
    rule.resources.some(text => {
      const [name = '', part = ''] = text.split(/\/(.*)/s)
      return (name === '*' || name === plural) && (part === '*' || part === subresource)
    })
  )
}

const includes = (texts: readonly string[], wanted: string): boolean =>
  texts.includes('*') || texts.includes(wanted)

function matchesObject({ objectSelector }: Webhook, step: AdmissionStep): boolean {
  if (!objectSelector) return true
  const hasLabels = (object: ApiObject | undefined) =>
    object !== undefined && matchesLabels(objectSelector, object.metadata.labels)
  return hasLabels(step.object) || hasLabels(step.old)
}

/** @throws 404 if the namespace does not exist */
async function matchesNamespace(
  { namespaceSelector }: Webhook,
  step: AdmissionStep,
  parts: Parts,
): Promise<boolean> {
  const { info } = step.request
  const isNamespace = info.group === '' && info.resource === 'namespaces'
  if (!namespaceSelector || (step.namespace === '' && !isNamespace)) return true
  if (isNamespace && info.subresource === '' && step.object)
    return matchesLabels(namespaceSelector, step.object.metadata.labels)
  const kind = { group: '', kind: 'Namespace' }
  const found = await storedObject({ ...kind, name: step.namespace || step.name }, parts)
  if (!found) throw notFound(builtInResource(kind, parts), step.namespace || step.name)
  return matchesLabels(namespaceSelector, found.metadata.labels)
}

async function meetsConditions(
  webhook: Webhook,
  step: AdmissionStep & { readonly matched: MatchedResource },
  parts: Parts,
): Promise<boolean> {
  if (!webhook.meetsConditions) return true
  const { matched } = step
  const { object: _object, oldObject: _old, ...request } = requestOf(step, matched, parts)
  const object = shownIn(matched, step.object) ?? null
  const oldObject = shownIn(matched, step.old) ?? null
  try {
    return await webhook.meetsConditions({ object, oldObject, request })
  } catch (error) {
    if (webhook.ignoresFailures) return false
    const because = error instanceof Error ? error.message : String(error)
    const { group, resource } = step.request.info
    throw forbidden({ group, resource, name: step.name, because })
  }
}
