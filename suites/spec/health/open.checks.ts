// What the specification leaves open about health: these checks only record the answers.

import { reportOf } from '../../../properties/history/health-report.ts'
import { answered } from '../../../properties/history/history.ts'
import type { Exchange, History } from '../../../properties/history/history.ts'
import { failsNow } from '../../../properties/laws/health/health.ts'
import { notesAnswers, notesOf } from '../../../properties/laws/notes.ts'
import type { Observation } from '../../../properties/history/observation.ts'
import type { Request } from '../../../properties/dsl/scenario.ts'
import {
  excluding,
  failed,
  failing,
  probe,
  single,
  verbose,
} from '../../../properties/scenarios/health/health.ts'
import { example } from '../../check.ts'

/** Of a text its last line alone: which checks there are is the target's own affair. */
const lastLine = (exchange: Exchange): string => {
  const { last } = reportOf(exchange)
  return `${answered(exchange)}, ${last === '' ? 'nothing' : JSON.stringify(last)} at the end`
}

const otherLines = (exchange: Exchange): string =>
  [answered(exchange), ...reportOf(exchange).others.map(line => JSON.stringify(line))].join(', ')

const contentType = ({ answer }: Exchange): string =>
  answer?.headers['content-type'] ?? 'no content type'

const whenOneFails = (notes: (history: History) => Iterable<Observation>) =>
  function* (history: History): Generator<Observation> {
    yield* failsNow(history)
    yield* notes(history)
  }

export default [
  example(
    'HEALTH-010',
    [verbose('livez', 'livez'), verbose('readyz', 'readyz')],
    notesOf(lastLine, 'livez', 'readyz'),
  ),
  example(
    'HEALTH-014',
    [...failed, excluding('excluded without verbose', 'livez', [failing], '')],
    whenOneFails(notesAnswers('excluded without verbose')),
  ),
  example(
    'HEALTH-015',
    [
      excluding('an unknown name', 'livez', ['no-such-check']),
      excluding('without verbose', 'livez', ['no-such-check'], ''),
    ],
    notesOf(otherLines, 'an unknown name', 'without verbose'),
  ),
  example(
    'HEALTH-019',
    [single('livez', 'livez', 'no-such-check'), single('readyz', 'readyz', 'no-such-check')],
    notesAnswers('livez', 'readyz'),
  ),
  example('HEALTH-020', failed, whenOneFails(notesOf(lastLine, 'failed'))),
  example(
    'HEALTH-021',
    [probe('livez', 'livez'), probe('readyz', 'readyz'), probe('healthz', 'healthz')],
    notesOf(
      exchange => `${lastLine(exchange)}, ${contentType(exchange)}`,
      'livez',
      'readyz',
      'healthz',
    ),
  ),
  example(
    'HEALTH-024',
    [
      verbose('all', 'livez'),
      ...[
        probe('livez', 'livez'),
        probe('readyz', 'readyz'),
        single('one check', 'livez', { $check: 'all', nth: 0 }),
      ].map((request): Request => ({ ...request, who: 'anonymous' })),
    ],
    notesAnswers('livez', 'readyz', 'one check'),
  ),
]
