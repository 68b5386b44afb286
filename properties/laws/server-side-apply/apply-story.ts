// A history of one object that several managers write, beside what the model of ownership foretells
// of each write. Writes are called `write 1`, `write 2`, …; `look 1` reads what the first left.

import { at, has, succeeded } from '../../history/history.ts'
import type { Exchange, History } from '../../history/history.ts'
import { elementsOf, pathsIn, valueElement } from '../../models/field-paths.ts'
import type { FieldPath } from '../../models/field-paths.ts'
import { fieldsOf, isInShape } from '../../models/field-shapes.ts'
import type { Fields, Shape } from '../../models/field-shapes.ts'
import { mergePatched } from '../../models/merge-patch.ts'
import { nothing, ownerKey, written } from '../../models/ownership.ts'
import type { Operation, Outcome, Owners, State, Write } from '../../models/ownership.ts'
import { given } from '../../history/observation.ts'
import { finalizer } from '../../scenarios/lives.ts'
import type { Observation } from '../../history/observation.ts'
import { valueAt } from '../../dsl/term.ts'
import type { Json } from '../../dsl/term.ts'
import { decided } from '../decisions.ts'

/** One write, the looks around it, and what the model says of it. */
export type Told = {
  write: Exchange
  before: Exchange | undefined
  after: Exchange
  foretold: Outcome
}

const metadata: Shape = {
  fields: { labels: { each: 'whole' }, annotations: { each: 'whole' }, finalizers: 'set' },
}

// Of these types every key of `data` is followed; of others the free text that scenarios write.
const contents: { [resource: string]: Members } = {
  secrets: { data: { each: 'whole' } },
  configmaps: { data: { each: 'whole' } },
}

type Members = { [name: string]: Shape }

/** What is followed of the object that a request is about. */
export function shapeOfRole({ words }: History, { about }: Exchange): Shape {
  const { resource, content } = words.types[about?.role ?? 'main']
  return { fields: { ...(contents[resource] ?? placeOf(content)), metadata } }
}

/** A place of a body, by its JSON pointer, and what holds it. */
function placeOf(pointer: string): Members {
  const [name = '', ...below] = pointer.split('/').slice(1)
  return { [name]: below.length === 0 ? 'whole' : { fields: placeOf(`/${below.join('/')}`) } }
}

/** The fields of an object that a shape names, without what others may have put beside them. */
export const followedIn = (object: unknown, shape: Shape): Fields =>
  new Map([...fieldsOf(object, shape)].filter(([path]) => isFollowed(path)))

/** Anybody may hold an object by a finalizer of his own: of the list, only ours are followed. */
function isFollowed(path: FieldPath): boolean {
  const [, list, element] = elementsOf(path)
  return list !== 'f:finalizers' || element?.startsWith(ownFinalizer) === true
}

const ownFinalizer = valueElement(finalizer('')).slice(0, -1)

/** The writes of a history, each as long as all before it came out as foretold. */
export function* story(history: History, shape?: Shape): Generator<Observation, Told[]> {
  const all: Told[] = []
  let state = nothing
  for (let index = 1; has(history, `write ${index}`); index++) {
    const write = yield* decided(history, `write ${index}`)
    const before = index > 1 ? at(history, `look ${index - 1}`) : undefined
    const after = at(history, `look ${index}`)
    const followed = shape ?? shapeOfRole(history, write)
    yield* onlyOurs(history, after, followed)
    const foretold = written(state, writeBy(write, before, followed))
    all.push({ write, before, after, foretold })
    const isAsForetold = succeeded(write) === (foretold.did === 'write')
    if (!isAsForetold) break
    if (foretold.did === 'write') state = foretold.state
  }
  return all
}

/** Nobody else has written what is followed. */
function* onlyOurs(history: History, look: Exchange, shape: Shape): Generator<Observation> {
  const foreign = entriesOf(look.answer?.body).find(
    entry => !isOurs(history, entry) && pathsOf(entry, shape).length > 0,
  )
  yield* given(foreign === undefined, `another writer is at work: ${String(foreign?.['manager'])}`)
}

const isOurs = ({ words }: History, { manager }: Entry): boolean =>
  String(manager).startsWith(words.prefix) || manager === 'before-first-apply'

/** What a request asks for, in the words of the model. */
function writeBy({ request }: Exchange, look: Exchange | undefined, shape: Shape): Write {
  const manager = request.query['fieldManager'] ?? ''
  const body = JSON.parse(request.body ?? 'null') as Json
  const type = String(request.headers['content-type'])
  if (type.startsWith('application/apply-patch'))
    return {
      sort: 'apply',
      manager,
      fields: followedIn(body, shape),
      isForced: request.query['force'] === 'true',
    }
  const isMerge = request.method === 'PATCH'
  const next = isMerge ? mergePatched((look?.answer?.body ?? {}) as Json, body) : body
  const record = isMerge ? undefined : valueAt(body, '/metadata/managedFields')
  const clears = Array.isArray(record) && record.length === 0
  return { sort: 'update', manager, fields: followedIn(next, shape), clears }
}

/** A member of `metadata.managedFields`. */
export type Entry = { [member: string]: unknown }

export function entriesOf(object: unknown): Entry[] {
  const record = valueAt(object, '/metadata/managedFields')
  return Array.isArray(record) ? record.filter(isEntry) : []
}

const isEntry = (entry: unknown): entry is Entry => typeof entry === 'object' && entry !== null

/** The paths of an entry that a shape follows. */
export const pathsOf = ({ fieldsV1 }: Entry, shape: Shape): FieldPath[] =>
  (pathsIn(fieldsV1) ?? []).filter(path => isInShape(path, shape) && isFollowed(path))

/** Who owns what by an object's record, as far as a shape follows it. */
export const ownersIn = (object: unknown, shape: Shape): Owners =>
  new Map(
    entriesOf(object)
      .map(entry => [keyOf(entry), new Set(pathsOf(entry, shape))] as const)
      .filter(([, paths]) => paths.size > 0),
  )

const keyOf = ({ manager, operation, subresource }: Entry): string =>
  ownerKey({
    manager: String(manager),
    operation: operation as Operation,
    ...(typeof subresource === 'string' ? { subresource } : {}),
  })

/** The state that a look shows. */
export const stateIn = (look: Exchange, shape: Shape): State => ({
  fields: succeeded(look) ? followedIn(look.answer?.body, shape) : undefined,
  owners: ownersIn(look.answer?.body, shape),
})
