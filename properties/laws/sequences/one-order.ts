// One order of the requests, each between its sending and its answer, in which a model of objects
// explains every answer: what each write leaves, whether its version moves, who an object is, when
// it goes, what is refused, and that dry runs and refusals leave nothing. An order is searched for;
// only requests that were under way at the same time can be ordered in more than one way.

import type { Exchange, History } from '../../history/history.ts'
import { answered } from '../../history/history.ts'
import { given, holds } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { collectionOf } from './deletions.ts'
import { afterGet, afterList } from './reads.ts'
import { after, isFault, nothing } from './state.ts'
import type { Change, Fault, State } from './state.ts'
import { afterDeletionOfAll, afterWrite } from './writes.ts'
import type { Server, Trial } from './writes.ts'

/** Every request is explained; otherwise the rule is broken that the best order fails at. */
export const oneOrderExplains = (server: Server) =>
  function* (history: History): Generator<Observation> {
    const { done, fault } = yield* explanationOf(history, server)
    for (const _ of done) yield { kind: 'held' }
    if (fault) yield holds(false, fault)
  }

export type Explanation = {
  done: Exchange[]
  changes: readonly Change[]
  fault?: Fault & { at: Exchange }
}

/** What other evidence than the answers has against a change. */
export type Witness = (change: Change) => Fault | undefined

/** The best order in which answers and a witness explain the requests. */
export function* explanationOf(
  history: History,
  server: Server,
  witness: Witness = () => undefined,
): Generator<Observation, Explanation> {
  const requests = history.exchanges.filter(one => one.about && !one.stream)
  for (const one of requests) {
    const status = one.answer?.status ?? 500
    yield* given(status < 500 && status !== 429, `${one.step} answered ${answered(one)}`)
  }
  const trial = { history, server, witness }
  const found = search(requests, (state, by) => explained(state, by, trial))
  yield* given(found !== undefined, `there are more than ${pointsMax} orders to try`)
  return found ?? { done: [], changes: [] }
}

// Three clients with two requests each can come in 90 orders, of which few explain their answers.
const pointsMax = 5_000

type Point = { done: Exchange[]; state: State }
type Step = (state: State, by: Exchange) => State | Fault

/** Goes through all orders that agree with real time, each reached point once. */
function search(requests: Exchange[], step: Step): Explanation | undefined {
  const seen = new Set<string>()
  const open: Point[] = [{ done: [], state: nothing }]
  let best: Explanation = { done: [], changes: [] }
  for (let point = open.pop(); point; point = open.pop()) {
    const { done, state } = point
    const name = nameOf(requests, point)
    if (seen.has(name)) continue
    seen.add(name)
    if (seen.size > pointsMax) return undefined
    if (done.length === requests.length) return { done, changes: state.changes }
    const left = requests.filter(one => !done.includes(one))
    for (const by of left.filter(one => left.every(other => other.answeredAt >= one.sentAt))) {
      const next = step(state, by)
      if (!isFault(next)) open.push({ done: [...done, by], state: next })
      else if (!best.fault || done.length > best.done.length)
        best = { done, changes: state.changes, fault: { ...next, at: by } }
    }
  }
  return best
}

const nameOf = (requests: Exchange[], { done, state }: Point): string =>
  requests.map(one => (done.includes(one) ? '1' : '0')).join('') +
  state.changes.length +
  JSON.stringify([...state.objects].toSorted(([a], [b]) => (a < b ? -1 : 1)))

type Evidence = Trial & { witness: Witness }

/** The state after a request, before which a garbage collector may have done its part. */
function explained(state: State, by: Exchange, evidence: Evidence): State | Fault {
  const stepFrom = (before: State): State | Fault => {
    const next = answeredIn(before, by, evidence)
    if (isFault(next)) return next
    const news = next.changes.slice(state.changes.length)
    return news.map(evidence.witness).find(fault => fault !== undefined) ?? next
  }
  const next = stepFrom(state)
  if (!isFault(next)) return next
  return (
    collectedFrom(state)
      .map(stepFrom)
      .find(one => !isFault(one)) ?? next
  )
}

function answeredIn(state: State, by: Exchange, trial: Trial): State | Fault {
  const isOfOne = by.about?.name !== undefined
  switch (by.request.method) {
    case 'GET':
      return isOfOne ? afterGet(state, by) : afterList(state, by, trial.history)
    case 'DELETE':
      return isOfOne ? afterWrite(state, by, trial) : afterDeletionOfAll(state, by, trial)
    default:
      return afterWrite(state, by, trial)
  }
}

/** The states in which the collector has let go of some of the objects that wait for it. */
function collectedFrom(state: State): State[] {
  let states = [state]
  for (const [key, found] of state.objects) {
    const effect = collectionOf(found)
    if (!effect) continue
    const done = { key, effect, version: undefined, by: 'collector' } as const
    states = [...states, ...states.map(one => after(one, done))]
  }
  return states.slice(1)
}
