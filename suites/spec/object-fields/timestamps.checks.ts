import { exchangeAt, bodyValueAt } from '../../../properties/history/history.ts'
import type { History } from '../../../properties/history/history.ts'
import { requireSuccess } from '../../../properties/laws/preconditions.ts'
import {
  creationTimestampIsNow,
  liveObjectHasNoDeletionTimestamp,
  creationTimestampIsKept,
} from '../../../properties/laws/object-fields/timestamps.ts'
import { recordAnswer } from '../../../properties/history/observation.ts'
import type { Observation } from '../../../properties/history/observation.ts'
import {
  annotatedWith,
  updateFrom,
  create,
  get,
  list,
  caseName,
} from '../../../properties/dsl/steps.ts'
import type { Role } from '../../../properties/dsl/term.ts'
import { untilLaterSecondThan } from '../../../properties/dsl/write-steps.ts'
import { example } from '../../check.ts'

function* formOfTheTimestamp(history: History): Generator<Observation> {
  yield* requireSuccess(history, 'object')
  const text = String(bodyValueAt(exchangeAt(history, 'object'), '/metadata/creationTimestamp'))
  const [, fraction, zone] =
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/.exec(text) ?? []
  const digits =
    fraction === undefined ? 'whole seconds' : `${fraction.length - 1} digits of a second`
  yield recordAnswer(
    zone === undefined
      ? 'timestamps are not RFC 3339'
      : `timestamps are RFC 3339 with ${digits} in ${zone === 'Z' ? 'UTC' : zone}`,
  )
}

const roles: Role[] = ['main', 'core', 'cluster']

export default [
  example(
    'OBJ-026',
    [
      create('object', 'main', 'x'),
      untilLaterSecondThan('object', get('a second later', 'main', caseName('x'))),
      updateFrom('kept in the body', 'main', 'a second later', annotatedWith('first')),
      updateFrom('left out of the body', 'main', 'kept in the body', annotatedWith('second'), {
        drop: ['/metadata/creationTimestamp'],
      }),
      get('read', 'main', caseName('x')),
    ],
    function* (history) {
      yield* creationTimestampIsNow(history, 'object')
      const later = ['kept in the body', 'left out of the body', 'read']
      yield* creationTimestampIsKept(history, 'object', later)
    },
  ),
  example('OBJ-027', [create('object', 'main', 'x')], formOfTheTimestamp),
  example(
    'OBJ-028',
    roles.flatMap(role => [
      create(`create of ${role}`, role, 'x'),
      get(`get of ${role}`, role, caseName('x')),
      list(`list of ${role}`, role),
    ]),
    liveObjectHasNoDeletionTimestamp,
  ),
]
