// Records answers of health endpoints where the specification is silent.

import { healthReportOf } from '../../../properties/history/health-report.ts'
import { answerSummary } from '../../../properties/history/history.ts'
import type { Exchange, History } from '../../../properties/history/history.ts'
import { requireFailingCheck } from '../../../properties/laws/health/health.ts'
import { notesAnswers, notesOf } from '../../../properties/laws/notes.ts'
import type { Observation } from '../../../properties/history/observation.ts'
import type { RequestStep } from '../../../properties/dsl/scenario.ts'
import {
  probeExcluding,
  probeFailedCheck,
  failingCheckName,
  probe,
  probeSingleCheck,
  probeVerbose,
} from '../../../properties/scenarios/health/health.ts'
import { example } from '../../check.ts'

/**
 * Describes the status and the last line of an answer. The other lines are not recorded, because
 * the names of checks differ between targets.
 */
const lastLine = (exchange: Exchange): string => {
  const { last } = healthReportOf(exchange)
  return `${answerSummary(exchange)}, ${last === '' ? 'nothing' : JSON.stringify(last)} at the end`
}

const otherLines = (exchange: Exchange): string =>
  [
    answerSummary(exchange),
    ...healthReportOf(exchange).others.map(line => JSON.stringify(line)),
  ].join(', ')

const contentType = ({ answer }: Exchange): string =>
  answer?.headers['content-type'] ?? 'no content type'

const whenOneFails = (notes: (history: History) => Iterable<Observation>) =>
  function* (history: History): Generator<Observation> {
    yield* requireFailingCheck(history)
    yield* notes(history)
  }

export default [
  example(
    'HEALTH-010',
    [probeVerbose('livez', 'livez'), probeVerbose('readyz', 'readyz')],
    notesOf(lastLine, 'livez', 'readyz'),
  ),
  example(
    'HEALTH-014',
    [
      ...probeFailedCheck,
      probeExcluding('excluded without verbose', 'livez', [failingCheckName], ''),
    ],
    whenOneFails(notesAnswers('excluded without verbose')),
  ),
  example(
    'HEALTH-015',
    [
      probeExcluding('an unknown name', 'livez', ['no-such-check']),
      probeExcluding('without verbose', 'livez', ['no-such-check'], ''),
    ],
    notesOf(otherLines, 'an unknown name', 'without verbose'),
  ),
  example(
    'HEALTH-019',
    [
      probeSingleCheck('livez', 'livez', 'no-such-check'),
      probeSingleCheck('readyz', 'readyz', 'no-such-check'),
    ],
    notesAnswers('livez', 'readyz'),
  ),
  example('HEALTH-020', probeFailedCheck, whenOneFails(notesOf(lastLine, 'failed'))),
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
      probeVerbose('all', 'livez'),
      ...[
        probe('livez', 'livez'),
        probe('readyz', 'readyz'),
        probeSingleCheck('one check', 'livez', { $check: 'all', nth: 0 }),
      ].map((request): RequestStep => ({ ...request, who: 'anonymous' })),
    ],
    notesAnswers('livez', 'readyz', 'one check'),
  ),
]
