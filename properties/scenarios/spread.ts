// Objects of one type in two namespaces and two shades, which a label selector can tell apart, and
// what may be done to them. Writes to one object share its label, so that a later step reads the
// newest version of it.

import fc from 'fast-check'
import type { Arbitrary } from 'fast-check'
import type { Role } from '../../fixtures/objects/probe-types.ts'
import type { Request, Scenario } from '../dsl/scenario.ts'
import { change, create, list, named, remove, steps } from '../dsl/steps.ts'
import type { ListOptions } from '../dsl/steps.ts'
import type { Term } from '../dsl/term.ts'
import { someNames } from './collections.ts'

export type Shade = 'dark' | 'light'
export type Spread = { name: string; namespace: number; shade: Shade }

/** Where a list looks: in one namespace or in all. */
export type Scope = Pick<ListOptions, 'namespace'>

const someShade = fc.constantFrom<Shade>('dark', 'dark', 'light')
const placement = { namespace: fc.constantFrom(0, 0, 0, 1), shade: someShade }

/** The role of a namespaced type. */
export const someRole: Arbitrary<Role> = fc.constantFrom('main', 'core')

/** Between `min` and `max` objects, most of them dark and in the first namespace. */
export const someObjects = (min: number, max: number): Arbitrary<Spread[]> =>
  someNames(min, max).chain(names => fc.tuple(...names.map(someObject)))

/** An object under a name, in a namespace and a shade of the generator's choice. */
export const someObject = (name: string): Arbitrary<Spread> =>
  fc.record({ name: fc.constant(name), ...placement })

/** Names and shades carry the case's prefix, so that others' objects are never selected. */
export const darkOnly: Term = { $join: ['shade=', named('dark')] }

/** One namespace, and all of them. */
export const someScope: Arbitrary<Scope> = fc.constantFrom<Scope>(
  { namespace: 0 },
  { namespace: 'all' },
)

/** The label of all writes to an object. */
export const objectLabel = ({ name, namespace }: Spread): string =>
  namespace === 0 ? `object-${name}` : `object-${name}@${namespace}`

/** A create of an object, by default under the object's own label. */
export const created = (role: Role, object: Spread, label = objectLabel(object)): Request =>
  create(label, role, object.name, {
    namespace: object.namespace,
    set: { '/metadata/labels/shade': named(object.shade) },
  })

/** A change of an object as it stands, perhaps into another shade. */
export const changed = (
  role: Role,
  object: Spread,
  { text, shade, label = objectLabel(object) }: { text: string; shade?: Shade; label?: string },
): Request =>
  change(
    label,
    role,
    objectLabel(object),
    {
      '/metadata/annotations': { change: text },
      ...(shade ? { '/metadata/labels/shade': named(shade) } : {}),
    },
    { namespace: object.namespace },
  )

export const deleted = (role: Role, object: Spread): Request =>
  remove(objectLabel(object), role, named(object.name), { namespace: object.namespace })

/** Between `min` and `max` updates and deletes of the objects, and creates of `fresh` ones. */
export const someWrites = (
  { role, objects, fresh }: { role: Role; objects: Spread[]; fresh: string },
  min: number,
  max: number,
): Arbitrary<Request[]> =>
  fc
    .array(fc.oneof(...objects.map(object => oneWrite(role, object)), oneCreate(role, fresh)), {
      minLength: min,
      maxLength: max,
    })
    .map(writes => writes.map((write, index) => write(index)))

type Write = (index: number) => Request

const oneWrite = (role: Role, object: Spread): Arbitrary<Write> =>
  fc.oneof(
    {
      weight: 3,
      arbitrary: fc.constant<Write>(index => changed(role, object, { text: `${index}` })),
    },
    {
      weight: 2,
      arbitrary: someShade.map<Write>(
        shade => index => changed(role, object, { text: `${index}`, shade }),
      ),
    },
    { weight: 1, arbitrary: fc.constant<Write>(() => deleted(role, object)) },
  )

const oneCreate = (role: Role, fresh: string): Arbitrary<Write> =>
  someObject(fresh).map(object => index => created(role, { ...object, name: `${fresh}${index}` }))

/** Objects that are made, changed and removed one after the other. */
export const writesInTurn = (): Arbitrary<Scenario> =>
  fc
    .record({ role: someRole, objects: someObjects(2, 4) })
    .chain(({ role, objects }) =>
      someWrites({ role, objects, fresh: 'f' }, 2, 6).map(writes =>
        steps(...objects.map(object => created(role, object)), ...writes),
      ),
    )

/** Lists of the first namespace and of all, whose names begin alike (`list one`, `list all`). */
export const listsOfOneAndAll = (): Arbitrary<Scenario> =>
  fc
    .record({ role: someRole, objects: someObjects(4, 7) })
    .map(({ role, objects }) =>
      steps(
        ...objects.map(object => created(role, object)),
        list('list one', role),
        list('list all', role, { namespace: 'all' }),
      ),
    )
