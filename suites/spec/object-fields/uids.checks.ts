import { bodyValueAt } from '../../../properties/history/history.ts'
import type { History } from '../../../properties/history/history.ts'
import {
  uidIsKept,
  uidsAreDistinct,
  uidsFollowNoPattern,
} from '../../../properties/laws/object-fields/instances.ts'
import { requireAllSuccess } from '../../../properties/laws/decisions.ts'
import { verify } from '../../../properties/history/observation.ts'
import type { Observation } from '../../../properties/history/observation.ts'
import { objectLifecycle, recreations } from '../../../properties/scenarios/object-lifecycles.ts'
import { create, get, caseName } from '../../../properties/dsl/steps.ts'
import type { Role } from '../../../properties/dsl/term.ts'
import { example, property } from '../../check.ts'

function* carriesAUid(history: History): Generator<Observation> {
  yield* requireAllSuccess(history)
  for (const exchange of history.exchanges) {
    const got = bodyValueAt(exchange, '/metadata/uid')
    yield verify(typeof got === 'string' && got !== '', {
      says: 'Each stored object has a string metadata.uid.',
      expected: 'a non-empty string',
      got: JSON.stringify(got) ?? 'nothing',
      at: exchange,
    })
  }
}

const roles: Role[] = ['main', 'core', 'cluster']

export default [
  example(
    'OBJ-018',
    roles.flatMap(role => [
      create(`create of ${role}`, role, `of-${role}`),
      get(`get of ${role}`, role, caseName(`of-${role}`)),
    ]),
    carriesAUid,
  ),
  property('OBJ-019', recreations(), uidsAreDistinct),
  property('OBJ-020', objectLifecycle(), uidIsKept),
  property('OBJ-021', recreations(), uidsFollowNoPattern),
]
