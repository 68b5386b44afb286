// PATCH by path: one resource, and one that is there.

import { rolesIn } from '../../../properties/history/history.ts'
import type { History } from '../../../properties/history/history.ts'
import { createsNothing } from '../../../properties/laws/patch/patched-objects.ts'
import {
  nothingIsDone,
  patchDoesAsModelled,
  stepsOf,
} from '../../../properties/laws/patch/patches.ts'
import { refuses } from '../../../properties/laws/decisions.ts'
import { done } from '../../../properties/laws/premises.ts'
import type { Observation } from '../../../properties/history/observation.ts'
import {
  annotating,
  patchable,
  patched,
  patchKinds,
} from '../../../properties/scenarios/patch/patches.ts'
import { writableRoles } from '../../../properties/scenarios/updates.ts'
import type { Request } from '../../../properties/dsl/scenario.ts'
import { get, named, sample } from '../../../properties/dsl/steps.ts'
import { patch } from '../../../properties/dsl/write-steps.ts'
import type { Role } from '../../../fixtures/objects/probe-types.ts'
import { example } from '../../check.ts'

function* actsOnOneResource(history: History): Generator<Observation> {
  const says = 'PATCH acts on the path of one resource.'
  yield* done(history, 'object')
  for (const index of [0, 1])
    yield* patchDoesAsModelled(history, stepsOf(index), { applies: says, fails: says })
  for (const index of [2, 3]) {
    yield* refuses(history, `patch ${index}`, 'PATCH does not act on the path of a collection.')
    yield* nothingIsDone(history, stepsOf(index), 'A refused PATCH changes nothing.')
  }
}

const onCollection = (request: Request): Request => ({ ...request, to: { role: 'main' } })

/** Patches that would make a whole object, of a name that is free (`patch …`) and of one that is not. */
const ofNothing = (role: Role): Request[] =>
  patchKinds.flatMap(type => {
    const whole = (name: string) => ({
      type,
      body:
        type === 'merge'
          ? sample(role, name, 'patched')
          : [{ op: 'add', path: '/metadata/labels/c', value: 'patched' }],
    })
    return [
      patch(`twin ${type} ${role}`, role, named('x'), whole('x')),
      patch(`patch ${type} ${role}`, role, named('none'), whole('none')),
      get(`look ${type} ${role}`, role, named('none')),
    ]
  })

export default [
  example(
    'PATH-014',
    [
      ...patched('main', [annotating('json', 'first'), annotating('merge', 'second')]),
      onCollection(patch('patch 2', 'main', '', annotating('json', 'third'))),
      get('look 3', 'main', named('x')),
      onCollection(
        patch('patch 3', 'main', '', { type: 'merge', body: sample('main', 'x', 'fourth') }),
      ),
      get('look 4', 'main', named('x')),
    ],
    actsOnOneResource,
  ),
  example(
    'PATH-023',
    writableRoles.flatMap(role => [patchable(role, `object ${role}`), ...ofNothing(role)]),
    function* (history) {
      for (const role of rolesIn(history, writableRoles))
        for (const type of patchKinds) yield* createsNothing(history, ` ${type} ${role}`)
    },
  ),
]
