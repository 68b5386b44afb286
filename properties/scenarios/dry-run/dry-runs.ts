// Generates dry runs and the real requests. Both are equal except for `dryRun=All`. Later steps
// look for effects of the dry run.

import fc from 'fast-check'
import type { Arbitrary } from 'fast-check'
import type { Role } from '../../../fixtures/objects/tested-types.ts'
import type { RequestStep, Scenario } from '../../dsl/scenario.ts'
import {
  updateFrom,
  create,
  editTerm,
  get,
  list,
  caseName,
  nameFrom,
  put,
  sampleTerm,
  scenarioWith,
  versionFrom,
} from '../../dsl/steps.ts'
import { asDryRun, patch } from '../../dsl/write-steps.ts'
import type { Term } from '../../dsl/term.ts'
import { faultsOfCreate, faultsOfUpdate } from '../faults.ts'
import type { RequestFault, RequestFaults } from '../faults.ts'
import { someWritableRole } from '../updates.ts'

/** The method of a change: a PUT, or a patch of one of the types. */
export type ChangeMethod = 'put' | 'merge' | 'json' | 'strategic'

/** An object to change, with the label of the answer that showed it. */
type Changed = { as: string; role: Role; logical: string; of: string; text: string }

/**
 * Returns a change of an object with the version in an answer, so that a concurrent write causes a
 * conflict. A JSON Patch has no version and does not change the content, whose place differs
 * between targets. It replaces the annotations of other clients.
 */
export function changeBy(way: ChangeMethod, { as, role, logical, of, text }: Changed): RequestStep {
  const annotations = { dry: text }
  const whole = editTerm(sampleTerm(role, logical, text), {
    '/metadata/resourceVersion': versionFrom(of),
    '/metadata/annotations': annotations,
  })
  if (way === 'put') return put(as, role, caseName(logical), whole)
  const body: Term =
    way === 'json' ? [{ op: 'add', path: '/metadata/annotations', value: annotations }] : whole
  return patch(as, role, caseName(logical), { type: way, body })
}

/**
 * Generates a dry create (`dry`) with a given or a generated name, a get of the name if there is
 * one (`after`), a list (`list`) and the real create of another name (`twin`).
 */
export const dryCreate = (): Arbitrary<Scenario> =>
  fc
    .record({ role: someWritableRole, isGenerated: fc.boolean(), isHeld: fc.boolean() })
    .map(({ role, isGenerated, isHeld }) => {
      const request = (as: string, logical: string) =>
        create(as, role, isGenerated ? undefined : logical, {
          content: 'new',
          set: {
            ...(isGenerated ? { '/metadata/generateName': caseName(`${logical}-`) } : {}),
            ...(isHeld ? { '/metadata/finalizers': ['touchstone.example/held'] } : {}),
          },
        })
      return scenarioWith(
        asDryRun(request('create', 'x'), 'dry'),
        get('after', role, isGenerated ? nameFrom('dry') : caseName('x')),
        list('list', role),
        request('twin', 'y'),
      )
    })

/**
 * An object (`object`), a dry change of it (`dry`), a get (`after`) and the real change (`twin`).
 */
const dryChange = (role: Role, way: ChangeMethod): RequestStep[] => [
  create('object', role, 'x', { content: 'first' }),
  asDryRun(
    changeBy(way, { as: 'change', role, logical: 'x', of: 'object', text: 'second' }),
    'dry',
  ),
  get('after', role, caseName('x')),
  changeBy(way, { as: 'twin', role, logical: 'x', of: 'after', text: 'second' }),
]

/** Generates a dry PUT to an object, and one to an unused name (`dry on nothing`, `nothing`). */
export const dryPut = (): Arbitrary<Scenario> =>
  someWritableRole.map(role =>
    scenarioWith(
      ...dryChange(role, 'put'),
      asDryRun(put('put', role, caseName('z'), sampleTerm(role, 'z', 'new')), 'dry on nothing'),
      get('nothing', role, caseName('z')),
    ),
  )

/** Generates a dry patch of one of the types. */
export const dryPatch = (): Arbitrary<Scenario> =>
  fc
    .record({
      role: someWritableRole,
      way: fc.constantFrom<ChangeMethod>('merge', 'json', 'strategic'),
    })
    .map(({ role, way }) => scenarioWith(...dryChange(role, way)))

/**
 * Generates an invalid create or update, first as a dry run (`dry`), then twice real (`fault`,
 * `again`), after the request without the fault (`twin`).
 */
export const dryFaults = (): Arbitrary<Scenario> =>
  fc
    .record({ role: fc.constantFrom<Role>('main', 'core'), made: someFault })
    .map(({ role, made }) => {
      const { fault, isUpdate } = made
      const validWrite = (as: string): RequestStep =>
        isUpdate
          ? updateFrom(as, role, 'object', { '/metadata/annotations': { change: 'yes' } })
          : create(as, role, 'x', { content: 'new' })
      return scenarioWith(
        create('object', role, 'o', { content: 'first' }),
        asDryRun(validWrite('sound'), 'twin'),
        fault(asDryRun(validWrite('sound'), 'dry')),
        fault(validWrite('fault')),
        fault(validWrite('again')),
      )
    })

/** Returns the faults in the object itself, not in the rest of the request. */
const ofObjects = (faults: RequestFaults): RequestFault[] => [
  ...(faults['metadata'] ?? []),
  ...(faults['kind'] ?? []),
]

const someFault: Arbitrary<{ fault: RequestFault; isUpdate: boolean }> = fc.oneof(
  fc.constantFrom(...ofObjects(faultsOfCreate)).map(fault => ({ fault, isUpdate: false })),
  fc.constantFrom(...ofObjects(faultsOfUpdate)).map(fault => ({ fault, isUpdate: true })),
)

/**
 * Generates changes (`dry`, `real`) of an object, and the same change of an equal object (`again`).
 */
export const dryChangeAndReal = (...ways: ChangeMethod[]): Arbitrary<Scenario> =>
  fc.record({ role: someWritableRole, way: fc.constantFrom(...ways) }).map(({ role, way }) => {
    const request = (as: string, logical: string): RequestStep =>
      changeBy(way, { as, role, logical, of: `object ${logical}`, text: 'second' })
    return scenarioWith(
      create('object x', role, 'x', { content: 'first' }),
      create('object y', role, 'y', { content: 'first' }),
      asDryRun(request('change', 'x'), 'dry'),
      request('real', 'x'),
      request('again', 'y'),
    )
  })

/** Generates creates (`dry`, `real`) of one body, and one with another name (`again`). */
export const dryCreateAndReal = (): Arbitrary<Scenario> =>
  fc
    .record({
      role: someWritableRole,
      content: fc.constantFrom('new', null),
      labels: fc.dictionary(fc.constantFrom('a', 'b'), fc.constantFrom('one', 'two')),
      finalizers: fc.subarray(['touchstone.example/a', 'touchstone.example/b']),
    })
    .map(({ role, content, labels, finalizers }) => {
      const request = (as: string, logical: string): RequestStep =>
        create(as, role, logical, {
          body: editTerm(sampleTerm(role, logical, content), {
            '/metadata/annotations': labels,
            ...(finalizers.length > 0 ? { '/metadata/finalizers': finalizers } : {}),
          }),
        })
      return scenarioWith(
        asDryRun(request('create', 'x'), 'dry'),
        request('real', 'x'),
        request('again', 'y'),
      )
    })
