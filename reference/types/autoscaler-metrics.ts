// Converts metrics of a HorizontalPodAutoscaler to and from `autoscaling/v1`, where they are flat
// and have older names.

import { isJsonObject, type JsonObject, objectIn } from '../api/object.ts'

/** Selects the target of a metric or its current value. */
type Side = 'target' | 'current'

/** Maps the v1 names of a metric source's members to their paths in v2. */
type Names = { readonly [older: string]: string }

const namesOf = (side: Side): ReadonlyMap<string, Names> =>
  new Map<string, Names>([
    [
      'object',
      {
        target: 'describedObject',
        metricName: 'metric.name',
        [`${side}Value`]: `${side}.value`,
        selector: 'metric.selector',
        averageValue: `${side}.averageValue`,
      },
    ],
    [
      'pods',
      {
        metricName: 'metric.name',
        [`${side}AverageValue`]: `${side}.averageValue`,
        selector: 'metric.selector',
      },
    ],
    [
      'resource',
      {
        name: 'name',
        [`${side}AverageUtilization`]: `${side}.averageUtilization`,
        [`${side}AverageValue`]: `${side}.averageValue`,
      },
    ],
    [
      'containerResource',
      {
        name: 'name',
        [`${side}AverageUtilization`]: `${side}.averageUtilization`,
        [`${side}AverageValue`]: `${side}.averageValue`,
        container: 'container',
      },
    ],
    [
      'external',
      {
        metricName: 'metric.name',
        metricSelector: 'metric.selector',
        [`${side}Value`]: `${side}.value`,
        [`${side}AverageValue`]: `${side}.averageValue`,
      },
    ],
  ])

const names = { target: namesOf('target'), current: namesOf('current') }

/** Returns the CPU utilization of a metric in percent, or undefined for any other metric. */
export function cpuUtilizationIn({ type, resource }: JsonObject, side: Side): unknown {
  const { name, [side]: amount } = objectIn(resource)
  return type === 'Resource' && name === 'cpu' ? objectIn(amount).averageUtilization : undefined
}

/** Returns the metric for a CPU utilization in percent, or no metric when it is undefined. */
export const cpuUtilizationMetric = (percentage: unknown, side: Side): JsonObject[] =>
  percentage === undefined
    ? []
    : [fromV1Metric({ type: 'Resource', resource: flatUse(percentage, side) }, side)]

const flatUse = (percentage: unknown, side: Side): JsonObject => ({
  name: 'cpu',
  [`${side}AverageUtilization`]: percentage,
})

export const toV1Metric = (metric: JsonObject, side: Side): JsonObject =>
  changed(metric, side, flat)

export const fromV1Metric = (noted: JsonObject, side: Side): JsonObject =>
  changed(noted, side, side === 'target' ? typed : deep)

type Change = (members: JsonObject, names: Names) => JsonObject

/** Changes the member that holds the metric source, such as `resource` or `pods`. */
function changed(metric: JsonObject, side: Side, change: Change): JsonObject {
  const members = Object.entries(metric).map(([member, value]) => {
    const own = names[side].get(member)
    return [member, own && isJsonObject(value) ? change(value, own) : value]
  })
  return Object.fromEntries(members)
}

function flat(members: JsonObject, names: Names): JsonObject {
  const found = Object.entries(names).flatMap(([older, path]) => {
    const [outer = '', inner] = path.split('.')
    const value = inner === undefined ? members[outer] : objectIn(members[outer])[inner]
    return value === undefined ? [] : [[older, value]]
  })
  return Object.fromEntries(found)
}

function deep(noted: JsonObject, names: Names): JsonObject {
  const members: JsonObject = {}
  for (const [older, path] of Object.entries(names)) {
    const value = noted[older]
    if (value === undefined) continue
    const [outer = '', inner] = path.split('.')
    members[outer] = inner === undefined ? value : { ...objectIn(members[outer]), [inner]: value }
  }
  return members
}

/** v1 metrics have no type of target. It follows from the member that is set. */
function typed(noted: JsonObject, names: Names): JsonObject {
  const { target, ...members } = deep(noted, names)
  const { averageUtilization, averageValue } = objectIn(target)
  const ofAverage = averageValue === undefined ? 'Value' : 'AverageValue'
  const type = averageUtilization === undefined ? ofAverage : 'Utilization'
  return { ...members, target: { type, ...objectIn(target) } }
}
