// Generates one write to an object: the wished values, the method, and the base version. All writes
// to an object share its label, so that a later one can build on the newest answer. `first
// object-NAME` is the first answer.

import fc from 'fast-check'
import type { Arbitrary } from 'fast-check'
import type { RequestStep } from '../dsl/scenario.ts'
import { unknownName } from '../history/sent-fields.ts'
import {
  create,
  editTerm,
  caseName,
  put,
  deleteObject,
  sampleTerm,
  fromAnswer,
  versionFrom,
} from '../dsl/steps.ts'
import { escapeSegment } from '../dsl/term.ts'
import type { Role, Term } from '../dsl/term.ts'
import { asDryRun, patch } from '../dsl/write-steps.ts'
import { deleteOptionsBody } from './delete-and-finalizers/delete-options.ts'
import { finalizerName } from './object-lifecycles.ts'
import { objectStepLabel } from './labelled-objects.ts'
import type { LabelledObject } from './labelled-objects.ts'

/** A type that sequences write. */
export type SequenceType = {
  role: Role
  /** The JSON pointer of its content. */
  contentAt: string
  /** The possible statuses; undefined for a type without a status. */
  statuses?: Term[]
}

/** The values that a write must leave, by JSON pointer; null removes a value. */
type Wish = Record<string, Term>

/** The method of a change: a PUT of the object as read or newly built, or a patch type. */
const ways = ['read', 'built', 'json', 'merge', 'strategic'] as const

/** The answer whose version a change uses, if any. */
const bases = ['none', 'none', 'newest', 'newest', 'newest', 'first'] as const

type Change = { way: (typeof ways)[number]; basis: (typeof bases)[number]; wish: Wish }

const versionAt = '/metadata/resourceVersion'
const finalizersAt = '/metadata/finalizers'
const finalizers = ['x', 'y'].map(finalizerName)

// Words that are valid names and valid base64, so that every type accepts them as content.
const contents = ['abcd', 'efgh', 'ijkl']

// Neither map is ever empty, because a JSON patch needs an existing map.
const kept = { '/metadata/annotations/kept': 'kept', '/metadata/labels/kept': 'kept' }

export const firstLabel = (object: LabelledObject): string => `first ${objectStepLabel(object)}`

/** Generates a write to an object, real or as a dry run. */
export const someWrite = (kind: SequenceType, object: LabelledObject): Arbitrary<RequestStep> =>
  fc.oneof(
    { weight: 2, arbitrary: perhapsDryRun(withLevel(someCreate(kind, object))) },
    { weight: 6, arbitrary: perhapsDryRun(withLevel(someChange(kind, object))) },
    { weight: 2, arbitrary: someDelete(kind, object) },
    ...(kind.statuses
      ? [{ weight: 2, arbitrary: perhapsDryRun(someStatus(kind, object, kind.statuses)) }]
      : []),
  )

export const perhapsDryRun = (write: Arbitrary<RequestStep>): Arbitrary<RequestStep> =>
  fc
    .tuple(write, fc.nat(5))
    .map(([request, die]) => (die === 0 ? asDryRun(request, 'dry') : request))

const levels = [{}, {}, { fieldValidation: 'Strict' }, { fieldValidation: 'Warn' }]

const withLevel = (write: Arbitrary<RequestStep>): Arbitrary<RequestStep> =>
  fc
    .tuple(write, fc.constantFrom<Record<string, string>>(...levels))
    .map(([request, level]) => ({ ...request, query: { ...request.query, ...level } }))

/** Generates a create of an object with or without finalizers. */
export const someCreate = (kind: SequenceType, object: LabelledObject): Arbitrary<RequestStep> =>
  fc.tuple(someWish(kind), fc.subarray(finalizers)).map(([wish, held]) =>
    create(objectStepLabel(object), kind.role, object.name, {
      namespace: object.namespace,
      set: {
        ...kept,
        '/metadata/labels/shade': caseName(object.shade),
        ...valuesIn({ ...wish, [finalizersAt]: held.length > 0 ? held : null }),
      },
    }),
  )

const someWish = ({ contentAt }: SequenceType): Arbitrary<Wish> =>
  fc
    .tuple(
      fc.record<Wish>(
        {
          '/metadata/annotations/change': fc.constantFrom('one', 'two', null),
          '/metadata/labels/shade': fc.constantFrom('dark', 'light').map(caseName),
          [contentAt]: fc.constantFrom(...contents),
          [finalizersAt]: fc.subarray(finalizers),
        },
        { requiredKeys: [] },
      ),
      fc.constantFrom<Wish>({}, {}, {}, {}, { [`/${unknownName(0)}`]: 'unknown' }),
    )
    .map(([wish, unknown]) => ({ ...wish, ...unknown }))

const someChange = (kind: SequenceType, object: LabelledObject): Arbitrary<RequestStep> =>
  fc
    .record({
      way: fc.constantFrom(...ways),
      basis: fc.constantFrom(...bases),
      wish: someWish(kind),
    })
    .map(change =>
      change.way === 'read' || change.way === 'built'
        ? replacing(kind, object, change)
        : patching(kind, object, change.way, change),
    )

function replacing(
  { role }: SequenceType,
  object: LabelledObject,
  { way, basis, wish }: Change,
): RequestStep {
  const name = caseName(object.name)
  const body =
    way === 'read'
      ? editTerm(fromAnswer(labelOf(object, basis), ''), valuesIn(wish), [
          ...Object.keys(wish).filter(place => wish[place] === null),
          ...(basis === 'none' ? [versionAt] : []),
          managersAt,
        ])
      : editTerm(sampleTerm(role, object.name), {
          ...kept,
          ...versionFor(object, basis),
          ...valuesIn(wish),
        })
  return put(objectStepLabel(object), role, name, body, { namespace: object.namespace })
}

// Managed fields are not sent back, because a server derives the new ones from those in the body.
const managersAt = '/metadata/managedFields'

const valuesIn = (wish: Wish): Wish =>
  Object.fromEntries(Object.entries(wish).filter(([, value]) => value !== null))

const versionFor = (object: LabelledObject, basis: Change['basis']): Wish =>
  basis === 'none' ? {} : { [versionAt]: versionFrom(labelOf(object, basis)) }

const labelOf = (object: LabelledObject, basis: Change['basis']): string =>
  basis === 'first' ? firstLabel(object) : objectStepLabel(object)

function patching(
  { role }: SequenceType,
  object: LabelledObject,
  type: 'json' | 'merge' | 'strategic',
  { basis, wish }: Pick<Change, 'basis' | 'wish'>,
): RequestStep {
  const all = { ...versionFor(object, basis), ...wish }
  const body =
    type === 'json' ? operationsOf(all) : editTerm({}, type === 'merge' ? all : withoutUniting(all))
  const { namespace } = object
  return patch(objectStepLabel(object), role, caseName(object.name), { type, body, namespace })
}

const operationsOf = (wish: Wish): Term =>
  Object.entries(wish).map(([path, value]) =>
    value === null ? { op: 'remove', path } : { op: 'add', path, value },
  )

/** A strategic merge patch unites finalizers, so it must list those to delete. */
function withoutUniting({ [finalizersAt]: wanted, ...others }: Wish): Wish {
  if (!Array.isArray(wanted)) return others
  const gone = finalizers.filter(one => !wanted.includes(one))
  return {
    ...others,
    ...(wanted.length > 0 ? { [finalizersAt]: wanted } : {}),
    ...(gone.length > 0 ? { [`/metadata/${escapeSegment(deleteFrom)}`]: gone } : {}),
  }
}

const deleteFrom = '$deleteFromPrimitiveList/finalizers'

const someStatus = (
  kind: SequenceType,
  object: LabelledObject,
  statuses: Term[],
): Arbitrary<RequestStep> =>
  fc
    .record({ isPut: fc.boolean(), status: fc.constantFrom(...statuses) })
    .map(({ isPut, status }) => {
      const [as, name] = [objectStepLabel(object), caseName(object.name)]
      const request = isPut
        ? put(
            as,
            kind.role,
            name,
            editTerm(fromAnswer(as, ''), { '/status': status }, [managersAt]),
          )
        : patch(as, kind.role, name, { type: 'merge', body: { status } })
      const to = { role: kind.role, namespace: object.namespace, name, subresource: 'status' }
      return { ...request, to }
    })

const someDelete = (kind: SequenceType, object: LabelledObject): Arbitrary<RequestStep> =>
  fc.constantFrom(...optionsFor(object)).chain(options =>
    fc.constantFrom<Record<string, Term>>({}, {}, {}, { dryRun: ['All'] }).map(wish => {
      const all = { ...options, ...wish }
      const body = Object.keys(all).length > 0 ? { body: deleteOptionsBody(all) } : {}
      const { namespace } = object
      return deleteObject('deleted', kind.role, caseName(object.name), { namespace, ...body })
    }),
  )

const optionsFor = (object: LabelledObject): Record<string, Term>[] => [
  {},
  {},
  ...[objectStepLabel(object), firstLabel(object)].flatMap(label => [
    { preconditions: { uid: fromAnswer(label, '/metadata/uid') } },
    { preconditions: { resourceVersion: versionFrom(label) } },
  ]),
  ...['Background', 'Foreground', 'Orphan'].map(propagationPolicy => ({ propagationPolicy })),
  ...[0, 30].map(gracePeriodSeconds => ({ gracePeriodSeconds })),
]
