// Checks limits of the API server that the specification does not define.

import { answerSummary, exchangeAt } from '../../../properties/history/history.ts'
import type { History } from '../../../properties/history/history.ts'
import { notesOf } from '../../../properties/laws/notes.ts'
import { recordAnswer } from '../../../properties/history/observation.ts'
import type { Observation } from '../../../properties/history/observation.ts'
import { create, get, caseName, concurrently } from '../../../properties/dsl/steps.ts'
import { example } from '../../check.ts'

const readers = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'] as const
const readsPerReader = 4
const reads = readers.map(reader =>
  Array.from({ length: readsPerReader }, (_, index) =>
    get(`read ${reader}${index}`, 'main', caseName('x')),
  ),
)

/**
 * Records whether reads were refused with 429. The client has already repeated requests that
 * returned 429 with Retry-After.
 */
function* howManyAreTooMany(history: History): Generator<Observation> {
  const tooMany = reads
    .flat()
    .filter(({ as }) => exchangeAt(history, as).answer?.status === 429).length
  const how = tooMany === 0 ? 'none was refused' : 'some were refused with 429'
  yield recordAnswer(
    `${readers.length * readsPerReader} reads, ${readers.length} at a time: ${how}`,
  )
}

const large = { '/metadata/annotations': { large: { $repeat: 'x', times: 4 * 1024 * 1024 } } }

export default [
  example('LIMIT-003', [create('object', 'main', 'x'), concurrently(...reads)], howManyAreTooMany),
  example(
    'LIMIT-004',
    [create('a body of 4 MiB', 'main', 'x', { set: large })],
    notesOf(
      exchange => (exchange.answer ? answerSummary(exchange) : 'no answer'),
      'a body of 4 MiB',
    ),
  ),
]
