// Laws of metadata.finalizers: an array of strings that any permitted actor may reorder.

import type { Exchange, History } from '../history.ts'
import { answered, at, read, succeeded } from '../history.ts'
import { holds } from '../observation.ts'
import type { Observation } from '../observation.ts'
import { valueAt } from '../term.ts'
import { decided } from './decisions.ts'
import { done, notOvertaken } from './premises.ts'

const pointer = '/metadata/finalizers'

/** OBJ-029: the finalizers that were sent are read back as an array of strings. */
export function* finalizersAreTexts(
  history: History,
  { write, reading }: { write: string; reading: string },
): Generator<Observation> {
  yield* done(history, write, reading)
  const sent = sentFinalizers(at(history, write))
  for (const label of [write, reading]) {
    const got = read(at(history, label), pointer)
    const all: unknown[] = Array.isArray(got) ? got : []
    const isTexts = !all.some(one => typeof one !== 'string')
    yield holds(isTexts && sent.every(one => all.includes(one)), {
      says: 'metadata.finalizers is stored and returned as an array of strings.',
      expected: sent,
      got: JSON.stringify(got) ?? 'nothing',
      at: label,
    })
  }
}

/** OBJ-030: an update that reorders the finalizers is accepted, and its order is read back. */
export function* finalizersAreReordered(history: History): Generator<Observation> {
  yield* done(history, 'object', 'read')
  const put = yield* decided(history, 'put')
  yield* notOvertaken(history, { put: 'put', of: 'object', after: 'read' })
  yield holds(succeeded(put), {
    says: 'An update that reorders the finalizers is accepted.',
    expected: 'success',
    got: answered(put),
    at: put,
  })
  const sent = sentFinalizers(put)
  // The server may hold finalizers of its own among them.
  const got = ownFinalizers(at(history, 'read'), sent)
  yield holds(JSON.stringify(got) === JSON.stringify(sent), {
    says: 'The server enforces no order of finalizers.',
    expected: sent,
    got,
    at: 'read',
  })
}

const sentFinalizers = ({ request }: Exchange): unknown[] =>
  (valueAt(JSON.parse(request.body ?? 'null'), pointer) ?? []) as unknown[]

function ownFinalizers(reading: Exchange, sent: unknown[]): unknown {
  const got = read(reading, pointer)
  return Array.isArray(got) ? got.filter(one => sent.includes(one)) : got
}
