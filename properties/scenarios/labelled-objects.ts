// Generates objects of one type in two namespaces and with two values of the label `shade`, and
// writes to them. Writes to one object share its label, so that a later step reads the newest
// version of it.

import fc from 'fast-check'
import type { Arbitrary } from 'fast-check'
import type { Role } from '../../fixtures/objects/tested-types.ts'
import type { RequestStep, Scenario } from '../dsl/scenario.ts'
import { updateFrom, create, list, caseName, deleteObject, scenarioWith } from '../dsl/steps.ts'
import type { ListStepOptions } from '../dsl/steps.ts'
import type { Term } from '../dsl/term.ts'
import { someNames } from './collections.ts'

export type LabelVariant = 'dark' | 'light'
export type LabelledObject = { name: string; namespace: number; shade: LabelVariant }

/** The scope of a list: one namespace or all. */
export type ListScope = Pick<ListStepOptions, 'namespace'>

const someShade = fc.constantFrom<LabelVariant>('dark', 'dark', 'light')
const placement = { namespace: fc.constantFrom(0, 0, 0, 1), shade: someShade }

/** The role of a namespaced type. */
export const someRole: Arbitrary<Role> = fc.constantFrom('main', 'core')

/** Generates between `min` and `max` objects, most of them dark and in the first namespace. */
export const someObjects = (min: number, max: number): Arbitrary<LabelledObject[]> =>
  someNames(min, max).chain(names => fc.tuple(...names.map(someObject)))

/** Generates an object with this name, and a random namespace and shade. */
export const someObject = (name: string): Arbitrary<LabelledObject> =>
  fc.record({ name: fc.constant(name), ...placement })

/**
 * Selects dark objects. Shades have the case's prefix, so that objects of other cases never match.
 */
export const darkSelector: Term = { $join: ['shade=', caseName('dark')] }

/** Generates a scope: one namespace or all. */
export const someScope: Arbitrary<ListScope> = fc.constantFrom<ListScope>(
  { namespace: 0 },
  { namespace: 'all' },
)

/** Returns the step label of all writes to an object. */
export const objectStepLabel = ({ name, namespace }: LabelledObject): string =>
  namespace === 0 ? `object-${name}` : `object-${name}@${namespace}`

/** A create of an object, by default with the object's step label. */
export const createLabelled = (
  role: Role,
  object: LabelledObject,
  label = objectStepLabel(object),
): RequestStep =>
  create(label, role, object.name, {
    namespace: object.namespace,
    set: { '/metadata/labels/shade': caseName(object.shade) },
  })

/** A change of an object based on its newest version, optionally with another shade. */
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

/**
 * Generates between `min` and `max` updates and deletes of the objects, and creates of `fresh`
 * ones.
 */
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

/** Generates objects that are created, changed and removed sequentially. */
export const sequentialWrites = (): Arbitrary<Scenario> =>
  fc
    .record({ role: someRole, objects: someObjects(2, 4) })
    .chain(({ role, objects }) =>
      someWrites({ role, objects, fresh: 'f' }, 2, 6).map(writes =>
        scenarioWith(...objects.map(object => createLabelled(role, object)), ...writes),
      ),
    )

/**
 * Generates lists of the first namespace and of all (`list one`, `list all`). The names of the
 * namespaces share a prefix.
 */
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
