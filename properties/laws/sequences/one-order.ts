// One order of the requests, each between its sending and its answer, in which a model of objects
// explains every answer: what each write leaves, whether its version moves, who an object is, when
// it goes, what is refused, and that dry runs and refusals leave nothing. An order is searched for;
// only requests that were under way at the same time can be ordered in more than one way.

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

/** Every request is explained; otherwise the rule is broken that the best order fails at. */
export const oneOrderExplains = (server: ServerBehavior) =>
  function* (history: History): Generator<Observation> {
    const { done, fault } = yield* explanationOf(history, server)
    for (const _ of done) yield { kind: 'held' }
    if (fault) yield verify(false, fault)
  }

export type Explanation = {
  done: Exchange[]
  changes: readonly SequenceChange[]
  fault?: RuleFault & { at: Exchange }
}

/** What other evidence than the answers has against a change. */
export type Witness = (change: SequenceChange) => RuleFault | undefined

/** The best order in which answers and a witness explain the requests. */
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

// Three clients with two requests each can come in 90 orders, of which few explain their answers.
const pointsMax = 5_000

type Point = { done: Exchange[]; state: SequenceState }
type Step = (state: SequenceState, by: Exchange) => SequenceState | RuleFault

/** Goes through all orders that agree with real time, each reached point once. */
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

/** The state after a request, before which a garbage collector may have done its part. */
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

/** The states in which the collector has let go of some of the objects that wait for it. */
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
