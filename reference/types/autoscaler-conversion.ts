// Converts HorizontalPodAutoscalers between `autoscaling/v1` and the stored version. v1 has a field
// only for CPU utilization. All other metrics are kept in annotations, so that a client that writes
// back the object that it read loses nothing.

import type { ApiObject, JsonObject, Metadata } from '../api/object.ts'
import { isJsonObject, objectIn, objectsIn } from '../api/object.ts'
import type { Resource } from '../api/resource.ts'
import type { Schema } from '../api/schema.ts'
import { JsonSyntaxError, readJson } from '../codecs/read-json.ts'
import { prune } from './schemas/prune.ts'
import { typeFault } from './schemas/type-fault.ts'
import {
  toV1Metric,
  fromV1Metric,
  cpuUtilizationMetric,
  cpuUtilizationIn,
} from './autoscaler-metrics.ts'
import type { VersionConversion } from './version-conversion.ts'
import { writeJson } from '../lib/write-json.ts'

export const autoscalerConversion = (kept: Resource): VersionConversion => ({
  show,
  take: shown => take(shown, kept.schema()),
})

const domain = 'autoscaling.alpha.kubernetes.io'
const annotation = {
  metrics: `${domain}/metrics`,
  currentMetrics: `${domain}/current-metrics`,
  behavior: `${domain}/behavior`,
  conditions: `${domain}/conditions`,
}

function show({ metadata, spec, status, ...type }: ApiObject): ApiObject {
  const { metrics, behavior, ...size } = objectIn(spec)
  const { currentMetrics, conditions, ...counts } = objectIn(status)
  const uses = objectsIn(metrics).map(metric => cpuUtilizationIn(metric, 'target'))
  const usesNow = objectsIn(currentMetrics).map(metric => cpuUtilizationIn(metric, 'current'))
  const others = objectsIn(metrics).filter((_, index) => uses[index] === undefined)
  const noted = {
    [annotation.metrics]: some(others.map(metric => toV1Metric(metric, 'target'))),
    [annotation.currentMetrics]: some(
      objectsIn(currentMetrics).map(metric => toV1Metric(metric, 'current')),
    ),
    [annotation.behavior]: renamed(behavior, capitalized),
    [annotation.conditions]: conditions,
  }
  const percentage = uses.find(use => use !== undefined)
  const percentageNow = usesNow.findLast(use => use !== undefined)
  return {
    ...type,
    metadata: annotated(metadata, noted),
    spec: present({ ...size, targetCPUUtilizationPercentage: percentage }),
    ...(status !== undefined && {
      status: present({
        currentReplicas: 0,
        ...counts,
        currentCPUUtilizationPercentage: percentageNow,
      }),
    }),
  }
}

function take({ metadata, spec, status, ...type }: ApiObject, { properties }: Schema): ApiObject {
  const { targetCPUUtilizationPercentage: percentage, ...size } = objectIn(spec)
  const { currentCPUUtilizationPercentage: percentageNow, ...counts } = objectIn(status)
  const noted = (name: keyof typeof annotation) => parsed(metadata.annotations?.[annotation[name]])
  const { metrics, behavior } = membersOfSchema(properties?.['spec'], {
    metrics: objectsIn(noted('metrics')).map(metric => fromV1Metric(metric, 'target')),
    behavior: renamed(noted('behavior'), uncapitalized),
  })
  const { currentMetrics, conditions } = membersOfSchema(properties?.['status'], {
    currentMetrics: some(
      objectsIn(noted('currentMetrics')).map(metric => fromV1Metric(metric, 'current')),
    ),
    conditions: noted('conditions'),
  })
  const use = cpuUtilizationMetric(percentage, 'target')
  const useNow = cpuUtilizationMetric(percentageNow, 'current')
  const seen = { ...counts, currentMetrics: currentMetrics ?? some(useNow), conditions }
  return {
    ...type,
    metadata: annotated(metadata, {}),
    spec: present({ ...size, metrics: some([...objectsIn(metrics), ...use]), behavior }),
    ...(status !== undefined && { status: present(seen) }),
  }
}

/**
 * Returns the metadata with these values as JSON annotations. Earlier values of these annotations
 * are dropped.
 */
function annotated({ annotations, ...metadata }: Metadata, values: JsonObject): Metadata {
  const own = Object.values(annotation)
  const others = Object.entries(annotations ?? {}).filter(([key]) => !own.includes(key))
  const texts = Object.entries(present(values)).map(([key, value]) => [
    key,
    writeJson(value).toString(),
  ])
  const all = [...others, ...texts]
  return { ...metadata, ...(all.length > 0 && { annotations: Object.fromEntries(all) }) }
}

function parsed(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : readJson(Buffer.from(text)).value
  } catch (error) {
    // An annotation may hold any text. Text that is not JSON is dropped.
    if (error instanceof JsonSyntaxError) return undefined
    throw error
  }
}

/** Returns the members that match their schema, pruned of fields that the schema does not know. */
function membersOfSchema({ properties = {} }: Schema = {}, members: JsonObject): JsonObject {
  const fit = Object.entries(members).flatMap(([name, value]) => {
    const schema = properties[name]
    if (value === undefined || !schema || typeFault(value, schema)) return []
    return [[name, prune(value, schema).value]]
  })
  return Object.fromEntries(fit)
}

const some = (list: readonly unknown[]) => (list.length > 0 ? list : undefined)

const present = (members: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined))

/** Renames the members of all objects in a value. The behavior annotation uses other names. */
function renamed(value: unknown, rename: (name: string) => string): unknown {
  if (Array.isArray(value)) return value.map(item => renamed(item, rename))
  if (!isJsonObject(value)) return value
  const members = Object.entries(value).map(([name, one]) => [rename(name), renamed(one, rename)])
  return Object.fromEntries(members)
}

const capitalized = (name: string): string => name.slice(0, 1).toUpperCase() + name.slice(1)
const uncapitalized = (name: string): string => name.slice(0, 1).toLowerCase() + name.slice(1)
