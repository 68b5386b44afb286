// Generates server-side applies of one object (`x`) by several managers, with fields of any type:
// labels, annotations and the content.

import fc from 'fast-check'
import type { Arbitrary } from 'fast-check'
import type { Role } from '../../../fixtures/objects/tested-types.ts'
import type { RequestStep, Scenario } from '../../dsl/scenario.ts'
import { editTerm, get, caseName, sampleTerm, scenarioWith } from '../../dsl/steps.ts'
import { apply } from '../../dsl/write-steps.ts'
import type { Term } from '../../dsl/term.ts'

/**
 * The roles that are applied. The samples of other roles may contain values that are stored as
 * absent.
 */
export const appliedRoles = ['main', 'core'] as const satisfies Role[]

const someRole: Arbitrary<Role> = fc.constantFrom(...appliedRoles)

export type TextMap = Record<string, string>

/**
 * Returns the body of an apply: the identity of the object, and the given maps of metadata. An
 * empty map would be a separate field, over which two managers may conflict.
 */
export const partialBody = (
  role: Role,
  maps: { labels?: TextMap; annotations?: TextMap },
  logical = 'x',
): Term => ({
  apiVersion: { $word: 'apiVersion', of: role },
  kind: { $word: 'kind', of: role },
  metadata: {
    name: caseName(logical),
    ...Object.fromEntries(
      Object.entries(maps).filter(([, texts]) => Object.keys(texts).length > 0),
    ),
  },
})

/** Returns the body of an apply of the whole sample with a content. */
export const wholeBody = (
  role: Role,
  content: string,
  { labels = {}, annotations = {} }: { labels?: TextMap; annotations?: TextMap } = {},
  logical = 'x',
): Term =>
  editTerm(sampleTerm(role, logical, content), {
    ...textsAt('labels', labels),
    ...textsAt('annotations', annotations),
  })

const textsAt = (map: string, texts: TextMap): Record<string, Term> =>
  Object.fromEntries(Object.entries(texts).map(([key, text]) => [`/metadata/${map}/${key}`, text]))

/** An apply by a manager of this case. */
export const applyStep = (
  as: string,
  role: Role,
  manager: string,
  body: RequestStep['body'],
  isForced = false,
): RequestStep => apply(as, role, caseName('x'), { body, manager: caseName(manager), isForced })

export const readBack = (as: string, role: Role): RequestStep => get(as, role, caseName('x'))

/** Returns the steps for each role, with a blank and the role appended to their labels. */
export const forEachAppliedRole = (
  of: (role: Role) => RequestStep[],
  roles: readonly Role[],
): RequestStep[] =>
  roles.flatMap(role => of(role).map(step => ({ ...step, as: `${step.as} ${role}` })))

// Characters that JSON escapes, texts that YAML misreads without quotes, and other scripts. A
// genuine server supports neither escapes of surrogates nor control characters.
const marks = [
  '"',
  '\\',
  "'",
  '\n',
  '\t',
  ':',
  '#',
  '-',
  '{',
  '[',
  ',',
  '&',
  '*',
  '!',
  '%',
  '@',
  '~',
]
const letters = ['a', 'Z', '0', '7', ' ', 'é', 'ß', '漢', 'ж', '😀', '\u00a0']
const oddTexts = ['', 'null', 'true', 'no', '1e3', '0x1f', '07', '~', '- a', 'a: b', '--- a', '...']

const someText: Arbitrary<string> = fc.oneof(
  fc.string({ unit: fc.constantFrom(...marks, ...letters), maxLength: 12 }),
  fc.constantFrom(...oddTexts),
)

/**
 * Generates applies of JSON bodies with special texts (`applied`, `look`), and with others
 * (`again`). The texts are in annotations, which accept any text. Other fields have other rules.
 */
export const appliedTexts = (): Arbitrary<Scenario> =>
  fc
    .record({
      role: someRole,
      first: fc.dictionary(fc.constantFrom('a', 'b'), someText, { minKeys: 1 }),
      second: fc.dictionary(fc.constantFrom('a', 'b', 'c'), someText, { minKeys: 1 }),
    })
    .map(({ role, first, second }) =>
      scenarioWith(
        applyStep('applied', role, 'm', wholeBody(role, 'first', { annotations: first })),
        readBack('look', role),
        applyStep(
          'again',
          role,
          'm',
          wholeBody(role, 'other', { annotations: { ...first, ...second } }),
        ),
        readBack('after', role),
      ),
    )

const managers = ['m', 'n', 'o'] as const
const someValue = fc.constantFrom('one', 'two')

/** The annotations that each manager always applies. Two managers may share some. */
const shares: Arbitrary<Record<(typeof managers)[number], string[]>> = fc.record({
  m: fc.subarray(['a', 'b', 'c'], { minLength: 1 }),
  n: fc.subarray(['a', 'b', 'd'], { minLength: 1 }),
  o: fc.subarray(['b', 'c', 'd'], { minLength: 1 }),
})

/**
 * Generates applies (`write 1`, …) by managers that never omit an earlier field, some of them
 * forced, each followed by a read (`look 1`, …).
 */
export const steadyApplies = (): Arbitrary<Scenario> =>
  fc
    .record({
      role: someRole,
      shares,
      writes: fc.array(
        fc.record({
          manager: fc.constantFrom(...managers),
          values: fc.record({ a: someValue, b: someValue, c: someValue, d: someValue }),
          isForced: fc.boolean(),
        }),
        { minLength: 3, maxLength: 7 },
      ),
    })
    .map(({ role, shares: of, writes }) =>
      scenarioWith(
        ...writes.flatMap(({ manager, values, isForced }, index) => {
          const texts = new Map(Object.entries(values))
          const annotations = Object.fromEntries(
            of[manager].map(key => [key, texts.get(key) ?? 'one']),
          )
          // The first apply contains the whole object, because a type may require more than
          // metadata.
          const isFirst = index === 0
          const body = isFirst
            ? wholeBody(role, 'one', { annotations })
            : partialBody(role, { annotations })
          return [
            applyStep(`write ${index + 1}`, role, isFirst ? 'first' : manager, body, isForced),
            readBack(`look ${index + 1}`, role),
          ]
        }),
      ),
    )
