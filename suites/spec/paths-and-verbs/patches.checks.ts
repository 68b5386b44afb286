// Checks that PATCH acts on a single existing resource.

import { exchangeAt, isSuccess, rolesIn } from '../../../properties/history/history.ts'
import type { History } from '../../../properties/history/history.ts'
import { patchCreatesNothing } from '../../../properties/laws/patch/patched-objects.ts'
import { servedPatches } from '../../../properties/laws/patch/served-patch-types.ts'
import {
  patchHasNoEffect,
  patchMatchesModel,
  patchStepLabels,
} from '../../../properties/laws/patch/patches.ts'
import { refusesRequest } from '../../../properties/laws/decisions.ts'
import { requireSuccess } from '../../../properties/laws/preconditions.ts'
import type { Observation } from '../../../properties/history/observation.ts'
import {
  annotationPatch,
  createPatchable,
  patchesBetweenReads,
  patchTypeNames,
} from '../../../properties/scenarios/patch/patches.ts'
import { writableRoles } from '../../../properties/scenarios/updates.ts'
import type { RequestStep } from '../../../properties/dsl/scenario.ts'
import { get, caseName, sampleTerm } from '../../../properties/dsl/steps.ts'
import { patch } from '../../../properties/dsl/write-steps.ts'
import type { Role } from '../../../fixtures/objects/tested-types.ts'
import { example } from '../../check.ts'

const unsupportedMediaType = 415

function* actsOnOneResource(history: History): Generator<Observation> {
  const says = 'PATCH acts on the path of one resource.'
  yield* requireSuccess(history, 'object')
  // If one patch type is served, the other one is not judged here: other rules require it.
  const patches = [0, 1].map(index => exchangeAt(history, `patch ${index}`))
  const isServed = (index: number) => patches[index]?.answer?.status !== unsupportedMediaType
  const served = patches.some(isSuccess) ? [0, 1].filter(isServed) : [0, 1]
  for (const index of served)
    yield* patchMatchesModel(history, patchStepLabels(index), { applies: says, fails: says })
  for (const index of [2, 3]) {
    yield* refusesRequest(
      history,
      `patch ${index}`,
      'PATCH does not act on the path of a collection.',
    )
    yield* patchHasNoEffect(history, patchStepLabels(index), 'A refused PATCH changes nothing.')
  }
}

const onCollection = (request: RequestStep): RequestStep => ({ ...request, to: { role: 'main' } })

/**
 * Patches that would make a whole object, of a name that is free (`patch …`) and of one that is
 * not.
 */
const ofNothing = (role: Role): RequestStep[] =>
  patchTypeNames.flatMap(type => {
    const whole = (name: string) => ({
      type,
      body:
        type === 'merge'
          ? sampleTerm(role, name, 'patched')
          : [{ op: 'add', path: '/metadata/labels/c', value: 'patched' }],
    })
    return [
      patch(`twin ${type} ${role}`, role, caseName('x'), whole('x')),
      patch(`patch ${type} ${role}`, role, caseName('none'), whole('none')),
      get(`look ${type} ${role}`, role, caseName('none')),
    ]
  })

export default [
  example(
    'PATH-014',
    [
      ...patchesBetweenReads('main', [
        annotationPatch('json', 'first'),
        annotationPatch('merge', 'second'),
      ]),
      onCollection(patch('patch 2', 'main', '', annotationPatch('json', 'third'))),
      get('look 3', 'main', caseName('x')),
      onCollection(
        patch('patch 3', 'main', '', { type: 'merge', body: sampleTerm('main', 'x', 'fourth') }),
      ),
      get('look 4', 'main', caseName('x')),
    ],
    actsOnOneResource,
  ),
  example(
    'PATH-023',
    writableRoles.flatMap(role => [createPatchable(role, `object ${role}`), ...ofNothing(role)]),
    function* (history) {
      for (const role of rolesIn(history, writableRoles)) {
        const twins = patchTypeNames.map(type => `twin ${type} ${role}`)
        for (const twin of servedPatches(history, twins))
          yield* patchCreatesNothing(history, twin.slice('twin'.length))
      }
    },
  ),
]
