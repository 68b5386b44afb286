// What a stream told of each object, beside what happened to it.

import type { Exchange, History, Stream } from '../../history/history.ts'
import { at, foreignItems, keyOf, ownItems } from '../../history/history.ts'
import { inScope } from '../../history/model.ts'
import { isUntouched, livesOf } from '../../history/lives.ts'
import type { Change, Lives } from '../../history/lives.ts'
import { given, holds } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { changesOf, isRemoval, toldText } from '../../history/streams.ts'
import type { Told } from '../../history/streams.ts'
import { startOf } from '../../history/watch-start.ts'
import type { Start } from '../../history/watch-start.ts'
import { startIsSound } from './sound-start.ts'

/** A watch, or several that continue each other, as one telling. */
export type Telling = {
  first: Exchange
  told: Told[]
  start: Start
  lives: Lives
}

/** An event and the change of its object that it tells; `index` counts the changes of that name. */
export type Line = { told: Told; change: Change; index: number }

/** The steps that a watch and its continuations have in the history. */
type Parts = [first: string, ...rest: string[]]

/**
 * The telling of a watch (and of those that continue it). Unmet when it was not answered with a
 * stream, or the order of the writes or the version of its start is not known.
 */
export function* tellingOf(history: History, ...parts: Parts): Generator<Observation, Telling> {
  const exchanges = parts.map(label => at(history, label))
  const [first] = exchanges as [Exchange]
  for (const { stream, step, problem, answer } of exchanges)
    yield* given(
      stream !== undefined,
      `${step} is no stream: ${problem ?? answer?.status ?? 'it was not answered'}`,
    )
  const lives = yield* livesOf(history, first.about?.role ?? 'main')
  // Who has resumed a watch takes nothing more from what came before it.
  const told = exchanges.flatMap(({ stream }, part) =>
    changesOf(history, stream as Stream).filter(
      ({ receivedAt }) => receivedAt < (exchanges[part + 1]?.sentAt ?? Infinity),
    ),
  )
  yield* startIsSound(history, { first, told, lives })
  return { first, told, start: startOf(history, first, lives), lives }
}

/** A stream showed what a step waited for. Late is not lost: without it nothing is judged. */
export function* caughtUp(history: History, ...waits: string[]): Generator<Observation> {
  for (const label of waits) {
    const { problem } = at(history, label)
    yield* given(problem === undefined, `${label}: ${problem}`)
  }
}

/** Nobody else writes in the namespaces of the case, as far as its lists show. */
export function* aloneIn(history: History): Generator<Observation> {
  for (const exchange of history.exchanges) {
    const [foreign] = foreignItems(history, exchange)
    yield* given(!foreign, `another writer is at work: ${String(foreign?.metadata['name'])}`)
  }
}

/**
 * Nobody else writes the objects of the case, as far as lists and events show: an object at a
 * version that no write gave was written by another, unless its life has no room for that.
 */
export function* onlyWriter(
  history: History,
  { first, lives }: Pick<Telling, 'first' | 'lives'>,
): Generator<Observation> {
  for (const exchange of history.exchanges) {
    if (exchange.about?.role !== first.about?.role) continue
    const events = exchange.stream ? changesOf(history, exchange.stream) : []
    const items = ownItems(history, exchange).map(object => ({ object, receivedAt: 0 }))
    const reached = new Map<string, number>()
    for (const { object, receivedAt } of [...items, ...events.filter(one => !isRemoval(one))]) {
      const key = keyOf(object)
      const life = lives.byKey.get(key) ?? []
      const shown = object.metadata['resourceVersion']
      const index = life.findIndex(({ version }) => version === shown)
      const isRoom = hasRoomAfter(life, reached.get(key) ?? -1)
      const isOthers = index < 0 && (isRoom || mayBeTouched(history, life, { receivedAt }))
      yield* given(!isOthers, `another writer is at work: ${key}`)
      if (index >= 0) reached.set(key, index)
    }
  }
}

/** The lives of the objects that a watch is about, by key. */
export const livesInScope = ({ first, lives }: Telling): Map<string, Change[]> =>
  new Map(
    [...lives.byKey].filter(([key, changes]) => {
      const item = changes.map(({ after, before }) => after ?? before).find(one => one)
      return item && inScope(new Map([[key, item]]), first).size > 0
    }),
  )

/**
 * Each event with the change that it tells. An event that no write of this case explains breaks
 * the rule when nobody else wrote the object (see `isUntouched`), and is unmet otherwise.
 */
export function* linesOf(
  history: History,
  { first, told, lives }: Pick<Telling, 'first' | 'told' | 'lives'>,
): Generator<Observation, Line[]> {
  const lines: Line[] = []
  const reached = new Map<string, number>()
  for (const one of told) {
    const life = lives.byKey.get(one.key) ?? []
    const from = reached.get(one.key) ?? -1
    const index = placeIn(life, one, from)
    if (index < 0) {
      const isOthers = hasRoomAfter(life, from) || mayBeTouched(history, life, one)
      yield* given(!isOthers, `another writer is at work: ${one.key}`)
      yield holds(false, {
        says: 'Every event shows its object as a write left it.',
        expected: `one of the versions ${life.map(change => String(change.version)).join(', ')}`,
        got: toldText(history, one),
        at: first,
      })
      continue
    }
    reached.set(one.key, index)
    lines.push({ told: one, change: life[index] as Change, index })
  }
  return lines
}

const finals = ['final', 'final@1']

/** Whether others may have written an object; lists at the end show nothing of what is told later. */
function mayBeTouched(
  history: History,
  life: Change[],
  { receivedAt }: Pick<Told, 'receivedAt'>,
): boolean {
  const lists = history.exchanges.filter(({ step }) => finals.includes(step))
  const isLater = lists.some(({ sentAt }) => sentAt < receivedAt)
  return isLater || !isUntouched(history, life, finals)
}

/** Before a write that names no version it is based on, as a DELETE, others may have written. */
const hasRoomAfter = (life: Change[], from: number): boolean =>
  life
    .slice(from + 1)
    .some(({ before, write }) => before !== undefined && write.basedOn === undefined)

/** Which change an event tells: versions are unique; a removal is the next one, or else the last. */
function placeIn(life: Change[], told: Told, from: number): number {
  if (!isRemoval(told)) return life.findIndex(({ version }) => version === told.version)
  const next = life.findIndex(({ after }, index) => after === undefined && index > from)
  return next >= 0 ? next : life.findLastIndex(({ after }) => after === undefined)
}
