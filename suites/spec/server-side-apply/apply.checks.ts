// Checks server-side apply: creating, merging, and encodings.

import {
  applyCreatesAbsentObject,
  appliedConfigurationIsStored,
  applyMergesIntoExisting,
  refusedApplyCreatesNothing,
} from '../../../properties/laws/server-side-apply/apply.ts'
import { refusesRequest } from '../../../properties/laws/decisions.ts'
import { requireSuccess } from '../../../properties/laws/preconditions.ts'
import { withBodyEncoding, withHeaders } from '../../../properties/dsl/media-steps.ts'
import type { History } from '../../../properties/history/history.ts'
import type { Observation } from '../../../properties/history/observation.ts'
import {
  applyStep,
  appliedRoles,
  appliedTexts,
  forEachAppliedRole,
  readBack,
  partialBody,
  wholeBody,
} from '../../../properties/scenarios/server-side-apply/apply.ts'
import { virtualApplies } from '../../../properties/scenarios/server-side-apply/apply-rights.ts'
import type { RequestStep } from '../../../properties/dsl/scenario.ts'
import { create, get, caseName } from '../../../properties/dsl/steps.ts'
import { apply } from '../../../properties/dsl/write-steps.ts'
import type { Role } from '../../../fixtures/objects/tested-types.ts'
import { example, property } from '../../check.ts'
import type { Need } from '../../check.ts'

const needs: Need[] = ['feature apply']
const cborOn = 'CBORServingAndStorage=true'
const cborOff = 'CBORServingAndStorage=false'

const anAbsentObject = (role: Role): RequestStep[] => [
  readBack('absent', role),
  applyStep('applied', role, 'm', wholeBody(role, 'new', { annotations: { a: 'one' } })),
  readBack('look', role),
]

const anObject = (role: Role): RequestStep[] => [
  create('object', role, 'x', {
    content: 'first',
    set: { '/metadata/annotations': { a: 'one' } },
  }),
  applyStep('applied', role, 'm', partialBody(role, { annotations: { b: 'two' } })),
  readBack('look', role),
]

const ofEachRole = (judge: (history: History, suffix: string) => Iterable<Observation>) =>
  function* (history: History): Generator<Observation> {
    for (const role of appliedRoles) yield* judge(history, ` ${role}`)
  }

/** An apply in CBOR to another server, and a get of the object. */
const inCbor = (server: string): RequestStep[] => [
  {
    ...withHeaders(
      withBodyEncoding('cbor', applyStep('in CBOR', 'main', 'm', wholeBody('main', 'new'))),
      {
        'content-type': 'application/apply-patch+cbor',
      },
    ),
    server,
  },
  { ...readBack('look', 'main'), server },
]

export default [
  example(
    'APPLY-001',
    forEachAppliedRole(anAbsentObject, appliedRoles),
    ofEachRole(applyCreatesAbsentObject),
    { needs },
  ),
  example(
    'APPLY-002',
    forEachAppliedRole(anObject, appliedRoles),
    ofEachRole(applyMergesIntoExisting),
    {
      needs,
    },
  ),
  example(
    'APPLY-003',
    forEachAppliedRole(
      role => [
        withBodyEncoding('yaml', applyStep('applied', role, 'm', wholeBody(role, 'new'))),
        readBack('look', role),
        withBodyEncoding('yaml', applyStep('again', role, 'm', wholeBody(role, 'other'))),
        readBack('after', role),
      ],
      appliedRoles,
    ),
    ofEachRole(function* (history, suffix) {
      const says = 'The body of an apply may be YAML.'
      yield* appliedConfigurationIsStored(history, `applied${suffix}`, `look${suffix}`, says)
      yield* appliedConfigurationIsStored(history, `again${suffix}`, `after${suffix}`, says)
    }),
    { needs },
  ),
  property(
    'APPLY-004',
    appliedTexts(),
    function* (history) {
      const says = 'The body of an apply may be JSON, under the media type of YAML.'
      yield* appliedConfigurationIsStored(history, 'applied', 'look', says)
      yield* appliedConfigurationIsStored(history, 'again', 'after', says)
    },
    { needs },
  ),
  example(
    'APPLY-005',
    inCbor(cborOn),
    history =>
      appliedConfigurationIsStored(
        history,
        'in CBOR',
        'look',
        'If CBOR is on, an apply may be CBOR.',
      ),
    { needs },
  ),
  example(
    'APPLY-006',
    [
      ...inCbor(cborOff),
      {
        ...apply('twin', 'main', caseName('y'), {
          body: wholeBody('main', 'one', {}, 'y'),
          manager: caseName('m'),
        }),
        server: cborOff,
      },
      get('found', 'main', caseName('y')),
    ],
    function* (history) {
      yield* requireSuccess(history, 'twin', 'found')
      const says = 'If CBOR is off, an apply in CBOR is refused and changes nothing.'
      yield* refusedApplyCreatesNothing(history, 'in CBOR', 'look', says)
    },
    { needs },
  ),
  example(
    'APPLY-007',
    virtualApplies,
    function* (history) {
      yield* requireSuccess(history, 'twin', 'review')
      const says = 'A body without metadata cannot be applied.'
      yield* refusesRequest(history, 'applied', says)
      yield* refusesRequest(history, 'applied by name', says)
    },
    { needs: [...needs, 'feature subjectaccessreviews'] },
  ),
]
