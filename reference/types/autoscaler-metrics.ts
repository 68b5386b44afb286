// The metrics of a HorizontalPodAutoscaler as its first form notes them: flat, under older names.

import { isJsonObject, type JsonObject, objectIn } from '../api/object.ts'

/** What is aimed at, or what there is now. */
type Side = 'target' | 'current'

/** The members of a sort of metrics: their older names, and the paths where they are now. */
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

/** How much of the processors a metric is about, in percent; undefined if it is about others. */
export function cpuUtilizationIn({ type, resource }: JsonObject, side: Side): unknown {
  const { name, [side]: amount } = objectIn(resource)
  return type === 'Resource' && name === 'cpu' ? objectIn(amount).averageUtilization : undefined
}

/** The metric of a percentage, if there is one. */
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

/** The metric with that member changed which says what it is about. */
function changed(metric: JsonObject, side: Side, change: Change): JsonObject {
  const members = Object.entries(metric).map(([sort, value]) => {
    const own = names[side].get(sort)
    return [sort, own && isJsonObject(value) ? change(value, own) : value]
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

/** The older form does not say of what type a target is: it shows. */
function typed(noted: JsonObject, names: Names): JsonObject {
  const { target, ...members } = deep(noted, names)
  const { averageUtilization, averageValue } = objectIn(target)
  const ofAverage = averageValue === undefined ? 'Value' : 'AverageValue'
  const type = averageUtilization === undefined ? ofAverage : 'Utilization'
  return { ...members, target: { type, ...objectIn(target) } }
}
