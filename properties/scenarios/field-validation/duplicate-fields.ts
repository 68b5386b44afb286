// Generates bodies with duplicate fields, which JavaScript objects cannot represent, so their texts
// are built here. The labels are in field-validation.ts.

import fc from 'fast-check'
import type { Arbitrary } from 'fast-check'
import { runLabel } from '../../../fixtures/objects/tested-types.ts'
import type { RequestStep, Scenario } from '../../dsl/scenario.ts'
import { unknownName } from '../../history/sent-fields.ts'
import { create, caseName, put, fromAnswer, scenarioWith, versionFrom } from '../../dsl/steps.ts'
import { escapeSegment } from '../../dsl/term.ts'
import type { Term } from '../../dsl/term.ts'
import {
  withObjectAndRead,
  atLevel,
  logicalNameFor,
  createOwner,
  ownerReference,
} from './field-validation.ts'
import type { WriteKind, ValidationLevel } from './field-validation.ts'
import { someWritableRole } from '../updates.ts'

/** Fields that every type has and whose names occur only once in these bodies. */
const doublable = [
  'annotations',
  'labels',
  'finalizers',
  'controller',
  'blockOwnerDeletion',
  'uid',
] as const
type Doublable = (typeof doublable)[number]

type Member = [name: string, text: Term]

/** Returns the text of an object whose members may have equal names. */
const members = (...all: Member[]): Term => membersAnd(all)

/** Returns the text of an object with additional members, each preceded by a comma. */
const membersAnd = (all: Member[], ...more: Term[]): Term => ({
  $join: ['{', ...all.flatMap(memberText), ...more, '}'],
})

const memberText = ([name, text]: Member, index: number): Term[] => [
  `${index > 0 ? ',' : ''}${JSON.stringify(name)}:`,
  text,
]

const quoted = (text: Term): Term => ({ $join: ['"', text, '"'] })

type Doubled = WriteKind & { doubled: readonly Doublable[]; unknown: number }
type Made = Doubled & { as: string; isOwned: boolean }

const ofOwners: readonly Doublable[] = ['controller', 'blockOwnerDeletion', 'uid']

/** Returns the text of a body. The two values of duplicate annotations differ. */
function bodyText(made: Made): Term {
  const { as, role, verb, unknown } = made
  const annotated = (value: string): Term => members(['written', quoted(value)])
  const metadata = members(
    ['name', quoted(caseName(logicalNameFor(as)))],
    ...(verb === 'PUT' ? [versioned(as)] : []),
    ...once(made, 'labels', members([runLabel, quoted(fromAnswer('owner', labelAt))])),
    ...once(made, 'annotations', annotated('first'), annotated('second')),
    ...once(made, 'finalizers', '[]'),
    ...(made.isOwned ? [ownedBy(made)] : []),
    ...Array.from({ length: unknown }, (_, index): Member => [unknownName(index), '"value"']),
  )
  return membersAnd(
    [
      ['apiVersion', quoted({ $word: 'apiVersion', of: role })],
      ['kind', quoted({ $word: 'kind', of: role })],
      ['metadata', metadata],
    ],
    // The other members that the type requires.
    { $members: { $sample: role }, without: ['apiVersion', 'kind', 'metadata'] },
  )
}

/** Returns a member once, or twice if it must be duplicate. */
const once = ({ doubled }: Made, name: Doublable, text: Term, again: Term = text): Member[] =>
  doubled.includes(name)
    ? [
        [name, text],
        [name, again],
      ]
    : [[name, text]]

const versioned = (as: string): Member => ['resourceVersion', quoted(versionFrom(`object ${as}`))]

function ownedBy(made: Made): Member {
  const { uid = '', ...reference } = ownerReference(made.role)
  const item = members(
    ...Object.entries(reference).map(([key, term]): Member => [key, quoted(term)]),
    ...once(made, 'uid', quoted(uid)),
    ...once(made, 'controller', 'false'),
    ...once(made, 'blockOwnerDeletion', 'false'),
  )
  return ['ownerReferences', { $join: ['[', item, ']'] }]
}

const labelAt = `/metadata/labels/${escapeSegment(runLabel)}`

/** Returns a write of such a body with the steps before and after it. */
function writtenTwice(level: ValidationLevel, made: Made): RequestStep[] {
  const { as, role, verb } = made
  const body = { $text: bodyText(made) }
  const request =
    verb === 'POST'
      ? { ...create(as, role, undefined), body }
      : { ...put(as, role, caseName(logicalNameFor(as)), {}), body }
  return withObjectAndRead(made, atLevel(level, request))
}

type Asked = { levels: readonly ValidationLevel[]; fieldsMax?: number; unknownMax?: number }

/**
 * Generates the same create or PUT with duplicate fields at each level, and optionally with unknown
 * fields. The annotations are always duplicate.
 */
export const duplicateFields = (asked: Asked): Arbitrary<Scenario> =>
  fc
    .record({
      role: someWritableRole,
      verb: fc.constantFrom('POST' as const, 'PUT' as const),
      more: fc.subarray(doublable.slice(1), { maxLength: (asked.fieldsMax ?? 3) - 1 }),
      unknown: fc.nat(asked.unknownMax ?? 0),
    })
    .map(({ role, verb, more, unknown }) => {
      const made = { role, verb, doubled: ['annotations', ...more] as const, unknown }
      return scenarioWith(...validAndDuplicateFields(made, asked.levels))
    })

/** Returns one valid write, and the same with duplicate fields at each level. */
export function validAndDuplicateFields(
  made: Doubled,
  levels: readonly ValidationLevel[],
): RequestStep[] {
  const isOwned = made.doubled.some(field => ofOwners.includes(field))
  const withoutFaults = { ...made, isOwned, doubled: [], unknown: 0 }
  return [
    createOwner(made.role),
    ...writtenTwice(levels[0] ?? 'default', { ...withoutFaults, as: 'twin' }),
    ...levels.flatMap(level => writtenTwice(level, { ...made, isOwned, as: level })),
  ]
}
