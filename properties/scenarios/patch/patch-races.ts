// Generates patches with or without a version during writes to the same object.

import fc from 'fast-check'
import type { Arbitrary } from 'fast-check'
import type { Role } from '../../../fixtures/objects/tested-types.ts'
import type { RequestStep, Scenario } from '../../dsl/scenario.ts'
import {
  updateFrom,
  get,
  caseName,
  scenarioWith,
  concurrently,
  versionFrom,
} from '../../dsl/steps.ts'
import { patch } from '../../dsl/write-steps.ts'
import type { Term } from '../../dsl/term.ts'
import { annotationPatch, createPatchable, patchTypeNames, metadataPointer } from './patches.ts'
import type { PatchType } from './patches.ts'
import { someWritableRole } from '../updates.ts'

const someType: Arbitrary<PatchType> = fc.constantFrom(...patchTypeNames)

const changed = (as: string, role: Role, of: string, text: string): RequestStep =>
  updateFrom(as, role, of, { [metadataPointer('annotations', 'change')]: text })

type Stale = { updates?: number; suffix?: string; logical?: string }

/**
 * Returns a patch with a version that one to three updates made stale (`read`, `before`, `stale`,
 * `after`). `twin` is the same patch with the newest version.
 */
export function stalePatch(
  role: Role,
  type: PatchType,
  { updates = 1, suffix = '', logical = 'x' }: Stale = {},
): RequestStep[] {
  const [object, read, after] = [`object${suffix}`, `read${suffix}`, `after${suffix}`] as const
  const patchAt = (as: string, of: string): RequestStep =>
    patch(
      `${as}${suffix}`,
      role,
      caseName(logical),
      annotationPatch(type, 'stale', versionFrom(of)),
    )
  return [
    createPatchable(role, object, logical),
    get(read, role, caseName(logical)),
    ...Array.from({ length: updates }, (_, index) => changed(object, role, object, `${index}`)),
    get(`before${suffix}`, role, caseName(logical)),
    patchAt('stale', read),
    get(after, role, caseName(logical)),
    patchAt('twin', after),
  ]
}

/** Generates a stale patch, or several concurrent ones with the same version. */
export const versionedPatches = (): Arbitrary<Scenario> =>
  fc.oneof(
    fc
      .record({ role: someWritableRole, type: someType, updates: fc.integer({ min: 1, max: 3 }) })
      .map(({ role, type, updates }) => scenarioWith(...stalePatch(role, type, { updates }))),
    racingPatches(versionFrom('object')),
  )

// A lost update needs two patches within a moment, so each lane sends several.
const roundsWithoutVersion = 4

/**
 * Generates two to six concurrent lanes with patches of distinct members: one each, or four each
 * without a version. Without a version there may be a concurrent update, too. Each patch type has a
 * lane, because a server may not serve all of them.
 */
export const racingPatches = (version?: Term): Arbitrary<Scenario> =>
  fc
    .record({
      role: someWritableRole,
      more: fc.array(someType, { maxLength: 4 }),
      isUpdated: fc.boolean(),
    })
    .map(({ role, more, isUpdated }) =>
      scenarioWith(
        createPatchable(role),
        concurrently(
          ...[...patchTypeNames, ...more].map((type, lane) =>
            version === undefined
              ? Array.from({ length: roundsWithoutVersion }, (_, round) =>
                  patchOfLane(role, { type, lane: `${lane}-${round}`, version }),
                )
              : [patchOfLane(role, { type, lane: `${lane}`, version })],
          ),
          ...(isUpdated && version === undefined
            ? [[changed('other update', role, 'object', 'of another')]]
            : []),
        ),
        get('final', role, caseName('x')),
      ),
    )

/**
 * Generates four to eight concurrent JSON patches that each test the initial value of an annotation
 * and then replace it by their own.
 */
export const racingTests = (): Arbitrary<Scenario> =>
  fc
    .record({ role: someWritableRole, lanes: fc.integer({ min: 4, max: 8 }) })
    .map(({ role, lanes }) =>
      scenarioWith(
        createPatchable(role),
        get('before', role, caseName('x')),
        concurrently(
          ...Array.from({ length: lanes }, (_, lane) => {
            const path = metadataPointer('annotations', 'a')
            const body = [
              { op: 'test', path, value: 'one' },
              { op: 'replace', path, value: `lane ${lane}` },
            ]
            return [patch(`patch ${lane}`, role, caseName('x'), { type: 'json', body })]
          }),
        ),
        get('final', role, caseName('x')),
      ),
    )

/** Returns the patch of one lane, the only one that sets the label or annotation `lane-N`. */
function patchOfLane(
  role: Role,
  { type, lane, version }: { type: PatchType; lane: string; version: Term | undefined },
): RequestStep {
  const key = `lane-${lane}`
  const set = { op: 'add', path: metadataPointer('annotations', key), value: 'set' }
  const carried: Term = version === undefined ? {} : { resourceVersion: version }
  const guard: Term[] =
    version === undefined
      ? []
      : [{ op: 'replace', path: '/metadata/resourceVersion', value: version }]
  return patch(`patch ${lane}`, role, caseName('x'), {
    type,
    body:
      type === 'json' ? [...guard, set] : { metadata: { labels: { [key]: 'set' }, ...carried } },
  })
}
