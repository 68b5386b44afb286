// Generates files of all configuration kinds, without apiVersion or kind, or in other groups and
// versions than those of the overview table.

import fc from 'fast-check'
import type { Arbitrary } from 'fast-check'
import { isGenuineVersion, isImpliedMember } from '../../../fixtures/dialects/config-departures.ts'
import { apiVersionTerm, withVersion } from '../../models/config/documents.ts'
import { tableKinds } from '../../models/config/kinds.ts'
import type { GroupVersion, TableKind } from '../../models/config/kinds.ts'
import type { ConfigCheckStep } from '../../dsl/scenario.ts'
import type { Term } from '../../dsl/term.ts'
import { machineFiles } from './configuration.ts'

/**
 * The expected result of a file. `literal` is a refusal that the literal specification requires and
 * the genuine service does not make.
 */
type Expected = 'accepted' | 'refused' | 'literal'

/** What a step expects of a file of a kind: `refused Policy without kind`. */
export type KindLabel = { expect: Expected; kind: string; words: string }

const labelSyntax = /^(accepted|refused|literal) (\S+) (.*)$/s

/** Parses the label of a step. */
export function kindLabelOf(step: string): KindLabel | undefined {
  const [, expect, kind, words] = labelSyntax.exec(step) ?? []
  if (kind === undefined || words === undefined) return undefined
  return { expect: expect as Expected, kind, words }
}

/** A document of a kind with another type, in words. */
type Retyped = { expect: Expected; words: string; set?: Record<string, Term>; drop?: string[] }

const stepsOf = (
  { kind, document, machineTexts = {} }: TableKind,
  files: Retyped[],
): ConfigCheckStep[] =>
  files.map(({ expect, words, ...edit }) => ({
    as: `${expect} ${kind} ${words}`,
    accepts: {
      files: [
        { name: 'config.yaml', document: { $edit: document, ...edit } },
        ...machineFiles(machineTexts),
      ],
    },
  }))

const versionText = ([group, version]: GroupVersion): string => `${group}/${version}`

const inVersion = (expect: Expected, [group, version]: GroupVersion): Retyped => ({
  expect,
  words: `in ${versionText([group, version])}`,
  set: { '/apiVersion': apiVersionTerm(group, version) },
})

/** GATE-001: each kind without apiVersion, and without kind: absent, and in one other form. */
export const filesWithoutType = (): Arbitrary<{ steps: ConfigCheckStep[] }> =>
  fc
    .tuple(
      fc.constantFrom<Term>(null, ''),
      ...tableKinds.map(({ versions }) => fc.constantFrom(...versions)),
    )
    .map(([nothing, ...versions]) => ({
      steps: tableKinds.flatMap((one, nth) => {
        const version = versions[nth] ?? ['', '']
        const document = withVersion(one.document, version)
        return stepsOf({ ...one, document }, [
          inVersion('accepted', version),
          ...typeMembers.flatMap(member => withoutMember(one.kind, member, nothing)),
        ])
      }),
    }))

const typeMembers = ['apiVersion', 'kind'] as const

function withoutMember(kind: string, member: 'apiVersion' | 'kind', nothing: Term): Retyped[] {
  const expect = isImpliedMember(kind, member) ? 'literal' : 'refused'
  const pointer = `/${member}`
  return [
    { expect, words: `without ${member}`, drop: [pointer] },
    { expect, words: `with ${member}: ${JSON.stringify(nothing)}`, set: { [pointer]: nothing } },
  ]
}

const groups = [...new Set(tableKinds.flatMap(({ versions }) => versions.map(([group]) => group)))]
const versionNames = ['v1', 'v1beta1', 'v1alpha1']

/** What a scenario draws for one kind: a version that is unknown, and groups of other kinds. */
const wrongTypes = fc.record({
  unknown: fc.constantFrom('v2', 'v1beta2', 'v1alpha2', 'v0', 'v1beta', 'V1'),
  others: fc.array(
    fc.tuple(
      fc.constantFrom(...groups, 'no-such-group', 'apiserver.config.extra'),
      fc.constantFrom(...versionNames),
    ),
    { minLength: 3, maxLength: 3 },
  ),
})

/** GATE-002: each kind in its versions, and in other versions and groups. */
export const filesOfOtherTypes = (): Arbitrary<{ steps: ConfigCheckStep[] }> =>
  fc.tuple(...tableKinds.map(() => wrongTypes)).map(drawn => ({
    steps: tableKinds.flatMap((one, nth) => {
      const { unknown = '', others = [] } = drawn[nth] ?? {}
      const wrong = wrongVersions(one, [...nearbyVersions(one, unknown), ...others])
      return stepsOf(one, [
        ...one.versions.map(lawful => inVersion('accepted', lawful)),
        ...wrong.map(other =>
          inVersion(isGenuineVersion(one.kind, other) ? 'literal' : 'refused', other),
        ),
        ...wrongTexts(one).map(
          (text): Retyped => ({
            expect: 'refused',
            words: `in "${text}"`,
            set: { '/apiVersion': text },
          }),
        ),
      ])
    }),
  }))

const apiServerGroups = ['apiserver.config', 'apiserver']

/** Versions that are easily confused with those of a kind: of its groups and of related groups. */
function nearbyVersions({ versions }: TableKind, unknown: string): GroupVersion[] {
  const own = versions.map(([group]) => group)
  const near = own.some(group => apiServerGroups.includes(group)) ? apiServerGroups : own
  return [...new Set(near)].flatMap(group =>
    [...versionNames, unknown].map((version): GroupVersion => [group, version]),
  )
}

/** Returns the different ones that are no version of the kind. */
function wrongVersions({ versions }: TableKind, some: GroupVersion[]): GroupVersion[] {
  const named = new Map(some.map(one => [versionText(one), one]))
  for (const lawful of versions) named.delete(versionText(lawful))
  return [...named.values()]
}

/** The right version without a group, with an empty one, and in the domain of another API. */
function wrongTexts({ versions: [[group, version] = ['', '']] }: TableKind): string[] {
  return [version, `/${version}`, `${group}.other.example/${version}`]
}
