// The Scale subresource of custom objects, whose definition declares the paths.

import assert from 'node:assert/strict'

import { valueInvalid, type StatusCause } from '../api/status-causes.ts'
import { type ApiObject, isJsonObject, type JsonObject } from '../api/object.ts'
import { failureStatus } from '../api/refusal.ts'
import type { Resource, View } from '../api/resource.ts'
import { badRequest } from '../api/status.ts'
import { scaleManagedFields } from '../apply/scale-managed-fields.ts'
import type { ScalePaths } from './custom-type-definition.ts'

type Paths = ScalePaths

/** Returns the Scale view of a custom type. `toVersion` converts a stored object to the version. */
export const customScale = (of: Resource, { apiVersion, paths, toVersion }: InVersion): View => ({
  storedResource: of,
  toView: object => show(toVersion(object), paths),
  toViewForUpdate: object => drawn(toVersion(object), paths),
  fromView: (scale, current) => take(scale, current, paths),
  managedFields: scaleManagedFields({
    paths: { [apiVersion]: membersOf(paths.wanted).join('.') },
    apiVersion,
  }),
})

type InVersion = {
  readonly apiVersion: string
  readonly paths: Paths
  readonly toVersion: (object: ApiObject) => ApiObject
}

const shared = ['name', 'namespace', 'uid', 'resourceVersion', 'creationTimestamp']

const membersOf = (path: string): string[] => path.replace(/^\./, '').split('.')

function valueAt(object: JsonObject, path: string): unknown {
  let value: unknown = object
  for (const member of membersOf(path)) {
    if (!isJsonObject(value) || !Object.hasOwn(value, member)) return undefined
    value = value[member]
  }
  return value
}

/** Builds the Scale. @throws 500 when the object has no desired replicas */
function show(object: ApiObject, paths: Paths): ApiObject {
  const replicas = valueAt(object, paths.wanted)
  if (typeof replicas !== 'number') throw missing(paths.wanted)
  return scaleOf(object, paths, replicas)
}

// Marks absent replicas in an update. If an update does not change it, the replicas were never set.
const unset = -(2 ** 31)

/** Builds the Scale to which an update is applied. */
function drawn(object: ApiObject, paths: Paths): ApiObject {
  return scaleOf(object, paths, numberOr(valueAt(object, paths.wanted), unset))
}

function scaleOf(object: ApiObject, { seen, selector }: Paths, replicas: number): ApiObject {
  const text = selector === '' ? undefined : valueAt(object, selector)
  const identity = Object.entries(object.metadata).filter(([member]) => shared.includes(member))
  return {
    kind: 'Scale',
    apiVersion: 'autoscaling/v1',
    metadata: Object.fromEntries(identity),
    spec: replicas === 0 ? {} : { replicas },
    status: {
      replicas: numberOr(valueAt(object, seen), 0),
      ...(typeof text === 'string' && text !== '' && { selector: text }),
    },
  }
}

const missing = (path: string) =>
  failureStatus({
    code: 500,
    reason: 'InternalError',
    message: `Internal error occurred: the spec replicas field ${JSON.stringify(path)} does not exist`,
    details: {
      causes: [{ message: `the spec replicas field ${JSON.stringify(path)} does not exist` }],
    },
  })

const numberOr = (value: unknown, otherwise: number): number =>
  typeof value === 'number' ? value : otherwise

/** @throws 400 */
function take(scale: ApiObject, current: ApiObject | undefined, { wanted }: Paths): ApiObject {
  assert(current, 'a scale is written only where its object is')
  const { replicas } = isJsonObject(scale.spec) ? scale.spec : {}
  const count = numberOr(replicas, 0)
  if (count === unset) {
    throw badRequest(`the spec replicas field ${JSON.stringify(wanted)} cannot be empty`)
  }
  return withValue(current, membersOf(wanted), count)
}

/** Returns a copy with another value at a path. Only objects on the path are copied. */
function withValue<T extends JsonObject>(object: T, path: readonly string[], value: unknown): T {
  const [member = '', ...rest] = path
  const inner = object[member]
  const next = rest.length === 0 ? value : withValue(isJsonObject(inner) ? inner : {}, rest, value)
  return { ...object, [member]: next }
}

const replicasMax = 2 ** 31 - 1

/** Yields the causes of the values that a Scale shows. */
export function* scaleCauses(
  object: ApiObject,
  { wanted, seen, selector }: Paths,
  part: 'all' | 'status',
): Iterable<StatusCause> {
  if (part === 'all') yield* replicaCauses(object, wanted)
  yield* replicaCauses(object, seen)
  const text = selector === '' ? undefined : valueAt(object, selector)
  if (text !== undefined && typeof text !== 'string') {
    const because = `${selector} accessor error: ${String(text)} is of the type ${typeof text}, expected string`
    yield valueInvalid(selector, '', because)
  }
}

function* replicaCauses(object: ApiObject, path: string): Iterable<StatusCause> {
  const value = valueAt(object, path)
  if (value === undefined) return
  if (typeof value !== 'number') {
    const because = `${path} accessor error: ${String(value)} is of the type ${typeof value}, expected int64`
    return yield valueInvalid(path, 0, because)
  }
  if (value < 0) yield valueInvalid(path, value, 'should be a non-negative integer')
  if (value > replicasMax) {
    yield valueInvalid(path, value, `should be less than or equal to ${replicasMax}`)
  }
}
