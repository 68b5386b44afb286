// W7 for field selectors of a built-in type: namespaces that cease to be Active and become
// Terminating (scenarios/watch/watched-phases.ts).

import { bodyValueAt, exchangeAt } from '../../history/history.ts'
import type { Exchange, History } from '../../history/history.ts'
import { applicable, precondition, verify } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { isChangeEvent, watchEventsOf } from '../../history/watch-events.ts'
import { requireSuccess } from '../preconditions.ts'
import { requireCaughtUp } from './interpreted-watch.ts'
import { requireWatch } from './watch-stream.ts'

/** K8S-WATCH-044: an object that begins to match is ADDED, one that ceases to match is DELETED. */
export function* eventsFollowPhase(history: History): Generator<Observation> {
  yield* requireSuccess(history, 'other', 'object', 'marker')
  yield* requirePhases(history)
  for (const label of ['active', 'terminating'])
    yield* applicable(
      exchangeAt(history, label).answer?.status !== 400,
      'namespaces are not selected by status.phase',
    )
  const active = yield* requireWatch(history, 'active')
  const terminating = yield* requireWatch(history, 'terminating')
  yield* requireCaughtUp(history, 'active shows marker')
  yield isSequence(history, active, /^ADDED( MODIFIED)* DELETED$/)
  // The namespace was removed before the other one, so the event of that one comes later.
  const name = nameOf(history, 'other')
  const isPast = eventsOf(terminating, name).length > 0
  const isShown = eventsOf(terminating, nameOf(history, 'object')).length > 0
  yield* precondition(isPast || isShown, 'the watch of terminating namespaces has no events')
  yield isSequence(history, terminating, /^ADDED( MODIFIED)*( DELETED)?$/)
}

/** The precondition that the phase was Active, and Terminating after the removal. */
function* requirePhases(history: History): Generator<Observation> {
  const phaseAt = (label: string) => bodyValueAt(exchangeAt(history, label), '/status/phase')
  yield* precondition(phaseAt('object') === 'Active', 'the new namespace is not Active')
  const later = ['removed', 'after'].map(phaseAt)
  yield* precondition(later.includes('Terminating'), 'the namespace was not seen Terminating')
}

function isSequence(history: History, watch: Exchange, wanted: RegExp): Observation {
  const types = eventsOf(watch, nameOf(history, 'object')).join(' ')
  return verify(wanted.test(types), {
    says: 'With a field selector, an object that starts to match is ADDED, and one that stops matching is DELETED.',
    expected: wanted.source.replaceAll(/[$^]/g, ''),
    got: types || 'no event',
    at: watch,
  })
}

const nameOf = (history: History, label: string): unknown =>
  bodyValueAt(exchangeAt(history, label), '/metadata/name')

/** The types of the events of an object. */
const eventsOf = ({ stream }: Exchange, name: unknown): string[] =>
  watchEventsOf(stream)
    .filter(event => isChangeEvent(event) && event.object.metadata['name'] === name)
    .map(({ type }) => type)
