// What a kind, or a field of it, is: type, default, rules, and the rows that they come from.

import { counts } from './departures.ts'
import { apiVersionOf, kindsIn } from './find-kind.ts'
import type { DialectName, Rule } from './rules.ts'
import { scalarTests } from './scalars.ts'
import type { By, Field, Fields, Kind, Kinds } from './vocabulary.ts'

type Words = { readonly dialect: DialectName; readonly apiDomain: string }

/** The kinds of a dialect by name, each once. */
export const kindNames = (kinds: Kinds, dialect: DialectName): string[] => [
  ...new Set(kindsIn(kinds, dialect).map(({ kind }) => kind)),
]

/**
 * Lines about `KIND` or `KIND.field.path`; indexes of lists are left out, or stand in brackets.
 * Undefined where no kind has this name, and a sentence about the first field that is not there.
 */
export function explained(kinds: Kinds, asked: string, words: Words): string[] | undefined {
  const [name = '', ...path] = asked.replaceAll(/\[[^\]]*\]/g, '').split('.')
  const versions = kindsIn(kinds, words.dialect).filter(({ kind }) => kind === name)
  const [first] = versions
  if (!first) return undefined
  const head = [
    `${name}  ${versions.map(kind => apiVersionOf(kind, words.apiDomain)).join(', ')}`,
    first.says,
    '',
  ]
  const root: Field = { is: 'object', says: first.says, fields: first.fields, rules: first.rules }
  if (path.length === 0) return [...head, ...aboutField(root, first, words)]
  const found = fieldAt(root, path, { first, words })
  if (typeof found === 'string') return [...head, found]
  return [...head, `${path.join('.')}  ${typeName(found)}${needs(found, first, words)}`, found.says]
    .concat(aboutDefault(found, first, words))
    .concat('', aboutField(found, first, words))
}

type Around = { readonly first: Kind; readonly words: Words }

function fieldAt(root: Field, path: readonly string[], around: Around): Field | string {
  let field = root
  for (const [index, name] of path.entries()) {
    const inner = innermost(field)
    const fields = 'fields' in inner ? fieldsHere(inner.fields, around) : {}
    const next = Object.hasOwn(fields, name) ? fields[name] : undefined
    if (!next) {
      const names = Object.keys(fields)
      const there = names.length > 0 ? names.join(', ') : 'none'
      return `There is no field ${path.slice(0, index + 1).join('.')}. Fields there: ${there}.`
    }
    field = next
  }
  return field
}

/** What a list, or a list of lists, holds in the end. */
const innermost = (field: Field): Field => ('item' in field ? innermost(field.item) : field)

const fieldsHere = (fields: Fields, { first, words }: Around): Fields =>
  Object.fromEntries(
    Object.entries(fields).filter(
      ([, { onlyIn }]) => onlyIn === undefined || onlyIn === contextOf(first, words).dialect,
    ),
  )

const contextOf = ({ version }: Kind, { dialect }: Words) => ({ dialect, version })

function typeName(field: Field): string {
  if (field.is === 'list') return `list of ${typeName(field.item)}`
  if (field.is === 'map') return `map to ${typeName(field.item)}`
  if (field.is === 'object') return 'object'
  if (field.is === 'raw') return 'anything'
  return scalarTests[field.is].name.replace(/^an? /, '')
}

const row = (by: By | undefined): string => (by === undefined ? '' : ` (${by})`)

function needs({ required, by }: Field, first: Kind, words: Words): string {
  if (!required || !counts(required, contextOf(first, words))) return row(by)
  return `, required${row(required.by)}`
}

function aboutDefault({ default: stand }: Field, first: Kind, words: Words): string[] {
  if (!stand || !counts(stand, contextOf(first, words))) return []
  const beside = stand.when ? `, where ${stand.when.member} is ${String(stand.when.is)}` : ''
  return [`Default: ${JSON.stringify(stand.value)}${beside}${row(stand.by)}`]
}

function aboutField(field: Field, first: Kind, words: Words): string[] {
  const inner = innermost(field)
  const rules = [...(field.rules ?? []), ...(inner === field ? [] : (inner.rules ?? []))].filter(
    rule => counts(rule, contextOf(first, words)),
  )
  const fields = 'fields' in inner ? fieldsHere(inner.fields, { first, words }) : {}
  return [
    ...(rules.length > 0 ? ['Rules:', ...rules.map(ruleLine), ''] : []),
    ...(Object.keys(fields).length > 0 ? ['Fields:', ...fieldLines(fields, first, words)] : []),
  ]
}

const ruleLine = (rule: Rule): string => {
  const severity = rule.severity === 'warning' ? 'better: ' : ''
  return `  - ${severity}${rule.says}${row(rule.by)}`
}

function fieldLines(fields: Fields, first: Kind, words: Words): string[] {
  const width = Math.max(...Object.keys(fields).map(name => name.length))
  return Object.entries(fields).map(([name, field]) => {
    const type = `${typeName(field)}${needs(field, first, words)}`
    return `  ${name.padEnd(width)}  ${type}. ${field.says}`.trimEnd()
  })
}
