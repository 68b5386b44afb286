// Features that a target has by default, without settings.

import { answered, at } from '../../../properties/history/history.ts'
import type { History } from '../../../properties/history/history.ts'
import {
  chunksAreOn,
  dryRunsAreOn,
  initialEventsAreOn,
  strictIsOn,
} from '../../../properties/laws/versioning-and-gates/defaults.ts'
import { noted } from '../../../properties/history/observation.ts'
import type { Observation } from '../../../properties/history/observation.ts'
import { leveled } from '../../../properties/scenarios/field-validation/field-validation.ts'
import { stateFirst } from '../../../properties/scenarios/watch/watch-lists.ts'
import { unknownName } from '../../../properties/history/sent-fields.ts'
import {
  create,
  get,
  list,
  named,
  patiently,
  tokenOf,
  untilEvents,
  watch,
} from '../../../properties/dsl/steps.ts'
import { documentsOf } from '../../../properties/history/streams.ts'
import { dry } from '../../../properties/dsl/write-steps.ts'
import { example } from '../../check.ts'

const says = {
  dry: 'Dry runs are on without settings.',
  chunks: 'limit and continue are on without settings.',
  streaming: 'Watches with sendInitialEvents are on without settings.',
  strict: 'Server-side field validation is on without settings.',
}

/** What a watch that asks for initial events gets: its first event, or a refusal. */
function* notesStreaming(history: History): Generator<Observation> {
  const exchange = at(history, 'watch')
  const [first] = documentsOf(exchange.stream)
  yield noted(`sendInitialEvents: ${answered(exchange)}, first ${first?.type ?? 'no event'}`)
}

export default [
  example(
    'GATE-007',
    [
      create('twin', 'main', 'b'),
      dry(create('create', 'main', 'a'), 'dry'),
      get('after', 'main', named('a')),
    ],
    dryRunsAreOn(says.dry),
  ),
  example(
    'GATE-008',
    [
      create('one', 'main', 'a'),
      create('two', 'main', 'b'),
      list('first', 'main', { limit: '1' }),
      list('second', 'main', { limit: '1', continue: tokenOf('first') }),
    ],
    chunksAreOn(says.chunks),
  ),
  example(
    'GATE-009',
    [
      create('object', 'main', 'a'),
      watch('watch', 'main', stateFirst),
      patiently(untilEvents('watch', 1)),
    ],
    initialEventsAreOn(says.streaming),
    { needs: ['feature streaming-list'] },
  ),
  example(
    'GATE-010',
    [
      leveled('Strict', create('twin', 'main', 'a')),
      leveled('Strict', create('faulty', 'main', 'b', { set: { [`/${unknownName}`]: 'x' } })),
    ],
    strictIsOn(says.strict),
  ),
  example(
    'GATE-012',
    [create('object', 'main', 'a'), watch('watch', 'main', stateFirst), untilEvents('watch', 1)],
    notesStreaming,
  ),
]
