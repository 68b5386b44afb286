// How much and how many: quotas, budgets of disruption, autoscalers.

import { type ApiObject, type JsonObject, objectIn } from '../../../api/object.ts'
import { age, at, type ColumnsByKind, integer, listAt, name, text, valueAt } from '../column.ts'
import { firstOf, textIn } from '../texts.ts'

const metricsOf = listAt('spec.metrics')
const measuredOf = listAt('status.currentMetrics')
const leastOf = at('spec.minAvailable', 'N/A')
const mostOf = at('spec.maxUnavailable', 'N/A')
const leastPodsOf = at('spec.minReplicas', '<unset>')

export const limits: ColumnsByKind = {
  '/ResourceQuota': [
    name,
    text('Request', 'What is used of what there is.', quota =>
      quotaText(quota, isLimit => !isLimit),
    ),
    text('Limit', 'What limits add up to, of what they may.', quota =>
      quotaText(quota, isLimit => isLimit),
    ),
    age,
  ],
  'policy/PodDisruptionBudget': [
    name,
    text('Min Available', 'How many pods must stay.', budget => String(leastOf(budget))),
    text('Max Unavailable', 'How many pods may go.', budget => String(mostOf(budget))),
    integer('Allowed Disruptions', 'How many may go now.', at('status.disruptionsAllowed', 0)),
    age,
  ],
  'autoscaling/HorizontalPodAutoscaler': [
    name,
    text('Reference', 'What is scaled.', referenceText),
    text('Targets', 'What is measured, and what it should be.', targetsText),
    text('MinPods', 'How many pods there are at least.', scaler => String(leastPodsOf(scaler))),
    text('MaxPods', 'How many pods there are at most.', at('spec.maxReplicas', 0)),
    text('Replicas', 'How many pods there are.', at('status.currentReplicas', 0)),
    age,
  ],
}

function quotaText(quota: ApiObject, isWanted: (isLimit: boolean) => boolean): string {
  const hard = objectIn(valueAt(quota, ['status', 'hard']))
  const used = objectIn(valueAt(quota, ['status', 'used']))
  return Object.keys(hard)
    .filter(resource => isWanted(resource.startsWith('limits.')))
    .sort()
    .map(resource => `${resource}: ${textIn(used[resource] ?? 0)}/${textIn(hard[resource])}`)
    .join(', ')
}

function referenceText({ spec }: ApiObject): string {
  const { kind, name: named } = objectIn(objectIn(spec).scaleTargetRef)
  return `${textIn(kind)}/${textIn(named)}`
}

/** What is measured stands in the order of what should be. */
function targetsText(scaler: ApiObject): string {
  const measured = measuredOf(scaler)
  const targets = metricsOf(scaler).map((metric, index) => targetText(metric, measured[index]))
  return targets.length === 0 ? '<none>' : firstOf(targets, { max: 2, separator: ', ' })
}

const members = new Map([
  ['External', 'external'],
  ['Object', 'object'],
  ['Pods', 'pods'],
  ['Resource', 'resource'],
  ['ContainerResource', 'containerResource'],
])

function targetText(metric: JsonObject, measured: JsonObject | undefined): string {
  const member = members.get(textIn(metric.type))
  if (member === undefined) return '<unknown type>'
  const source = objectIn(metric[member])
  const target = objectIn(source.target)
  const current = objectIn(objectIn(measured?.[member]).current)
  if (member === 'resource' || member === 'containerResource')
    return `${textIn(source.name)}: ${resourceText(current, target)}`
  if (target.averageValue === undefined) return shareText(current.value, target.value)
  const text = shareText(current.averageValue, target.averageValue)
  return member === 'pods' ? text : `${text} (avg)`
}

/** A resource is measured by its mean, or by how much of it is used. */
function resourceText(current: JsonObject, target: JsonObject): string {
  if (target.averageValue !== undefined) return shareText(current.averageValue, target.averageValue)
  const [isOf, shouldBe] = [current.averageUtilization, target.averageUtilization].map(percent)
  return shareText(isOf, shouldBe ?? '<auto>')
}

const percent = (value: unknown): string | undefined =>
  value === undefined ? undefined : `${textIn(value)}%`

const shareText = (current: unknown, target: unknown): string =>
  `${current === undefined ? '<unknown>' : textIn(current)}/${textIn(target)}`
