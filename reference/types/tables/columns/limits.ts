// Columns of quotas, disruption budgets and autoscalers.

import { type ApiObject, type JsonObject, objectIn } from '../../../api/object.ts'
import {
  ageColumn,
  cellAt,
  type ColumnsByKind,
  integerColumn,
  objectsAt,
  nameColumn,
  textColumn,
  valueAtMembers,
} from '../column.ts'
import { firstItemsText, scalarText } from '../cell-texts.ts'

const metricsOf = objectsAt('spec.metrics')
const measuredOf = objectsAt('status.currentMetrics')
const leastOf = cellAt('spec.minAvailable', 'N/A')
const mostOf = cellAt('spec.maxUnavailable', 'N/A')
const leastPodsOf = cellAt('spec.minReplicas', '<unset>')

export const limitColumns: ColumnsByKind = {
  '/ResourceQuota': [
    nameColumn,
    textColumn('Request', 'What is used of what there is.', quota =>
      quotaText(quota, isLimit => !isLimit),
    ),
    textColumn('Limit', 'What limits add up to, of what they may.', quota =>
      quotaText(quota, isLimit => isLimit),
    ),
    ageColumn,
  ],
  'policy/PodDisruptionBudget': [
    nameColumn,
    textColumn('Min Available', 'How many pods must stay.', budget => String(leastOf(budget))),
    textColumn('Max Unavailable', 'How many pods may go.', budget => String(mostOf(budget))),
    integerColumn(
      'Allowed Disruptions',
      'How many may go now.',
      cellAt('status.disruptionsAllowed', 0),
    ),
    ageColumn,
  ],
  'autoscaling/HorizontalPodAutoscaler': [
    nameColumn,
    textColumn('Reference', 'What is scaled.', referenceText),
    textColumn('Targets', 'What is measured, and what it should be.', targetsText),
    textColumn('MinPods', 'How many pods there are at least.', scaler =>
      String(leastPodsOf(scaler)),
    ),
    textColumn('MaxPods', 'How many pods there are at most.', cellAt('spec.maxReplicas', 0)),
    textColumn('Replicas', 'How many pods there are.', cellAt('status.currentReplicas', 0)),
    ageColumn,
  ],
}

function quotaText(quota: ApiObject, isWanted: (isLimit: boolean) => boolean): string {
  const hard = objectIn(valueAtMembers(quota, ['status', 'hard']))
  const used = objectIn(valueAtMembers(quota, ['status', 'used']))
  return Object.keys(hard)
    .filter(resource => isWanted(resource.startsWith('limits.')))
    .sort()
    .map(
      resource => `${resource}: ${scalarText(used[resource] ?? 0)}/${scalarText(hard[resource])}`,
    )
    .join(', ')
}

function referenceText({ spec }: ApiObject): string {
  const { kind, name: named } = objectIn(objectIn(spec).scaleTargetRef)
  return `${scalarText(kind)}/${scalarText(named)}`
}

/** Current values are listed in the same order as the targets. */
function targetsText(scaler: ApiObject): string {
  const measured = measuredOf(scaler)
  const targets = metricsOf(scaler).map((metric, index) => targetText(metric, measured[index]))
  return targets.length === 0 ? '<none>' : firstItemsText(targets, { max: 2, separator: ', ' })
}

const members = new Map([
  ['External', 'external'],
  ['Object', 'object'],
  ['Pods', 'pods'],
  ['Resource', 'resource'],
  ['ContainerResource', 'containerResource'],
])

function targetText(metric: JsonObject, measured: JsonObject | undefined): string {
  const member = members.get(scalarText(metric.type))
  if (member === undefined) return '<unknown type>'
  const source = objectIn(metric[member])
  const target = objectIn(source.target)
  const current = objectIn(objectIn(measured?.[member]).current)
  if (member === 'resource' || member === 'containerResource')
    return `${scalarText(source.name)}: ${resourceText(current, target)}`
  if (target.averageValue === undefined) return shareText(current.value, target.value)
  const text = shareText(current.averageValue, target.averageValue)
  return member === 'pods' ? text : `${text} (avg)`
}

/** Resource metrics are given as an average value or as average utilization. */
function resourceText(current: JsonObject, target: JsonObject): string {
  if (target.averageValue !== undefined) return shareText(current.averageValue, target.averageValue)
  const [isOf, shouldBe] = [current.averageUtilization, target.averageUtilization].map(percent)
  return shareText(isOf, shouldBe ?? '<auto>')
}

const percent = (value: unknown): string | undefined =>
  value === undefined ? undefined : `${scalarText(value)}%`

const shareText = (current: unknown, target: unknown): string =>
  `${current === undefined ? '<unknown>' : scalarText(current)}/${scalarText(target)}`
