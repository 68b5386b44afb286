// What a dry run answers: what the real request would have.

import fc from 'fast-check'
import { answered, at, refused } from '../../../properties/history/history.ts'
import type { History } from '../../../properties/history/history.ts'
import { decided, refuses } from '../../../properties/laws/decisions.ts'
import { failsAlike, statusesAreEqual } from '../../../properties/laws/dry-run/dry-runs.ts'
import { nothingIsStored, processes } from '../../../properties/laws/dry-run/dry-runs.ts'
import {
  answersTheWouldBe,
  defaultsAreFilled,
  notesWhatDiffers,
} from '../../../properties/laws/generated-values.ts'
import { done } from '../../../properties/laws/premises.ts'
import { carriesContent } from '../../../properties/laws/create-and-update/writes.ts'
import { given, holds } from '../../../properties/history/observation.ts'
import type { Observation } from '../../../properties/history/observation.ts'
import {
  changed,
  dryChangeAndReal,
  dryCreateAndReal,
  dryFaults,
} from '../../../properties/scenarios/dry-run/dry-runs.ts'
import { dryAndReal } from '../../../properties/scenarios/dry-run/dry-run-mixes.ts'
import { change, create, get, list, named } from '../../../properties/dsl/steps.ts'
import { dry } from '../../../properties/dsl/write-steps.ts'
import type { Request } from '../../../properties/dsl/scenario.ts'
import { example, property } from '../../check.ts'

const patched = answersTheWouldBe('A dry PATCH answers the merged object.')
const stored = answersTheWouldBe('A dry run answers the object as it would have been stored.')

function* collisionIsFound(history: History): Generator<Observation> {
  yield* done(history, 'object', 'twin')
  const real = yield* decided(history, 'real')
  yield* given(refused(real), `real answered ${answered(real)}`)
  yield* refuses(history, 'dry', 'A dry create of an existing name fails.')
  const tried = yield* decided(history, 'dry')
  yield holds(tried.answer?.status === real.answer?.status, {
    says: 'A dry create of an existing name fails as the real one does.',
    expected: answered(real),
    got: answered(tried),
    at: tried,
  })
}

function* staleIsConflict(history: History): Generator<Observation> {
  yield* done(history, 'object', 'newer', 'twin')
  const stale = yield* decided(history, 'dry')
  yield holds(stale.answer?.status === 409, {
    says: 'A dry PUT with a stale version is answered 409.',
    expected: 409,
    got: answered(stale),
    at: stale,
  })
}

/** Bodies are indented where the target indents at all. */
function* isPrettyToo(history: History): Generator<Observation> {
  yield* done(history, 'twin')
  yield* processes(history, 'dry', 'dryRun and pretty may be given together.')
  yield* carriesContent(history, 'dry', 'new', 'A dry run with pretty answers the object.')
  yield* nothingIsStored(history, 'A dry run with pretty stores nothing.')
  const isIndented = (label: string) => /\n\s+"/.test(at(history, label).answer?.text ?? '')
  if (!isIndented('twin')) return
  yield holds(isIndented('dry'), {
    says: 'A dry run with pretty answers as prettily as a real request.',
    expected: 'an indented body',
    got: 'a body on one line',
    at: 'dry',
  })
}

const pretty = (request: Request): Request => ({
  ...request,
  query: { ...request.query, pretty: 'true' },
})

/** Creates of samples that lack what the server may fill. */
const bare = (as: string, role: 'core' | 'cluster', logical: string): Request =>
  create(as, role, logical, { content: 'new', drop: role === 'core' ? ['/type'] : [] })

export default [
  property('DRY-006', dryFaults(), failsAlike),
  property('DRY-007', dryChangeAndReal('merge', 'json'), patched),
  example(
    'DRY-008',
    (['core', 'cluster'] as const).flatMap(role => [
      dry(bare('create', role, 'x'), `dry ${role}`),
      bare(`real ${role}`, role, 'x'),
      bare(`again ${role}`, role, 'y'),
    ]),
    defaultsAreFilled('core', 'cluster'),
  ),
  property('DRY-009', fc.oneof(dryCreateAndReal(), dryChangeAndReal('put')), stored),
  property('DRY-010', dryAndReal(), statusesAreEqual, { observationsMin: 20 }),
  example(
    'DRY-014',
    [
      create('object', 'main', 'x'),
      dry(create('free', 'main', 'y'), 'twin'),
      dry(create('taken', 'main', 'x'), 'dry'),
      create('real', 'main', 'x'),
    ],
    collisionIsFound,
  ),
  example(
    'DRY-015',
    [
      create('object', 'main', 'x'),
      change('newer', 'main', 'object', { '/metadata/annotations': { a: 'b' } }),
      dry(
        changed('put', { as: 'put', role: 'main', logical: 'x', of: 'object', text: 'a' }),
        'dry',
      ),
      get('read', 'main', named('x')),
      dry(changed('put', { as: 'put', role: 'main', logical: 'x', of: 'read', text: 'a' }), 'twin'),
    ],
    staleIsConflict,
  ),
  example(
    'DRY-017',
    [
      dry(create('create', 'main', 'x', { content: 'new' }), 'dry'),
      create('real', 'main', 'x', { content: 'new' }),
    ],
    notesWhatDiffers,
  ),
  example(
    'DRY-024',
    [
      pretty(dry(create('create', 'main', 'x', { content: 'new' }), 'dry')),
      get('after', 'main', named('x')),
      list('list', 'main'),
      pretty(create('twin', 'main', 'y', { content: 'new' })),
    ],
    isPrettyToo,
  ),
]
