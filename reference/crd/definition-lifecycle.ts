// The writes that a server makes to definitions.

import { setImmediate } from 'node:timers/promises'

import type { ApiObject } from '../api/object.ts'
import type { Parts } from '../parts/parts.ts'
import { asStored, storePrefixOf, type Resource } from '../api/resource.ts'
import { notFound } from '../api/status.ts'
import { ignoreNotFound } from '../controllers/ignore-not-found.ts'
import { withControllerManagedFields } from '../parts/controller-managed-fields.ts'
import type { Key } from '../api/store.ts'
import { withApproval } from './group-approval.ts'
import {
  takenNamesOf,
  terminatingCondition,
  withCondition,
  withEstablished,
  withAcceptedNames,
} from './definition-conditions.ts'
import type { CustomTypeDefinition } from './custom-type-definition.ts'
import type { TypesOfDefinition } from './served-custom-types.ts'

/** The definitions by name, with functions to change them. */
export type CustomTypeRegistry = {
  readonly known: ReadonlyMap<string, RegisteredDefinition>
  /** Parses the schemas of a definition in turns, so that `set` need not parse them. */
  read(object: ApiObject): Promise<void>
  set(object: ApiObject): RegisteredDefinition
  remove(name: string): void
}

/** A definition as last seen. */
export type RegisteredDefinition = {
  readonly object: ApiObject
  readonly definition: CustomTypeDefinition
  readonly types: TypesOfDefinition
  /**
   * The text of the `spec`, from which the versions are made, and of the other inputs of the types.
   */
  readonly spec: string
  readonly form: string
  readonly isServed: boolean
}

/** Returns the type CustomResourceDefinition. */
export function crdType({ builtInResources }: Pick<Parts, 'builtInResources'>): Resource {
  const found = builtInResources.find(({ kind }) => kind === 'CustomResourceDefinition')
  if (!found) throw new Error('the table of resources has no definitions')
  return found
}

/** Returns the finalizer with which a server keeps a definition until its objects are gone. */
export const cleanupFinalizer = (apiDomain: string): string =>
  `customresourcecleanup.apiextensions.${apiDomain}`

/** Sets the accepted names and conditions of a definition, if they have changed. */
export async function establishDefinition(
  name: string,
  all: CustomTypeRegistry,
  parts: Parts,
): Promise<void> {
  const others = [...all.known.values()].filter(({ definition }) => definition.name !== name)
  await update(name, parts, object => {
    const now = parts.clock.now()
    const group = all.known.get(name)?.definition.group
    const takenNames = takenNamesOf(
      others.flatMap(({ definition }) => (definition.group === group ? [definition.accepted] : [])),
    )
    const named = withEstablished(withAcceptedNames(object, takenNames, now), now)
    const { approval } = parts.dialect
    const next = approval ? withApproval(named, approval, now) : named
    // The type must be served before clients can see its condition.
    if (next !== object) all.set(next)
    return next
  })
}

/**
 * Removes the objects of a deleted definition, and then the definition itself. Returns whether
 * objects are left because of their finalizers.
 */
export async function finalizeDefinition(
  { definition, types }: RegisteredDefinition,
  parts: Parts,
): Promise<boolean> {
  const finalizer = cleanupFinalizer(parts.dialect.apiDomain)
  const { name } = definition
  const say = (condition: Parameters<typeof withCondition>[1]) =>
    update(name, parts, object => withCondition(object, condition, parts.clock.now()))
  if (!definition.isEstablished) {
    await release(name, parts, finalizer, neverEstablished)
    return false
  }
  await say(inProgress)
  const left = await removeAll(asStored(types.kept), parts)
  if (left > 0) return true
  await release(name, parts, finalizer, completed)
  return false
}

const inProgress = terminatingCondition(
  'InstanceDeletionInProgress',
  'CustomResource deletion is in progress',
)
const completed = terminatingCondition(
  'InstanceDeletionCompleted',
  'removed all instances',
  'False',
)
const neverEstablished = terminatingCondition(
  'NeverEstablished',
  'resource was never established',
  'False',
)

const release = (
  name: string,
  parts: Parts,
  finalizer: string,
  condition: Parameters<typeof withCondition>[1],
) =>
  update(name, parts, object => {
    const { finalizers = [], ...metadata } = object.metadata
    if (!finalizers.includes(finalizer)) return object
    const kept = finalizers.filter(entry => entry !== finalizer)
    const freed = { ...metadata, ...(kept.length > 0 && { finalizers: kept }) }
    return withCondition({ ...object, metadata: freed }, condition, parts.clock.now())
  })

async function update(
  name: string,
  parts: Parts,
  change: (object: ApiObject) => ApiObject,
): Promise<void> {
  const resource = crdType(parts)
  const asServer = { manager: parts.dialect.fieldManagers.server, subresource: 'status' }
  const propose = (current: ApiObject | undefined): ApiObject => {
    if (!current) throw notFound(resource, name)
    const next = change(current)
    return next === current
      ? current
      : withControllerManagedFields(next, { resource, current, ...asServer }, parts)
  }
  const place = { namespace: '', name, resource }
  await ignoreNotFound(
    parts.verbs.performWrite({ ...place, operation: 'update', isDryRun: false, propose }, parts),
  )
}

const inBackground = {
  uid: '',
  resourceVersion: '',
  isDryRun: false,
  isForced: false,
  propagationPolicy: 'Background',
} as const

// A delete costs more than reading a key, and other work must run in between.
const deletedAtOnce = 50

/** Deletes every object of a type. Returns how many stay because of their finalizers. */
async function removeAll(resource: Resource, parts: Parts): Promise<number> {
  // Requests that were in progress when creation began to be refused have finished by the second
  // pass.
  await removeOnce(resource, parts)
  await setImmediate()
  return removeOnce(resource, parts)
}

async function removeOnce(resource: Resource, parts: Parts): Promise<number> {
  const prefix = storePrefixOf(resource, '')
  let left = 0
  let after: Key | undefined
  for (;;) {
    const page = await parts.store.range({ prefix, limit: deletedAtOnce, ...(after && { after }) })
    for (const { key } of page.entries) {
      const [, , namespace = '', name = ''] = key.split('/')
      const place = { resource, namespace, name }
      const write = parts.verbs.delete.write(place, inBackground, parts)
      const outcome = await ignoreNotFound(parts.verbs.performWrite(write, parts))
      if (outcome && outcome.effect !== 'remove') left += 1
      after = key
    }
    if (page.remaining === 0) return left
    await setImmediate()
  }
}
