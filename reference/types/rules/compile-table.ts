// Compiles a rule table into a tree, so that validation walks an object once, whatever the number
// of rules.

import type { BuiltInRule, RuleTable, RuleCondition } from './rule-table.ts'

type Own = Exclude<BuiltInRule, { is: 'when' }>

/** The rules of one value and of the values in it. */
export type RuleNode = {
  readonly rules: readonly Own[]
  readonly choices: readonly { readonly test: RuleCondition; readonly node: RuleNode }[]
  readonly members: ReadonlyMap<string, RuleNode>
  readonly items?: RuleNode
  readonly values?: RuleNode
  readonly detours: readonly Redirect[]
  /** Whether any rule applies to an absent value. */
  readonly asksAbsent: boolean
  /** Whether there are rules for nested values, or conditional rules. */
  readonly hasBelow: boolean
}

/** Rules for nested values whose faults are reported at another member of this value. */
export type Redirect = {
  readonly parts: readonly string[]
  readonly member: string
  readonly node: RuleNode
}

type Open = {
  rules: Own[]
  choices: { test: RuleCondition; node: RuleNode }[]
  members: Map<string, Open>
  items?: Open
  values?: Open
  detours: Redirect[]
  asksAbsent: boolean
  hasBelow: boolean
}

const compiled = new WeakMap<RuleTable, RuleNode>()

/** Compiles a table. Each table is compiled once. */
export function compileTable(table: RuleTable): RuleNode {
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

const ofAbsent: readonly string[] = ['required', 'fixed', 'validator', 'when']

function add(table: RuleTable, root: Open): void {
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

function fill(node: Open, entries: RuleTable[string]): void {
  for (const entry of entries) {
    if (!isRule(entry)) {
      add(entry, node)
      continue
    }
    if (ofAbsent.includes(entry.is)) node.asksAbsent = true
    if (entry.is === 'when') {
      node.choices.push({ test: entry.test, node: compileTable(entry.rules) })
      node.hasBelow = true
    } else node.rules.push(entry)
  }
}

const isRule = (entry: BuiltInRule | RuleTable): entry is BuiltInRule =>
  typeof entry.is === 'string'

const nodeAt = (root: Open, parts: readonly string[]): Open =>
  parts.reduce((node, part) => {
    node.hasBelow = true
    if (part === '[]') return (node.items ??= empty())
    if (part === '{}') return (node.values ??= empty())
    const known = node.members.get(part) ?? empty()
    node.members.set(part, known)
    return known
  }, root)
