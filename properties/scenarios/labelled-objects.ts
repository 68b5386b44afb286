// Objects of one type in two namespaces and two shades, which a label selector can tell apart, and
// what may be done to them. Writes to one object share its label, so that a later step reads the
// newest version of it.

import fc from 'fast-check'
import type { Arbitrary } from 'fast-check'
import type { Role } from '../../fixtures/objects/probe-types.ts'
import type { RequestStep, Scenario } from '../dsl/scenario.ts'
import { updateFrom, create, list, caseName, deleteObject, scenarioWith } from '../dsl/steps.ts'
import type { ListStepOptions } from '../dsl/steps.ts'
import type { Term } from '../dsl/term.ts'
import { someNames } from './collections.ts'

export type LabelVariant = 'dark' | 'light'
export type LabelledObject = { name: string; namespace: number; shade: LabelVariant }

/** Where a list looks: in one namespace or in all. */
export type ListScope = Pick<ListStepOptions, 'namespace'>

const someShade = fc.constantFrom<LabelVariant>('dark', 'dark', 'light')
const placement = { namespace: fc.constantFrom(0, 0, 0, 1), shade: someShade }

/** The role of a namespaced type. */
export const someRole: Arbitrary<Role> = fc.constantFrom('main', 'core')

/** Between `min` and `max` objects, most of them dark and in the first namespace. */
export const someObjects = (min: number, max: number): Arbitrary<LabelledObject[]> =>
  someNames(min, max).chain(names => fc.tuple(...names.map(someObject)))

/** An object under a name, in a namespace and a shade of the generator's choice. */
export const someObject = (name: string): Arbitrary<LabelledObject> =>
  fc.record({ name: fc.constant(name), ...placement })

/** Names and shades carry the case's prefix, so that others' objects are never selected. */
export const darkSelector: Term = { $join: ['shade=', caseName('dark')] }

/** One namespace, and all of them. */
export const someScope: Arbitrary<ListScope> = fc.constantFrom<ListScope>(
  { namespace: 0 },
  { namespace: 'all' },
)

/** The label of all writes to an object. */
export const objectStepLabel = ({ name, namespace }: LabelledObject): string =>
  namespace === 0 ? `object-${name}` : `object-${name}@${namespace}`

/** A create of an object, by default under the object's own label. */
export const createLabelled = (
  role: Role,
  object: LabelledObject,
  label = objectStepLabel(object),
): RequestStep =>
  create(label, role, object.name, {
    namespace: object.namespace,
    set: { '/metadata/labels/shade': caseName(object.shade) },
  })

/** A change of an object as it stands, perhaps into another shade. */
export const updateLabelled = (
  role: Role,
  object: LabelledObject,
  {
    text,
    shade,
    label = objectStepLabel(object),
  }: { text: string; shade?: LabelVariant; label?: string },
): RequestStep =>
  updateFrom(
    label,
    role,
    objectStepLabel(object),
    {
      '/metadata/annotations': { change: text },
      ...(shade ? { '/metadata/labels/shade': caseName(shade) } : {}),
    },
    { namespace: object.namespace },
  )

export const deleteLabelled = (role: Role, object: LabelledObject): RequestStep =>
  deleteObject(objectStepLabel(object), role, caseName(object.name), {
    namespace: object.namespace,
  })

/** Between `min` and `max` updates and deletes of the objects, and creates of `fresh` ones. */
export const someWrites = (
  { role, objects, fresh }: { role: Role; objects: LabelledObject[]; fresh: string },
  min: number,
  max: number,
): Arbitrary<RequestStep[]> =>
  fc
    .array(fc.oneof(...objects.map(object => oneWrite(role, object)), oneCreate(role, fresh)), {
      minLength: min,
      maxLength: max,
    })
    .map(writes => writes.map((write, index) => write(index)))

type Write = (index: number) => RequestStep

const oneWrite = (role: Role, object: LabelledObject): Arbitrary<Write> =>
  fc.oneof(
    {
      weight: 3,
      arbitrary: fc.constant<Write>(index => updateLabelled(role, object, { text: `${index}` })),
    },
    {
      weight: 2,
      arbitrary: someShade.map<Write>(
        shade => index => updateLabelled(role, object, { text: `${index}`, shade }),
      ),
    },
    { weight: 1, arbitrary: fc.constant<Write>(() => deleteLabelled(role, object)) },
  )

const oneCreate = (role: Role, fresh: string): Arbitrary<Write> =>
  someObject(fresh).map(
    object => index => createLabelled(role, { ...object, name: `${fresh}${index}` }),
  )

/** Objects that are made, changed and removed one after the other. */
export const sequentialWrites = (): Arbitrary<Scenario> =>
  fc
    .record({ role: someRole, objects: someObjects(2, 4) })
    .chain(({ role, objects }) =>
      someWrites({ role, objects, fresh: 'f' }, 2, 6).map(writes =>
        scenarioWith(...objects.map(object => createLabelled(role, object)), ...writes),
      ),
    )

/** Lists of the first namespace and of all, whose names begin alike (`list one`, `list all`). */
export const listsOfOneAndAll = (): Arbitrary<Scenario> =>
  fc
    .record({ role: someRole, objects: someObjects(4, 7) })
    .map(({ role, objects }) =>
      scenarioWith(
        ...objects.map(object => createLabelled(role, object)),
        list('list one', role),
        list('list all', role, { namespace: 'all' }),
      ),
    )
