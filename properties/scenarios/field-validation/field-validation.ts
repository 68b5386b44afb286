// Generates writes at the levels of field validation. Each has its own object: its create (`object
// L`), the write (`L`) and a get (`after L`). The valid write is `twin`.

import fc from 'fast-check'
import type { Arbitrary } from 'fast-check'
import type { Role } from '../../../fixtures/objects/tested-types.ts'
import type { RequestStep, Scenario } from '../../dsl/scenario.ts'
import { unknownName } from '../../history/sent-fields.ts'
import {
  create,
  editTerm,
  get,
  caseName,
  put,
  sampleTerm,
  fromAnswer,
  scenarioWith,
} from '../../dsl/steps.ts'
import { firstOf } from '../../dsl/fallback.ts'
import { patch } from '../../dsl/write-steps.ts'
import { versionFrom } from '../../dsl/steps.ts'
import type { Term } from '../../dsl/term.ts'
import { someWritableRole } from '../updates.ts'

export const parameterLevels = ['Ignore', 'Warn', 'Strict'] as const

/** A level of field validation. `default` omits the parameter. */
export type ValidationLevel = (typeof parameterLevels)[number] | 'default'
export const validationLevels: readonly ValidationLevel[] = [...parameterLevels, 'default']

export type WriteMethod = 'POST' | 'PUT' | 'PATCH'
export const writeMethods: readonly WriteMethod[] = ['POST', 'PUT', 'PATCH']

export type WriteKind = { role: Role; verb: WriteMethod }

/** A write with a label, the values that it sets, and its level. */
type Written = WriteKind & {
  as: string
  level: ValidationLevel
  set: Record<string, Term>
  drop?: string[]
}

/** Returns a write with the steps before and after it. PATCH is a merge patch. */
export function validatedWrite({ as, level, role, verb, set, drop = [] }: Written): RequestStep[] {
  const logical = logicalNameFor(as)
  const places = { '/metadata/annotations': { written: 'yes' }, ...set }
  const whole = sampleTerm(role, logical)
  const based = { '/metadata/resourceVersion': versionFrom(`object ${as}`) }
  const requests: Record<WriteMethod, RequestStep> = {
    POST: create(as, role, logical, { set: places, drop }),
    PUT: put(as, role, caseName(logical), editTerm(whole, { ...based, ...places }, drop)),
    PATCH: patch(as, role, caseName(logical), { type: 'merge', body: editTerm({}, places, drop) }),
  }
  return withObjectAndRead({ as, role, verb }, atLevel(level, requests[verb]))
}

/** Returns a valid object name for a label. */
export const logicalNameFor = (as: string): string =>
  as.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')

/** Returns a create of the object if the write needs one, the write, and a get. */
export const withObjectAndRead = (
  { as, role, verb }: WriteKind & { as: string },
  request: RequestStep,
): RequestStep[] => [
  ...(verb === 'POST' ? [] : [create(`object ${as}`, role, logicalNameFor(as))]),
  request,
  get(`after ${as}`, role, caseName(logicalNameFor(as))),
]

export const atLevel = (level: ValidationLevel, request: RequestStep): RequestStep =>
  level === 'default'
    ? request
    : { ...request, query: { ...request.query, fieldValidation: level } }

/** Objects in which unknown fields are placed. A type may lack `spec`. */
export const unknownFieldPlaces = ['', '/metadata', '/spec', '/metadata/ownerReferences/0'] as const
export type UnknownFieldPlace = (typeof unknownFieldPlaces)[number]

/** An owner that exists, so that no collector removes its dependents. */
export const createOwner = (role: Role): RequestStep => create('owner', role, 'owner')

// The uid of an owner on a server that gives objects none.
const inventedUid = '00000000-0000-4000-8000-000000000001'

export const ownerReference = (role: Role): { [key: string]: Term } => ({
  apiVersion: { $word: 'apiVersion', of: role },
  kind: { $word: 'kind', of: role },
  name: caseName('owner'),
  uid: firstOf(fromAnswer('owner', '/metadata/uid'), inventedUid),
})

const owned = (role: Role) => ({ '/metadata/ownerReferences': [ownerReference(role)] })

const isInItem = (place: string): boolean => place.startsWith('/metadata/ownerReferences')

/** Returns unknown fields, one in each of these objects. */
const unknownAt = (role: Role, places: readonly UnknownFieldPlace[], value: Term = 'value') => ({
  ...(places.some(isInItem) ? owned(role) : {}),
  ...Object.fromEntries(places.map((place, index) => [`${place}/${unknownName(index)}`, value])),
})

const someValue: Arbitrary<Term> = fc.constantFrom<Term>('value', 7, true, { a: 'b' }, ['a'])

/**
 * Replaces `/spec` for roles that may lack it: of the writable roles only the main one has a spec.
 */
const fitting = (role: Role, place: UnknownFieldPlace): UnknownFieldPlace =>
  role !== 'main' && place === '/spec' ? '/metadata' : place

type Asked = {
  verbs?: readonly WriteMethod[]
  levels: readonly ValidationLevel[]
  fieldsMax?: number
}

/** Generates the same write with unknown fields at each level. */
export const unknownFields = (asked: Asked): Arbitrary<Scenario> =>
  fc
    .record({
      role: someWritableRole,
      verb: fc.constantFrom(...(asked.verbs ?? writeMethods)),
      places: fc.array(fc.constantFrom(...unknownFieldPlaces), {
        minLength: 1,
        maxLength: asked.fieldsMax ?? 3,
      }),
      value: someValue,
    })
    .map(({ role, verb, places, value }) => {
      const fields = places.map(place => fitting(role, place))
      const set = unknownAt(role, fields, value)
      const validPart = fields.some(isInItem) ? owned(role) : {}
      return scenarioWith(
        ...(fields.some(isInItem) ? [createOwner(role)] : []),
        ...validatedWrite({
          as: 'twin',
          level: asked.levels[0] ?? 'default',
          role,
          verb,
          set: validPart,
        }),
        ...asked.levels.flatMap(level => validatedWrite({ as: level, level, role, verb, set })),
      )
    })

/** Generates a valid write at `Strict`, and the same at `Ignore` (`twin`). */
export const writesWithoutFaults = (): Arbitrary<Scenario> =>
  fc
    .record({
      role: someWritableRole,
      verb: fc.constantFrom(...writeMethods),
      isOwned: fc.boolean(),
    })
    .map(({ role, verb, isOwned }) => {
      const set = { '/metadata/labels/touchstone.example~1a': 'b', ...(isOwned ? owned(role) : {}) }
      return scenarioWith(
        ...(isOwned ? [createOwner(role)] : []),
        ...validatedWrite({ as: 'twin', level: 'Ignore', role, verb, set }),
        ...validatedWrite({ as: 'Strict', level: 'Strict', role, verb, set }),
      )
    })

/**
 * Generates writes with one unknown field each, in several objects, at `Warn` and at `Strict`
 * (`LEVEL NUMBER`).
 */
export const unknownFieldInEachPlace = (): Arbitrary<Scenario> =>
  fc
    .record({
      role: someWritableRole,
      verb: fc.constantFrom(...writeMethods),
      some: fc.subarray([...unknownFieldPlaces], { minLength: 2 }),
    })
    .map(({ role, verb, some }) => {
      const all = some.filter(place => fitting(role, place) === place)
      const alone = (
        level: ValidationLevel,
        place: UnknownFieldPlace,
        index: number,
      ): RequestStep[] =>
        validatedWrite({
          as: `${level} ${index}`,
          level,
          role,
          verb,
          set: unknownAt(role, [place]),
        })
      return scenarioWith(
        createOwner(role),
        ...validatedWrite({ as: 'twin', level: 'Strict', role, verb, set: owned(role) }),
        ...all.flatMap((place, index) => alone('Warn', place, index)),
        ...all.flatMap((place, index) => alone('Strict', place, index)),
      )
    })

type Wrong = Record<string, Term>

/** Values that are wrong only if the main type has these fields. */
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

type WrongAsked = { verbs: readonly WriteMethod[]; unknown?: readonly UnknownFieldPlace[] }

/**
 * Generates writes with a known field of a wrong type at each level, alone or with unknown fields
 * elsewhere.
 */
export const writesWithWrongTypes = ({ verbs, unknown = [] }: WrongAsked): Arbitrary<Scenario> =>
  someWritableRole.chain(role =>
    fc
      .record({
        verb: fc.constantFrom(...verbs),
        wrong: fc.constantFrom(...wrongTypes, ...(role === 'main' ? wrongOfMain : [])),
      })
      .map(({ verb, wrong }) => {
        const set = { ...unknownAt(role, unknown), ...wrong }
        return scenarioWith(
          ...validatedWrite({ as: 'twin', level: 'Strict', role, verb, set: {} }),
          ...validationLevels.flatMap(level =>
            validatedWrite({ as: level, level, role, verb, set }),
          ),
        )
      }),
  )

/** Generates creates without name and generateName at each level. `twin` has a name. */
export const createsWithoutName = (): Arbitrary<Scenario> =>
  fc
    .record({ role: someWritableRole, content: fc.constantFrom('some', 'other') })
    .map(({ role, content }) =>
      scenarioWith(
        ...validatedWrite({ as: 'twin', level: 'Strict', role, verb: 'POST', set: {} }),
        ...validationLevels.map(level =>
          atLevel(level, create(level, role, undefined, { content })),
        ),
      ),
    )

/** Owner references that lack one member each (`LEVEL MEMBER`). `twin` is complete. */
export const incompleteOwnerReferences = (
  kind: WriteKind,
  members: readonly string[],
): RequestStep[] => [
  createOwner(kind.role),
  ...validatedWrite({ ...kind, as: 'twin', level: 'Strict', set: owned(kind.role) }),
  ...members.flatMap((member, index) => {
    const level = validationLevels[index % validationLevels.length] ?? 'default'
    const drop = [`/metadata/ownerReferences/0/${member}`]
    return validatedWrite({ ...kind, as: `${level} ${member}`, level, set: owned(kind.role), drop })
  }),
]
