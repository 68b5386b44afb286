// Judges how the objects of a type are stored that was defined while the servers ran.

import { answerSummary, exchangeAt, type History, isSuccess } from '../../history/history.ts'
import { applicable, type Observation, precondition } from '../../history/observation.ts'
import { cannotRead } from './stored-objects.ts'

const controls = [
  'read-Lease-encrypting',
  'read-Widget-encrypting',
  'read-Lease-others',
  'read-definition-others',
  'served by others',
]

/** A server that lacks the key of everything else does not show an object of the type. */
export function* hidesAddedType(history: History): Generator<Observation> {
  const definition = exchangeAt(history, 'definition')
  yield* applicable(definition.answer?.status !== 404, 'the server has no custom types')
  const shared = exchangeAt(history, 'other server')
  yield* applicable(
    shared.answer?.status !== 404,
    'the servers of one `data` do not share their stored objects',
  )
  for (const label of controls) {
    const control = exchangeAt(history, label)
    yield* precondition(isSuccess(control), `${label} returned ${answerSummary(control)}`)
  }
  const read = exchangeAt(history, 'read-Widget-others')
  yield* precondition(read.answer?.status !== 404, 'the other server does not serve the type yet')
  yield* cannotRead(read, '`*.*` covers all types, also those that are defined later.')
}
