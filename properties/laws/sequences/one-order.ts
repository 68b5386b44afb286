// Judges linearizability with a model of objects: one order of the requests, each between its
// sending and its answer, must explain every answer: the effect of each write, its version, the
// identity and the removal of objects, the refusals, and that dry runs and refusals have no effect.
// The law searches for an order. Only concurrent requests can be ordered in more than one way.

import type { Exchange, History } from '../../history/history.ts'
import { answerSummary } from '../../history/history.ts'
import { precondition, verify } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { garbageCollectionEffect } from './deletions.ts'
import { stateAfterGet, stateAfterList } from './reads.ts'
import { stateAfter, isRuleFault, emptyState } from './state.ts'
import type { SequenceChange, RuleFault, SequenceState } from './state.ts'
import { stateAfterCollectionDelete, stateAfterWrite } from './writes.ts'
import type { ServerBehavior, WriteContext } from './writes.ts'

/** One order explains every request. Otherwise the rule at which the best order fails is broken. */
export const oneOrderExplains = (server: ServerBehavior) =>
  function* (history: History): Generator<Observation> {
    const { done, fault } = yield* explanationOf(history, server)
    for (const _ of done) yield { kind: 'held' }
    if (fault) yield verify(false, fault)
  }

/** An order of requests that explains their answers, as far as one was found. */
export type Explanation = {
  done: Exchange[]
  changes: readonly SequenceChange[]
  fault?: RuleFault & { at: Exchange }
}

/** Returns a fault if evidence other than the answers contradicts a change. */
export type Witness = (change: SequenceChange) => RuleFault | undefined

/** Returns the best order of the requests by their answers and a witness. */
export function* explanationOf(
  history: History,
  server: ServerBehavior,
  witness: Witness = () => undefined,
): Generator<Observation, Explanation> {
  const requests = history.exchanges.filter(one => one.about && !one.stream)
  for (const one of requests) {
    const status = one.answer?.status ?? 500
    yield* precondition(
      status < 500 && status !== 429,
      `${one.step} returned ${answerSummary(one)}`,
    )
  }
  const trial = { history, server, witness }
  const found = search(requests, (state, by) => explained(state, by, trial))
  yield* precondition(found !== undefined, `there are more than ${pointsMax} orders to try`)
  return found ?? { done: [], changes: [] }
}

// Three clients with two requests each have 90 orders, and few of them explain the answers.
const pointsMax = 5_000

type Point = { done: Exchange[]; state: SequenceState }
type Step = (state: SequenceState, by: Exchange) => SequenceState | RuleFault

/** Searches all orders that agree with real time and visits each point once. */
function search(requests: Exchange[], step: Step): Explanation | undefined {
  const seen = new Set<string>()
  const open: Point[] = [{ done: [], state: emptyState }]
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
      if (!isRuleFault(next)) open.push({ done: [...done, by], state: next })
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

type Evidence = WriteContext & { witness: Witness }

/**
 * Returns the state after a request, or a fault. A garbage collector may have acted before the
 * request.
 */
function explained(
  state: SequenceState,
  by: Exchange,
  evidence: Evidence,
): SequenceState | RuleFault {
  const stepFrom = (before: SequenceState): SequenceState | RuleFault => {
    const next = answeredIn(before, by, evidence)
    if (isRuleFault(next)) return next
    const news = next.changes.slice(state.changes.length)
    return news.map(evidence.witness).find(fault => fault !== undefined) ?? next
  }
  const next = stepFrom(state)
  if (!isRuleFault(next)) return next
  return (
    collectedFrom(state)
      .map(stepFrom)
      .find(one => !isRuleFault(one)) ?? next
  )
}

function answeredIn(
  state: SequenceState,
  by: Exchange,
  trial: WriteContext,
): SequenceState | RuleFault {
  const isOfOne = by.about?.name !== undefined
  switch (by.request.method) {
    case 'GET':
      return isOfOne ? stateAfterGet(state, by) : stateAfterList(state, by, trial.history)
    case 'DELETE':
      return isOfOne
        ? stateAfterWrite(state, by, trial)
        : stateAfterCollectionDelete(state, by, trial)
    default:
      return stateAfterWrite(state, by, trial)
  }
}

/** Returns the states in which the collector has processed some of the objects that wait for it. */
function collectedFrom(state: SequenceState): SequenceState[] {
  let states = [state]
  for (const [key, found] of state.objects) {
    const effect = garbageCollectionEffect(found)
    if (!effect) continue
    const done = { key, effect, version: undefined, by: 'collector' } as const
    states = [...states, ...states.map(one => stateAfter(one, done))]
  }
  return states.slice(1)
}
