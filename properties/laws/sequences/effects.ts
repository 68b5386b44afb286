// Models the effect of a write on an object, from the request alone: the resulting object, or the
// reason of a refusal.

import type { TestedType } from '../../../fixtures/objects/tested-types.ts'
import type { Exchange, Item } from '../../history/history.ts'
import { unknownName } from '../../history/sent-fields.ts'
import type { Json } from '../../dsl/term.ts'
import { firstDifference } from '../../models/json-differences.ts'
import { applyPatch } from './apply-patch.ts'
import { finalizersIn, normalizeMetadata, serverChosen } from './model-object.ts'
import type { ModelObject } from './model-object.ts'

/** The effect of a write that succeeds. */
export type WriteEffect = { does: 'create' | 'change' | 'keep' | 'remove'; object: Item }

/** The effect that a request must have according to the model: a write, or a refusal. */
export type RequestEffect =
  | WriteEffect
  /** `says` is the rule for the refusal. With several reasons any of their codes is right. */
  | { does: 'refuse'; says: string; codes: number[] }

// The codes are those of the reference and of genuine servers.
type Reason = { says: string; codes: number[] }

const nameInUse: Reason = { says: 'A create with a name in use is refused.', codes: [409] }
export const missingObject: Reason = {
  says: 'A write to a missing object is refused.',
  codes: [404],
}
const inapplicable: Reason = {
  says: 'A patch that cannot be applied as a whole is refused.',
  codes: [422],
}
const unknownField: Reason = {
  says: 'At Strict, a write with an unknown field is refused.',
  codes: [400, 422],
}
export const staleVersion: Reason = {
  says: 'A write with a version other than the stored one is refused.',
  codes: [409],
}
const unversioned: Reason = {
  says: 'A PUT without a version is refused if the type requires one.',
  codes: [422],
}
export const uidMismatch: Reason = {
  says: 'A write with a different uid is refused.',
  codes: [409],
}
const lateFinalizer: Reason = {
  says: 'A finalizer cannot be added to an object that is being deleted.',
  codes: [422],
}

/** Returns the effect of a POST, PUT or PATCH on the object with its name. */
export function writeEffect(
  write: Exchange,
  found: ModelObject | undefined,
  type: TestedType,
): RequestEffect {
  const { method } = write.request
  const isCreate = method === 'POST' || (method === 'PUT' && !found && type.createOnUpdate === true)
  const document = documentOf(write, found)
  const reasons = [
    ...(method === 'POST' && found ? [nameInUse] : []),
    ...(!isCreate && !found ? [missingObject] : []),
    ...(found && !document ? [inapplicable] : []),
    ...(document && isStrict(write) && stray in document ? [unknownField] : []),
    ...(document && method !== 'POST' ? reasonsAgainst(document, found, type) : []),
  ]
  if (reasons.length > 0 || !document) return refusalEffect(reasons)
  return found
    ? effectOnExisting(changed(document, found.object, write), found)
    : { does: 'create', object: created(document, write) }
}

export const refusalEffect = (reasons: Reason[]): RequestEffect => ({
  does: 'refuse',
  says: reasons[0]?.says ?? '',
  codes: reasons.flatMap(({ codes }) => codes),
})

// The only unknown field name that sequences send.
const stray = unknownName(0)

const isStrict = ({ request }: Exchange): boolean => request.query['fieldValidation'] === 'Strict'

// A placeholder for the version of an object that no answer has shown.
const unshown = 'not shown yet'

/** Returns the complete object that a write requests; undefined if its patch cannot be applied. */
function documentOf(write: Exchange, found: ModelObject | undefined): Item | undefined {
  if (write.request.method !== 'PATCH') return JSON.parse(write.request.body ?? '{}') as Item
  if (!found) return undefined
  const { object, version = unshown } = found
  const shown = { ...object, metadata: { ...object.metadata, resourceVersion: version } }
  return applyPatch(write, shown as Json) as Item | undefined
}

function reasonsAgainst(
  { metadata }: Item,
  found: ModelObject | undefined,
  { unconditionalUpdate }: TestedType,
): Reason[] {
  const { uid, resourceVersion } = metadata
  const held = found?.object.metadata
  const isOther = uid !== undefined && uid !== held?.['uid']
  if (!found || !held) return isOther ? [uidMismatch] : []
  const isNew = (one: string) => !finalizersIn(held).includes(one)
  const isLate = isMarkedForDeletion(held) && finalizersIn(metadata).some(isNew)
  return [
    ...(isOther ? [uidMismatch] : []),
    ...(resourceVersion === undefined && unconditionalUpdate === false ? [unversioned] : []),
    ...(resourceVersion !== undefined && resourceVersion !== (found.version ?? unshown)
      ? [staleVersion]
      : []),
    ...(isLate ? [lateFinalizer] : []),
  ]
}

export const isMarkedForDeletion = (metadata: Item['metadata']): boolean =>
  metadata['deletionTimestamp'] !== undefined

// Metadata that the server ignores in a body. The namespace is that of the path.
const serverSet = [
  'namespace',
  'uid',
  'creationTimestamp',
  'deletionTimestamp',
  'deletionGracePeriodSeconds',
  'generation',
]

/** Returns a body without the fields that a client cannot set. */
function clientFields(document: Item): Item {
  const { kind: _, apiVersion: __, status: ___, [stray]: ____, metadata, ...fields } = document
  const { resourceVersion: _____, ...others } = metadata
  const said = Object.entries(others).filter(([name]) => !serverSet.includes(name))
  return { ...fields, metadata: Object.fromEntries(said) }
}

function created(document: Item, { about }: Exchange): Item {
  const { metadata, ...fields } = clientFields(document)
  const place = about?.namespace === undefined ? {} : { namespace: about.namespace }
  const madeUp = { uid: serverChosen, creationTimestamp: serverChosen, generation: serverChosen }
  return {
    ...fields,
    status: serverChosen,
    metadata: { ...normalizeMetadata({ ...metadata, ...place }), ...madeUp },
  }
}

/**
 * Returns the object after an update. Fields that the server sets stay, and so do those that belong
 * to another path.
 */
function changed(document: Item, found: Item, { request }: Exchange): Item {
  if (/\/status(\?|$)/.test(request.path)) return { ...found, status: document['status'] }
  const { metadata: had, status, ...before } = found
  const { metadata, ...fields } = clientFields(document)
  const own = Object.entries(had).filter(([name]) => serverSet.includes(name))
  const next = {
    ...fields,
    ...(status === undefined ? {} : { status }),
    metadata: normalizeMetadata({ ...metadata, ...Object.fromEntries(own) }),
  }
  return firstDifference(before, fields) ? withNextGeneration(next) : next
}

/** Returns the object with the next generation, if its type counts generations. */
export function withNextGeneration({ metadata, ...fields }: Item): Item {
  const { generation } = metadata
  const next = typeof generation === 'number' ? { generation: generation + 1 } : {}
  return { ...fields, metadata: { ...metadata, ...next } }
}

/**
 * Returns the effect of an update on an existing object. If it is marked for deletion, the removal
 * of its last finalizer removes it.
 */
export function effectOnExisting(next: Item, found: ModelObject): WriteEffect {
  const isOver = isMarkedForDeletion(next.metadata) && finalizersIn(next.metadata).length === 0
  if (isOver) return { does: 'remove', object: next }
  return { does: firstDifference(found.object, next) ? 'change' : 'keep', object: next }
}
