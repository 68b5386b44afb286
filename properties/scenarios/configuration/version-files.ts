// Generates files of the kinds that have several versions: the same change of a document in each
// version. No outcome is expected beforehand; the outcomes must be equal.

import fc from 'fast-check'
import type { Arbitrary } from 'fast-check'
import { withVersion } from '../../models/config/documents.ts'
import { tableKinds } from '../../models/config/kinds.ts'
import type { GroupVersion, TableKind } from '../../models/config/kinds.ts'
import { ruleChanges } from '../../models/config/rule-changes.ts'
import type { ConfigCheckStep } from '../../dsl/scenario.ts'
import type { Term } from '../../dsl/term.ts'
import { fieldPathPointer, machineFiles } from './configuration.ts'

/** The words for the document without a change. */
export const unchanged = 'unchanged'

/** The file of a step: `TracingConfiguration in apiserver/v1beta1: without endpoint`. */
export type VersionLabel = { kind: string; version: string; change: string }

/** Parses the label of a step. */
export function versionLabelOf(step: string): VersionLabel | undefined {
  const [, kind, version, change] = /^(\S+) in (\S+): (.*)$/s.exec(step) ?? []
  if (kind === undefined || version === undefined || change === undefined) return undefined
  return { kind, version, change }
}

/** A value of each type, for places that expect another type. */
const valueOfType: Record<string, Term> = {
  string: 'x',
  number: 7,
  boolean: true,
  array: ['a'],
  object: { a: 'b' },
}

const typeOf = (value: Term): string => (Array.isArray(value) ? 'array' : typeof value)

type Place = { path: string; value: Term }

/** Returns the places of all fields below a value. Items of a list are places, too. */
function placesIn(value: Term, before = ''): Place[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, member]: [string, Term]) => {
    const path = Array.isArray(value) ? `${before}[${name}]` : `${before}${before && '.'}${name}`
    // An apiVersion with the domain of the target is one value.
    const isHole = name === 'apiVersion' && typeof member === 'object'
    return [{ path, value: member }, ...(isHole ? [] : placesIn(member, path))]
  })
}

type Edit = { set?: Record<string, Term>; drop?: string[] }
type Change = { words: string; edit: Edit }

const isBelowType = ({ path }: Place): boolean => path !== 'apiVersion' && path !== 'kind'

const dropped = ({ path }: Place): Change => ({
  words: `without ${path}`,
  edit: { drop: [fieldPathPointer(path)] },
})

const replaced = (values: Record<string, Term>): Change => ({
  words: Object.entries(values)
    .map(([path, value]) => `${path} = ${JSON.stringify(value)}`)
    .join(', '),
  edit: {
    set: Object.fromEntries(
      Object.entries(values).map(([path, value]) => [fieldPathPointer(path), value]),
    ),
  },
})

/** Generates the changes of a document: each field dropped and with another type, and the rules. */
function changesOf({ kind, document }: TableKind): Arbitrary<Change[]> {
  const places = placesIn(document).filter(isBelowType)
  const wrongTypes = places.map(({ path, value }) => {
    const others = Object.entries(valueOfType).filter(([type]) => type !== typeOf(value))
    return fc.constantFrom(...others.map(([, other]) => replaced({ [path]: other })))
  })
  // Numbered, because their words are shortened.
  const rules = (ruleChanges[kind] ?? []).map(replaced).map(({ words, edit }, nth) => ({
    words: `rule ${nth + 1}, ${words.slice(0, 80)}`,
    edit,
  }))
  return fc
    .tuple(...wrongTypes)
    .map(wrong => [{ words: unchanged, edit: {} }, ...places.map(dropped), ...rules, ...wrong])
}

const stepOf = (
  { kind, document, machineTexts = {} }: TableKind,
  [group, version]: GroupVersion,
  { words, edit }: Change,
): ConfigCheckStep => ({
  as: `${kind} in ${group}/${version}: ${words}`,
  accepts: {
    files: [
      {
        name: 'config.yaml',
        document: { $edit: withVersion(document, [group, version]), ...edit },
      },
      ...machineFiles(machineTexts),
    ],
  },
})

/** GATE-003: the same documents in all versions of their kinds. The kind of clients is the last. */
export const filesInAllVersions = (): Arbitrary<{ steps: ConfigCheckStep[] }> => {
  const kinds = tableKinds.filter(({ versions }) => versions.length > 1)
  return fc.tuple(...kinds.map(changesOf)).map(changes => ({
    steps: kinds.flatMap((one, nth) =>
      (changes[nth] ?? []).flatMap(change =>
        one.versions.map(version => stepOf(one, version, change)),
      ),
    ),
  }))
}
