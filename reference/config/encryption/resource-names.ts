// Checks the resource names of encryption entries: `secrets`, `pandas.example.com`, `*.apps`, `*.`,
// `*.*`.

import { type ConfigFault, invalidValue, functionRule } from '../config-rules.ts'

type Named = { readonly resource: string; readonly group: string }

/** For genuine servers, a name without a dot or with a trailing dot is in the core group. */
function namedBy(name: string): Named {
  const dot = name.indexOf('.')
  if (dot === -1) return { resource: name, group: '' }
  return { resource: name.slice(0, dot), group: name.slice(dot + 1) }
}

const isWild = ({ resource }: Named): boolean => resource === '*'

/** The groups of wildcards. The set avoids pairwise comparison, because lists may be long. */
type Groups = ReadonlySet<string>

/** Whether one of these wildcards covers a name. */
const covers = (wild: Groups, { group }: Named): boolean => wild.has('*') || wild.has(group)

export const namesDoNotOverlap = functionRule({
  requirement: 'ENCR-008',
  description: 'no two names that overlap',
  *faults(names: readonly string[]) {
    const parsed = names.map(namedBy)
    const wild = new Set(parsed.filter(isWild).map(({ group }) => group))
    const covered = parsed.filter(name => covers(wild, name))
    // Each wildcard covers itself, and *.* covers all others. Duplicates are the subject of another
    // rule.
    const alone = wild.has('*') ? 1 : wild.size
    if (covered.length <= alone || new Set(names).size === 1) return
    const because = 'overlapping resources such as secrets and *. would be masked in one list'
    yield invalidValue([], names, because)
  },
})

export const namesAreUnique = functionRule({
  requirement: 'de facto',
  description: 'no duplicate names',
  *faults(names: readonly string[]) {
    const parsed = names.map(name => JSON.stringify(namedBy(name)))
    if (new Set(parsed).size === parsed.length) return
    yield invalidValue([], names, 'the same resource cannot be specified multiple times')
  },
})

type Entry = { readonly resources?: readonly string[] }

/**
 * An overlap of a name and a wildcard is resolved by the order of the entries. An overlap of two
 * wildcards is a fault.
 */
export const entriesDoNotOverlap = functionRule({
  requirement: 'ENCR-009',
  description: 'no overlapping wildcards in different entries',
  *faults(entries: readonly Entry[]): Iterable<ConfigFault> {
    const before = new Set<string>()
    for (const [index, { resources = [] }] of entries.entries()) {
      const wild = resources.map(namedBy).filter(isWild)
      const isCovering = before.size > 0 && wild.some(({ group }) => group === '*')
      if (isCovering || wild.some(one => covers(before, one))) {
        const because = 'its wildcards overlap with those of an earlier entry'
        yield invalidValue([index, 'resources'], resources, because)
      }
      for (const { group } of wild) before.add(group)
    }
  },
})

/** Observed: a name that an earlier entry covers would never be looked up in its own entry. */
export const namesAreReachable = functionRule({
  requirement: 'de facto',
  description: 'no name that a wildcard of an earlier entry covers',
  onlyIn: 'kubernetes',
  *faults(entries: readonly Entry[]): Iterable<ConfigFault> {
    const before = new Set<string>()
    for (const [index, { resources = [] }] of entries.entries()) {
      for (const [place, name] of resources.entries()) {
        if (!covers(before, namedBy(name))) continue
        yield invalidValue([index, 'resources', place], name, 'masked by an earlier entry')
      }
      for (const { group } of resources.map(namedBy).filter(isWild)) before.add(group)
    }
  },
})

const withoutApi = ['apiserveripinfo', 'serviceipallocations', 'servicenodeportallocations']

export const resourceIsEncryptable = functionRule({
  requirement: 'de facto',
  description: 'the name of a stored resource',
  *faults(name: string) {
    const { resource, group } = namedBy(name)
    const fault = nameFault(name, resource, group)
    if (fault !== undefined) yield invalidValue([], name, fault)
  },
})

function nameFault(name: string, resource: string, group: string): string | undefined {
  if (name !== name.toLowerCase()) return 'resource name should not contain capital letters'
  if (name === '*') return "use '*.' for all resources of the core group or '*.*' for all"
  if (withoutApi.includes(name)) return 'resources without a REST API cannot be encrypted'
  if (group === 'events.k8s.io') return "events are stored in the core group: use 'events'"
  if (group === 'extensions') return "the group 'extensions' is gone and cannot be encrypted"
  if (group === '*' && resource !== '*') return 'a resource cannot be encrypted across groups'
  return undefined
}
