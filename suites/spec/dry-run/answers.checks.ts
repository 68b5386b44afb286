// Checks that the answer to a dry run is that of the real request.

import fc from 'fast-check'
import { answerSummary, exchangeAt, isFinalRefusal } from '../../../properties/history/history.ts'
import type { History } from '../../../properties/history/history.ts'
import { requireDecision, refusesRequest } from '../../../properties/laws/decisions.ts'
import {
  dryRunFailsLikeTheRealRequest,
  dryRunStatusEqualsReal,
} from '../../../properties/laws/dry-run/dry-runs.ts'
import { nothingIsStored, dryRunSucceeds } from '../../../properties/laws/dry-run/dry-runs.ts'
import {
  dryRunAnswersTheRealResult,
  defaultsAreFilled,
  notesWhatDiffers,
} from '../../../properties/laws/generated-values.ts'
import { requireSuccess } from '../../../properties/laws/preconditions.ts'
import { answerCarriesContent } from '../../../properties/laws/create-and-update/writes.ts'
import {
  expectedLike,
  precondition,
  refusalWith,
  verify,
} from '../../../properties/history/observation.ts'
import type { Observation } from '../../../properties/history/observation.ts'
import {
  changeBy,
  dryChangeAndReal,
  dryCreateAndReal,
  dryFaults,
} from '../../../properties/scenarios/dry-run/dry-runs.ts'
import { dryAndReal } from '../../../properties/scenarios/dry-run/dry-run-mixes.ts'
import { updateFrom, create, get, list, caseName } from '../../../properties/dsl/steps.ts'
import { asDryRun } from '../../../properties/dsl/write-steps.ts'
import type { RequestStep } from '../../../properties/dsl/scenario.ts'
import { example, property } from '../../check.ts'

const patched = dryRunAnswersTheRealResult('A dry-run PATCH returns the merged object.')
const stored = dryRunAnswersTheRealResult(
  'A dry run returns the object as it would have been stored.',
)

function* collisionIsFound(history: History): Generator<Observation> {
  yield* requireSuccess(history, 'object', 'twin')
  const real = yield* requireDecision(history, 'real')
  yield* precondition(isFinalRefusal(real), `real answered ${answerSummary(real)}`)
  yield* refusesRequest(history, 'dry', 'A dry-run create with a name in use fails.')
  const tried = yield* requireDecision(history, 'dry')
  yield verify(tried.answer?.status === real.answer?.status, {
    says: 'A dry-run create with a name in use fails like the real one.',
    expected: expectedLike(real),
    got: answerSummary(tried),
    at: tried,
  })
}

function* staleIsConflict(history: History): Generator<Observation> {
  yield* requireSuccess(history, 'object', 'newer', 'twin')
  const stale = yield* requireDecision(history, 'dry')
  yield verify(stale.answer?.status === 409, {
    says: 'A dry-run PUT with a stale version is refused with 409.',
    expected: refusalWith(409),
    got: answerSummary(stale),
    at: stale,
  })
}

/**
 * A dry run supports `pretty` like a real request. Judged only if the target indents the answer to
 * the real request.
 */
function* isPrettyToo(history: History): Generator<Observation> {
  yield* requireSuccess(history, 'twin')
  yield* dryRunSucceeds(history, 'dry', 'dryRun and pretty may be given together.')
  yield* answerCarriesContent(history, 'dry', 'new', 'A dry run with pretty returns the object.')
  yield* nothingIsStored(history, 'A dry run with pretty stores nothing.')
  const isIndented = (label: string) => /\n\s+"/.test(exchangeAt(history, label).answer?.text ?? '')
  if (!isIndented('twin')) return
  yield verify(isIndented('dry'), {
    says: 'A dry run with pretty is indented like a real request with pretty.',
    expected: 'an indented body',
    got: 'a body on one line',
    at: 'dry',
  })
}

const pretty = (request: RequestStep): RequestStep => ({
  ...request,
  query: { ...request.query, pretty: 'true' },
})

/** Creates an object without fields for which the server has defaults. */
const bare = (as: string, role: 'core' | 'cluster', logical: string): RequestStep =>
  create(as, role, logical, { content: 'new', drop: role === 'core' ? ['/type'] : [] })

export default [
  property('DRY-006', dryFaults(), dryRunFailsLikeTheRealRequest),
  property('DRY-007', dryChangeAndReal('merge', 'json'), patched),
  example(
    'DRY-008',
    (['core', 'cluster'] as const).flatMap(role => [
      asDryRun(bare('create', role, 'x'), `dry ${role}`),
      bare(`real ${role}`, role, 'x'),
      bare(`again ${role}`, role, 'y'),
    ]),
    defaultsAreFilled('core', 'cluster'),
  ),
  property('DRY-009', fc.oneof(dryCreateAndReal(), dryChangeAndReal('put')), stored),
  property('DRY-010', dryAndReal(), dryRunStatusEqualsReal, { observationsMin: 20 }),
  example(
    'DRY-014',
    [
      create('object', 'main', 'x'),
      asDryRun(create('free', 'main', 'y'), 'twin'),
      asDryRun(create('taken', 'main', 'x'), 'dry'),
      create('real', 'main', 'x'),
    ],
    collisionIsFound,
  ),
  example(
    'DRY-015',
    [
      create('object', 'main', 'x'),
      updateFrom('newer', 'main', 'object', { '/metadata/annotations': { a: 'b' } }),
      asDryRun(
        changeBy('put', { as: 'put', role: 'main', logical: 'x', of: 'object', text: 'a' }),
        'dry',
      ),
      get('read', 'main', caseName('x')),
      asDryRun(
        changeBy('put', { as: 'put', role: 'main', logical: 'x', of: 'read', text: 'a' }),
        'twin',
      ),
    ],
    staleIsConflict,
  ),
  example(
    'DRY-017',
    [
      asDryRun(create('create', 'main', 'x', { content: 'new' }), 'dry'),
      create('real', 'main', 'x', { content: 'new' }),
    ],
    notesWhatDiffers,
  ),
  example(
    'DRY-024',
    [
      pretty(asDryRun(create('create', 'main', 'x', { content: 'new' }), 'dry')),
      get('after', 'main', caseName('x')),
      list('list', 'main'),
      pretty(create('twin', 'main', 'y', { content: 'new' })),
    ],
    isPrettyToo,
  ),
]
