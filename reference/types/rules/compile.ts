// A table as a tree, so that an object is walked once whatever the number of its rules.

import type { Rule, Table, Test } from './vocabulary.ts'

type Own = Exclude<Rule, { is: 'when' }>

/** What is asked of one value and of what it holds. */
export type Node = {
  readonly rules: readonly Own[]
  readonly choices: readonly { readonly test: Test; readonly node: Node }[]
  readonly members: ReadonlyMap<string, Node>
  readonly items?: Node
  readonly values?: Node
  readonly detours: readonly Detour[]
  /** Whether anything is asked of a value that is not there. */
  readonly asksAbsent: boolean
  /** Whether anything is asked of what a value holds, or under a condition. */
  readonly hasBelow: boolean
}

/** Values below whose faults are told at a member of this one. */
export type Detour = {
  readonly parts: readonly string[]
  readonly member: string
  readonly node: Node
}

type Open = {
  rules: Own[]
  choices: { test: Test; node: Node }[]
  members: Map<string, Open>
  items?: Open
  values?: Open
  detours: Detour[]
  asksAbsent: boolean
  hasBelow: boolean
}

const compiled = new WeakMap<Table, Node>()

/** The tree of a table; the same one each time. */
export function compile(table: Table): Node {
  const known = compiled.get(table)
  if (known) return known
  const root = empty()
  add(table, root)
  compiled.set(table, root)
  return root
}

const empty = (): Open => ({
  rules: [],
  choices: [],
  members: new Map(),
  detours: [],
  asksAbsent: false,
  hasBelow: false,
})

const ofAbsent: readonly string[] = ['required', 'fixed', 'law', 'when']

function add(table: Table, root: Open): void {
  for (const [written, entries] of Object.entries(table)) {
    const [path = '', member] = written.split(' => ')
    const parts = path.match(/[^.[\]{}]+|\[\]|\{\}/g) ?? []
    if (member === undefined) fill(nodeAt(root, parts), entries)
    else {
      const below = empty()
      fill(below, entries)
      root.detours.push({ parts, member, node: below })
      root.hasBelow = true
    }
  }
}

function fill(node: Open, entries: Table[string]): void {
  for (const entry of entries) {
    if (!isRule(entry)) {
      add(entry, node)
      continue
    }
    if (ofAbsent.includes(entry.is)) node.asksAbsent = true
    if (entry.is === 'when') {
      node.choices.push({ test: entry.test, node: compile(entry.rules) })
      node.hasBelow = true
    } else node.rules.push(entry)
  }
}

const isRule = (entry: Rule | Table): entry is Rule => typeof entry.is === 'string'

const nodeAt = (root: Open, parts: readonly string[]): Open =>
  parts.reduce((node, part) => {
    node.hasBelow = true
    if (part === '[]') return (node.items ??= empty())
    if (part === '{}') return (node.values ??= empty())
    const known = node.members.get(part) ?? empty()
    node.members.set(part, known)
    return known
  }, root)
