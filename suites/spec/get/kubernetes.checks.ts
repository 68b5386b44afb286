// Checks how genuine servers interpret the version in a get.

import { farVersionTerm } from '../../../properties/dsl/future-version.ts'
import type { History } from '../../../properties/history/history.ts'
import {
  answerSummary,
  exchangeAt,
  bodyValueAt,
  isSuccess,
} from '../../../properties/history/history.ts'
import { requireSuccess } from '../../../properties/laws/preconditions.ts'
import { areRefusedInSomeWay } from '../../../properties/laws/refusals.ts'
import { requireFinalAnswer, futureVersionAsksToRetry } from '../../../properties/laws/status.ts'
import { verify } from '../../../properties/history/observation.ts'
import type { Observation } from '../../../properties/history/observation.ts'
import {
  updateFrom,
  create,
  expireVersions,
  get,
  caseName,
  versionFrom,
} from '../../../properties/dsl/steps.ts'
import { example } from '../../check.ts'

const unreadable = ['nothing', '-1', '1.5']

function* isNeverTooOld(history: History): Generator<Observation> {
  yield* requireSuccess(history, 'object', 'later', 'newest')
  const old = yield* requireFinalAnswer(history, 'old')
  const uid = bodyValueAt(exchangeAt(history, 'object'), '/metadata/uid')
  yield verify(isSuccess(old) && bodyValueAt(old, '/metadata/uid') === uid, {
    says: 'A get at an expired version returns the current object.',
    expected: 'the object',
    got: answerSummary(old),
    at: old,
  })
}

export default [
  example(
    'K8S-GET-001',
    [
      create('object', 'main', 'x'),
      get('twin', 'main', caseName('x'), { resourceVersion: versionFrom('object') }),
      get('future', 'main', caseName('x'), {
        resourceVersion: farVersionTerm(versionFrom('object')),
      }),
    ],
    function* (history) {
      yield* requireSuccess(history, 'object', 'twin')
      yield* futureVersionAsksToRetry(history, 'future')
    },
  ),
  example(
    'K8S-GET-002',
    [
      create('object', 'main', 'x'),
      ...unreadable.map(version =>
        get(version, 'main', caseName('x'), { resourceVersion: version }),
      ),
      get('twin', 'main', caseName('x')),
    ],
    history =>
      areRefusedInSomeWay(history, {
        twins: ['object', 'twin'],
        faults: unreadable,
        says: 'A get with an invalid version is refused.',
      }),
  ),
  example(
    'K8S-GET-003',
    [
      create('object', 'main', 'x'),
      updateFrom('later', 'main', 'object', { '/metadata/annotations': { a: 'b' } }),
      expireVersions('expired'),
      get('newest', 'main', caseName('x')),
      get('old', 'main', caseName('x'), { resourceVersion: versionFrom('object') }),
    ],
    isNeverTooOld,
  ),
]
