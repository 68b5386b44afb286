// What genuine servers make of the version that a get names.

import type { History } from '../../../properties/history/history.ts'
import { answered, at, read, succeeded } from '../../../properties/history/history.ts'
import { done } from '../../../properties/laws/premises.ts'
import { answeredForGood, isTooLarge, refusesWith } from '../../../properties/laws/status.ts'
import { holds } from '../../../properties/history/observation.ts'
import type { Observation } from '../../../properties/history/observation.ts'
import { change, create, expire, get, named, versionOf } from '../../../properties/dsl/steps.ts'
import { example } from '../../check.ts'

const unreadable = ['nothing', '-1', '1.5']

function* isNeverTooOld(history: History): Generator<Observation> {
  yield* done(history, 'object', 'later', 'newest')
  const old = yield* answeredForGood(history, 'old')
  const uid = read(at(history, 'object'), '/metadata/uid')
  yield holds(succeeded(old) && read(old, '/metadata/uid') === uid, {
    says: 'A get at a version that is no longer kept shows the object as it is now.',
    expected: 'the object',
    got: answered(old),
    at: old,
  })
}

export default [
  example(
    'K8S-GET-001',
    [
      create('object', 'main', 'x'),
      get('twin', 'main', named('x'), { resourceVersion: versionOf('object') }),
      get('future', 'main', named('x'), {
        resourceVersion: { $join: [versionOf('object'), '0000'] },
      }),
    ],
    function* (history) {
      yield* done(history, 'object', 'twin')
      yield* isTooLarge(history, 'future')
    },
  ),
  example(
    'K8S-GET-002',
    [
      create('object', 'main', 'x'),
      ...unreadable.map(version => get(version, 'main', named('x'), { resourceVersion: version })),
    ],
    function* (history) {
      yield* done(history, 'object')
      const says = 'A get at what is no version is answered 500.'
      for (const version of unreadable)
        yield* refusesWith(history, version, { code: 500, reason: null }, says)
    },
  ),
  example(
    'K8S-GET-003',
    [
      create('object', 'main', 'x'),
      change('later', 'main', 'object', { '/metadata/annotations': { a: 'b' } }),
      expire('expired'),
      get('newest', 'main', named('x')),
      get('old', 'main', named('x'), { resourceVersion: versionOf('object') }),
    ],
    isNeverTooOld,
  ),
]
