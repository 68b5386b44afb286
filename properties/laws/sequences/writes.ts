// What the answer to a write may be in a state, and the state that the write leaves.

import type { ProbeType } from '../../../fixtures/objects/probe-types.ts'
import type { Exchange, History, Item } from '../../history/history.ts'
import { answered, refused, succeeded } from '../../history/history.ts'
import { valueAt } from '../../dsl/term.ts'
import { differenceOf, sidesOf } from '../differences.ts'
import { deletionOf } from './deletions.ts'
import { effectOf } from './effects.ts'
import type { Effect, Sound } from './effects.ts'
import { isObject, keysMeant, listFault } from './reads.ts'
import { after, isFault } from './state.ts'
import type { Change, Fault, State } from './state.ts'
import { filled, open, storedIn } from './stored.ts'
import type { Stored } from './stored.ts'

/** What is known of a server beyond the model. */
export type Server = {
  /**
   * What removes an object removes it whatever became of it since it was looked at, gone or not,
   * and so may lose a write: an open fault of genuine servers (kubernetes/kubernetes#77988).
   */
  removesBlindly: boolean
}

export type Trial = { history: History; server: Server }

export function afterWrite(state: State, by: Exchange, { history, server }: Trial): State | Fault {
  const key = keyAsked(by)
  const found = state.objects.get(key)
  const type = history.words.types[by.about?.role ?? 'main']
  const isOrdered = history.words.ordered
  const next = afterEffect(state, { key, by, isOrdered, effect: effectOn(found, by, type) })
  if (!isFault(next) || !server.removesBlindly) return next
  for (const { before } of overlapping(state, key, by)) {
    const effect = effectOn(before, by, type)
    const blind = afterEffect(state, { key, by, isOrdered, effect })
    if (effect.does === 'remove' && !isFault(blind)) return found ? blind : state
  }
  return next
}

function keyAsked({ about, request }: Exchange): string {
  const name = about?.name ?? valueAt(JSON.parse(request.body ?? 'null'), '/metadata/name')
  return `${about?.namespace ?? ''}/${String(name)}`
}

const effectOn = (found: Stored | undefined, by: Exchange, type: ProbeType): Effect =>
  by.request.method === 'DELETE' ? deletionOf(found, optionsOf(by)) : effectOf(by, found, type)

/** The changes of an object since a request was sent. */
const overlapping = ({ changes }: State, key: string, { sentAt }: Exchange): Change[] =>
  changes.filter(one => one.key === key && one.by !== 'collector' && one.by.answeredAt > sentAt)

type Written<Done> = { key: string; effect: Done; by: Exchange; isOrdered: boolean }

function afterEffect(state: State, written: Written<Effect>): State | Fault {
  const { key, effect, by } = written
  if (effect.does === 'refuse') {
    const { says, codes } = effect
    const isRight = refused(by) && codes.includes(by.answer?.status ?? 0)
    return isRight ? state : { says, expected: codes.join(' or '), got: answered(by) }
  }
  if (!succeeded(by))
    return {
      says: 'A write with nothing wrong about it is carried out.',
      expected: 'success',
      got: answered(by),
    }
  // The answer to a removal need not be the object.
  if (by.request.method !== 'DELETE' || effect.does !== 'remove')
    return afterShown(state, { ...written, effect })
  return isDry(by) ? state : after(state, { key, effect, version: undefined, by })
}

/** The state after a write whose answer shows the object as it leaves it. */
function afterShown(state: State, { key, effect, by, isOrdered }: Written<Sound>): State | Fault {
  const says = 'The answer to a write shows the object as the write is to leave it.'
  const body = by.answer?.body
  if (!isObject(body)) return { says, expected: 'the object', got: answered(by) }
  const { object: shown, version } = storedIn(body)
  const object = filled(effect.object, shown)
  const difference = isDry(by)
    ? differenceOf(withoutGenerated(object), withoutGenerated(shown))
    : differenceOf(object, shown)
  if (difference) return { says, ...sidesOf(difference) }
  if (isDry(by)) return state
  const known = state.objects.get(key)?.version
  const fault =
    identityFault(state, effect, shown) ??
    versionFault(state, { effect, known, version, isOrdered })
  return fault ?? after(state, { key, effect: { ...effect, object }, version, by })
}

const generated = ['uid', 'creationTimestamp', 'deletionTimestamp']

/** An object without what nobody may rely on in the answer of a dry run. */
function withoutGenerated({ metadata, ...fields }: Item): Item {
  const relied = Object.entries(metadata).filter(([name]) => !generated.includes(name))
  return { ...fields, metadata: Object.fromEntries(relied) }
}

/** What the server makes up for a new object, or for one that it marks, is there; a uid is new. */
function identityFault(
  state: State,
  { does, object }: Sound,
  { metadata }: Item,
): Fault | undefined {
  const absent = generated.find(
    name => object.metadata[name] === open && typeof metadata[name] !== 'string',
  )
  if (absent !== undefined)
    return { says: `The server sets ${absent}.`, expected: 'a text', got: metadata[absent] }
  if (does !== 'create') return undefined
  const { uid, generation = 1 } = metadata
  if (generation !== 1) return { says: 'Generations begin with 1.', expected: 1, got: generation }
  return state.uids.has(uid)
    ? { says: 'A new object has a new uid.', expected: 'another uid', got: uid }
    : undefined
}

type Versions = { effect: Sound; known: unknown; version: unknown; isOrdered: boolean }

/** A version moves exactly when its object does. That of a removal is of no object any more. */
function versionFault(
  { versions }: State,
  { effect: { does }, known, version, isOrdered }: Versions,
): Fault | undefined {
  if (does === 'remove') return undefined
  if (does === 'keep' && known !== undefined)
    return version === known
      ? undefined
      : { says: 'A write that changes nothing keeps the version.', expected: known, got: version }
  const isNew = typeof version === 'string' && version !== '' && !versions.has(version)
  // One that nobody has seen before may be older than what was given out meanwhile.
  const isNewest = does === 'keep' || !isOrdered || [...versions].every(isBefore(version))
  return isNew && isNewest
    ? undefined
    : { says: 'A change gives its object a new version.', expected: 'a new one', got: version }
}

const isBefore =
  (version: unknown) =>
  (other: unknown): boolean =>
    [version, other].every(isDecimal) && BigInt(String(other)) < BigInt(String(version))

const isDecimal = (version: unknown): boolean => /^\d{1,39}$/.test(String(version))

/** What the answer to the deletion of a collection lists is deleted, each object on its own. */
export function afterDeletionOfAll(state: State, by: Exchange, { history }: Trial): State | Fault {
  const fault = listFault(state, by, history)
  if (fault) return { ...fault, says: 'The deletion of a collection answers what it deletes.' }
  if (isDry(by)) return state
  return keysMeant(state, by).reduce((next, key) => {
    const effect = deletionOf(next.objects.get(key), optionsOf(by))
    const isDone = effect.does === 'change' || effect.does === 'remove'
    return isDone ? after(next, { key, effect, version: undefined, by }) : next
  }, state)
}

/** The options of a delete: those of its body alone if it has one. */
const optionsOf = ({ request }: Exchange): unknown =>
  request.body === undefined ? request.query : JSON.parse(request.body)

const isDry = (by: Exchange): boolean =>
  valueAt(by.request.method === 'DELETE' ? optionsOf(by) : by.request.query, '/dryRun') !==
  undefined
