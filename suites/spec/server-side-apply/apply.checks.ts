// Server-side apply: what it creates, what it merges, and in which encodings.

import {
  createsAnAbsentObject,
  isStored,
  mergesIntoWhatIsThere,
  refusedCreatesNothing,
} from '../../../properties/laws/server-side-apply/apply.ts'
import { refuses } from '../../../properties/laws/decisions.ts'
import { done } from '../../../properties/laws/premises.ts'
import { sentAs, withHeaders } from '../../../properties/dsl/media-steps.ts'
import type { History } from '../../../properties/history/history.ts'
import type { Observation } from '../../../properties/history/observation.ts'
import {
  applied,
  appliedRoles,
  appliedTexts,
  forEachRole,
  look,
  naming,
  whole,
} from '../../../properties/scenarios/server-side-apply/apply.ts'
import { virtualApplies } from '../../../properties/scenarios/server-side-apply/apply-places.ts'
import type { Request } from '../../../properties/dsl/scenario.ts'
import { create, get, named } from '../../../properties/dsl/steps.ts'
import { apply } from '../../../properties/dsl/write-steps.ts'
import type { Role } from '../../../fixtures/objects/probe-types.ts'
import { example, property } from '../../check.ts'
import type { Need } from '../../check.ts'

const needs: Need[] = ['feature apply']
const cborOn = 'CBORServingAndStorage=true'
const cborOff = 'CBORServingAndStorage=false'

const anAbsentObject = (role: Role): Request[] => [
  look('absent', role),
  applied('applied', role, 'm', whole(role, 'new', { annotations: { a: 'one' } })),
  look('look', role),
]

const anObject = (role: Role): Request[] => [
  create('object', role, 'x', {
    content: 'first',
    set: { '/metadata/annotations': { a: 'one' } },
  }),
  applied('applied', role, 'm', naming(role, { annotations: { b: 'two' } })),
  look('look', role),
]

const ofEachRole = (judge: (history: History, suffix: string) => Iterable<Observation>) =>
  function* (history: History): Generator<Observation> {
    for (const role of appliedRoles) yield* judge(history, ` ${role}`)
  }

/** An apply in CBOR under a setting, and a look. */
const inCbor = (door: string): Request[] => [
  {
    ...withHeaders(sentAs('cbor', applied('in CBOR', 'main', 'm', whole('main', 'new'))), {
      'content-type': 'application/apply-patch+cbor',
    }),
    door,
  },
  { ...look('look', 'main'), door },
]

export default [
  example(
    'APPLY-001',
    forEachRole(anAbsentObject, appliedRoles),
    ofEachRole(createsAnAbsentObject),
    { needs },
  ),
  example('APPLY-002', forEachRole(anObject, appliedRoles), ofEachRole(mergesIntoWhatIsThere), {
    needs,
  }),
  example(
    'APPLY-003',
    forEachRole(
      role => [
        sentAs('yaml', applied('applied', role, 'm', whole(role, 'new'))),
        look('look', role),
        sentAs('yaml', applied('again', role, 'm', whole(role, 'other'))),
        look('after', role),
      ],
      appliedRoles,
    ),
    ofEachRole(function* (history, suffix) {
      const says = 'The body of an apply may be YAML.'
      yield* isStored(history, `applied${suffix}`, `look${suffix}`, says)
      yield* isStored(history, `again${suffix}`, `after${suffix}`, says)
    }),
    { needs },
  ),
  property(
    'APPLY-004',
    appliedTexts(),
    function* (history) {
      const says = 'The body of an apply may be JSON, under the media type of YAML.'
      yield* isStored(history, 'applied', 'look', says)
      yield* isStored(history, 'again', 'after', says)
    },
    { needs },
  ),
  example(
    'APPLY-005',
    inCbor(cborOn),
    history => isStored(history, 'in CBOR', 'look', 'Where CBOR is on, an apply may be CBOR.'),
    { needs },
  ),
  example(
    'APPLY-006',
    [
      ...inCbor(cborOff),
      {
        ...apply('twin', 'main', named('y'), {
          body: naming('main', {}, 'y'),
          manager: named('m'),
        }),
        door: cborOff,
      },
      get('found', 'main', named('y')),
    ],
    function* (history) {
      yield* done(history, 'twin', 'found')
      const says = 'Where CBOR is off, an apply in CBOR is refused and changes nothing.'
      yield* refusedCreatesNothing(history, 'in CBOR', 'look', says)
    },
    { needs },
  ),
  example(
    'APPLY-007',
    virtualApplies,
    function* (history) {
      yield* done(history, 'twin', 'review')
      const says = 'A body without metadata cannot be applied.'
      yield* refuses(history, 'applied', says)
      yield* refuses(history, 'applied by name', says)
    },
    { needs: [...needs, 'feature subjectaccessreviews'] },
  ),
]
