// Writes at the levels of field validation. Each has an object of its own: what was created for it
// (`object L`), the write (`L`) and a get (`after L`). The sound write beside them is `twin`.

import fc from 'fast-check'
import type { Arbitrary } from 'fast-check'
import type { Role } from '../../../fixtures/objects/probe-types.ts'
import type { Request, Scenario } from '../../dsl/scenario.ts'
import { unknownName } from '../../history/sent-fields.ts'
import { create, edited, get, named, put, sample, seen, steps } from '../../dsl/steps.ts'
import { patch } from '../../dsl/write-steps.ts'
import { versionOf } from '../../dsl/steps.ts'
import type { Term } from '../../dsl/term.ts'
import { writableRoles } from '../updates.ts'

export const levels = ['Ignore', 'Warn', 'Strict'] as const

/** `default` is no parameter at all. */
export type Level = (typeof levels)[number] | 'default'
export const allLevels: readonly Level[] = [...levels, 'default']

export type Verb = 'POST' | 'PUT' | 'PATCH'
export const verbs: readonly Verb[] = ['POST', 'PUT', 'PATCH']

export type Kind = { role: Role; verb: Verb }

/** A write under a label: what it sets, and what it says of validation. */
type Written = Kind & { as: string; level: Level; set: Record<string, Term>; drop?: string[] }

/** A write with what comes before and behind it. PATCH is a merge patch. */
export function written({ as, level, role, verb, set, drop = [] }: Written): Request[] {
  const logical = logicalOf(as)
  const places = { '/metadata/annotations': { written: 'yes' }, ...set }
  const whole = sample(role, logical)
  const based = { '/metadata/resourceVersion': versionOf(`object ${as}`) }
  const requests: Record<Verb, Request> = {
    POST: create(as, role, logical, { set: places, drop }),
    PUT: put(as, role, named(logical), edited(whole, { ...based, ...places }, drop)),
    PATCH: patch(as, role, named(logical), { type: 'merge', body: edited({}, places, drop) }),
  }
  return around({ as, role, verb }, leveled(level, requests[verb]))
}

/** A name that an object may have, from a label. */
export const logicalOf = (as: string): string => as.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')

/** The object that a write is about, if it must be there first, the write and a get. */
export const around = ({ as, role, verb }: Kind & { as: string }, request: Request): Request[] => [
  ...(verb === 'POST' ? [] : [create(`object ${as}`, role, logicalOf(as))]),
  request,
  get(`after ${as}`, role, named(logicalOf(as))),
]

export const leveled = (level: Level, request: Request): Request =>
  level === 'default'
    ? request
    : { ...request, query: { ...request.query, fieldValidation: level } }

/** Places that types have which are not custom ones. A type may lack `spec`. */
export const places = ['', '/metadata', '/spec', '/metadata/ownerReferences/0'] as const
export type Place = (typeof places)[number]

/** An owner that is there, so that nobody cleans up after it. */
export const owner = (role: Role): Request => create('owner', role, 'owner')

export const ownerReference = (role: Role): { [key: string]: Term } => ({
  apiVersion: { $word: 'apiVersion', of: role },
  kind: { $word: 'kind', of: role },
  name: named('owner'),
  uid: seen('owner', '/metadata/uid'),
})

const owned = (role: Role) => ({ '/metadata/ownerReferences': [ownerReference(role)] })

const isInItem = (at: string): boolean => at.startsWith('/metadata/ownerReferences')

/** Unknown fields, one in each of the places. */
const unknownAt = (role: Role, at: readonly Place[], value: Term = 'value') => ({
  ...(at.some(isInItem) ? owned(role) : {}),
  ...Object.fromEntries(at.map((place, index) => [`${place}/${unknownName(index)}`, value])),
})

const someRole: Arbitrary<Role> = fc.constantFrom(...writableRoles)
const someValue: Arbitrary<Term> = fc.constantFrom<Term>('value', 7, true, { a: 'b' }, ['a'])

/** Of the writable roles only the main one is taken to have a spec. */
const fitting = (role: Role, place: Place): Place =>
  role !== 'main' && place === '/spec' ? '/metadata' : place

type Asked = { verbs?: readonly Verb[]; levels: readonly Level[]; fieldsMax?: number }

/** The same write with unknown fields at each level. */
export const unknownFields = (asked: Asked): Arbitrary<Scenario> =>
  fc
    .record({
      role: someRole,
      verb: fc.constantFrom(...(asked.verbs ?? verbs)),
      at: fc.array(fc.constantFrom(...places), { minLength: 1, maxLength: asked.fieldsMax ?? 3 }),
      value: someValue,
    })
    .map(({ role, verb, at, value }) => {
      const fields = at.map(place => fitting(role, place))
      const set = unknownAt(role, fields, value)
      const sound = fields.some(isInItem) ? owned(role) : {}
      return steps(
        ...(fields.some(isInItem) ? [owner(role)] : []),
        ...written({ as: 'twin', level: asked.levels[0] ?? 'default', role, verb, set: sound }),
        ...asked.levels.flatMap(level => written({ as: level, level, role, verb, set })),
      )
    })

/** A write with nothing wrong at `Strict`, and the same at `Ignore` (`twin`). */
export const cleanWrites = (): Arbitrary<Scenario> =>
  fc
    .record({ role: someRole, verb: fc.constantFrom(...verbs), isOwned: fc.boolean() })
    .map(({ role, verb, isOwned }) => {
      const set = { '/metadata/labels/touchstone.example~1a': 'b', ...(isOwned ? owned(role) : {}) }
      return steps(
        ...(isOwned ? [owner(role)] : []),
        ...written({ as: 'twin', level: 'Ignore', role, verb, set }),
        ...written({ as: 'Strict', level: 'Strict', role, verb, set }),
      )
    })

/** One unknown field in each of some places alone, at `Warn` and at `Strict` (`LEVEL NUMBER`). */
export const eachPlace = (): Arbitrary<Scenario> =>
  fc
    .record({
      role: someRole,
      verb: fc.constantFrom(...verbs),
      some: fc.subarray([...places], { minLength: 2 }),
    })
    .map(({ role, verb, some }) => {
      const all = some.filter(place => fitting(role, place) === place)
      const alone = (level: Level, place: Place, index: number): Request[] =>
        written({ as: `${level} ${index}`, level, role, verb, set: unknownAt(role, [place]) })
      return steps(
        owner(role),
        ...written({ as: 'twin', level: 'Strict', role, verb, set: owned(role) }),
        ...all.flatMap((place, index) => alone('Warn', place, index)),
        ...all.flatMap((place, index) => alone('Strict', place, index)),
      )
    })

type Wrong = Record<string, Term>

/** Wrong only where the main type has such fields. */
export const wrongSpec = 'not a spec'
export const wrongDuration = 'not a number'

const wrongTypes: Wrong[] = [
  { '/metadata/labels': 'not a map' },
  { '/metadata/labels': ['text'] },
  { '/metadata/annotations': 'not a map' },
  { '/metadata/annotations': { a: { nested: 'yes' } } },
  { '/metadata/annotations': { a: 7 } },
  { '/metadata/finalizers': 'not a list' },
  { '/metadata/generateName': { a: 'b' } },
  { '/metadata/finalizers': { a: 'b' } },
]
const wrongOfMain: Wrong[] = [
  { '/spec': wrongSpec },
  { '/spec/leaseDurationSeconds': wrongDuration },
]

type WrongAsked = { verbs: readonly Verb[]; unknown?: readonly Place[] }

/** A known field of a wrong type at each level, alone or with unknown fields elsewhere. */
export const wronglyTyped = ({ verbs: ways, unknown = [] }: WrongAsked): Arbitrary<Scenario> =>
  someRole.chain(role =>
    fc
      .record({
        verb: fc.constantFrom(...ways),
        wrong: fc.constantFrom(...wrongTypes, ...(role === 'main' ? wrongOfMain : [])),
      })
      .map(({ verb, wrong }) => {
        const set = { ...unknownAt(role, unknown), ...wrong }
        return steps(
          ...written({ as: 'twin', level: 'Strict', role, verb, set: {} }),
          ...allLevels.flatMap(level => written({ as: level, level, role, verb, set })),
        )
      }),
  )

/** Creates without name and generateName at each level; `twin` has a name. */
export const nameless = (): Arbitrary<Scenario> =>
  fc
    .record({ role: someRole, content: fc.constantFrom('some', 'other') })
    .map(({ role, content }) =>
      steps(
        ...written({ as: 'twin', level: 'Strict', role, verb: 'POST', set: {} }),
        ...allLevels.map(level => leveled(level, create(level, role, undefined, { content }))),
      ),
    )

/** An owner reference without one of its members each (`LEVEL MEMBER`); `twin` is whole. */
export const partialOwners = (kind: Kind, members: readonly string[]): Request[] => [
  owner(kind.role),
  ...written({ ...kind, as: 'twin', level: 'Strict', set: owned(kind.role) }),
  ...members.flatMap((member, index) => {
    const level = allLevels[index % allLevels.length] ?? 'default'
    const drop = [`/metadata/ownerReferences/0/${member}`]
    return written({ ...kind, as: `${level} ${member}`, level, set: owned(kind.role), drop })
  }),
]
