// Checks features that a target has by default, without settings.

import { answerSummary, exchangeAt } from '../../../properties/history/history.ts'
import type { History } from '../../../properties/history/history.ts'
import {
  chunksAreOn,
  dryRunsAreOn,
  initialEventsAreOn,
  strictIsOn,
} from '../../../properties/laws/versioning-and-gates/defaults.ts'
import { recordAnswer } from '../../../properties/history/observation.ts'
import type { Observation } from '../../../properties/history/observation.ts'
import { atLevel } from '../../../properties/scenarios/field-validation/field-validation.ts'
import { streamingListOptions } from '../../../properties/scenarios/watch/streaming-lists.ts'
import { unknownName } from '../../../properties/history/sent-fields.ts'
import {
  create,
  get,
  list,
  caseName,
  waitLonger,
  tokenFrom,
  awaitEventCount,
  watch,
} from '../../../properties/dsl/steps.ts'
import { watchEventsOf } from '../../../properties/history/watch-events.ts'
import { asDryRun } from '../../../properties/dsl/write-steps.ts'
import { example } from '../../check.ts'

const says = {
  dry: 'Dry runs are on by default.',
  chunks: 'limit and continue are on by default.',
  streaming: 'Watches with sendInitialEvents are on by default.',
  strict: 'Server-side field validation is on by default.',
}

/** Records the answer to a watch that requests initial events: the first event, or a refusal. */
function* notesStreaming(history: History): Generator<Observation> {
  const exchange = exchangeAt(history, 'watch')
  const [first] = watchEventsOf(exchange.stream)
  yield recordAnswer(
    `sendInitialEvents: ${answerSummary(exchange)}, first event ${first?.type ?? 'none'}`,
  )
}

export default [
  example(
    'GATE-007',
    [
      create('twin', 'main', 'b'),
      asDryRun(create('create', 'main', 'a'), 'dry'),
      get('after', 'main', caseName('a')),
    ],
    dryRunsAreOn(says.dry),
  ),
  example(
    'GATE-008',
    [
      create('one', 'main', 'a'),
      create('two', 'main', 'b'),
      list('first', 'main', { limit: '1' }),
      list('second', 'main', { limit: '1', continue: tokenFrom('first') }),
    ],
    chunksAreOn(says.chunks),
  ),
  example(
    'GATE-009',
    [
      create('object', 'main', 'a'),
      watch('watch', 'main', streamingListOptions),
      waitLonger(awaitEventCount('watch', 1)),
    ],
    initialEventsAreOn(says.streaming),
    { needs: ['feature streaming-list'] },
  ),
  example(
    'GATE-010',
    [
      create('plain', 'main', 'c'),
      atLevel('Strict', create('twin', 'main', 'a')),
      atLevel('Strict', create('faulty', 'main', 'b', { set: { [`/${unknownName(1)}`]: 'x' } })),
    ],
    strictIsOn(says.strict),
  ),
  example(
    'GATE-012',
    [
      create('object', 'main', 'a'),
      watch('watch', 'main', streamingListOptions),
      awaitEventCount('watch', 1),
    ],
    notesStreaming,
  ),
]
