// Explains a kind or one of its fields: type, default, rules and requirements.

import { appliesIn } from './departures.ts'
import { kindApiVersion, kindsInDialect } from './find-kind.ts'
import type { DialectName } from '../api/dialect.ts'
import type { ConfigRule, RequirementId } from './config-rules.ts'
import { scalarTests } from './scalar-tests.ts'
import {
  type ConfigField,
  type ConfigFields,
  type ConfigKind,
  type ConfigKinds,
} from './config-kind.ts'
import { requiredBy, textField } from './config-kind.ts'
import { fieldsInDialect } from './validate-and-default.ts'

type Words = { readonly dialect: DialectName; readonly apiDomain: string }

/** Returns the distinct names of the kinds in a dialect. */
const kindNames = (kinds: ConfigKinds, { dialect }: Words): string[] => [
  ...new Set(kindsInDialect(kinds, dialect).map(({ kind }) => kind)),
]

/**
 * Lines about a kind or a field, or the available kinds if there is no such kind, or the problem
 * with the field.
 */
export type KindExplanation =
  | { readonly lines: readonly string[] }
  | { readonly kinds: readonly string[] }
  | { readonly problem: string }

/** Explains `KIND` or `KIND.field.path`. List indexes are omitted or in brackets. */
export function explainField(kinds: ConfigKinds, asked: string, words: Words): KindExplanation {
  const [name = '', ...path] = asked.replaceAll(/\[[^\]]*\]/g, '').split('.')
  const versions = kindsInDialect(kinds, words.dialect).filter(({ kind }) => kind === name)
  const [first] = versions
  if (!first) return { kinds: kindNames(kinds, words) }
  const names = versions.map(kind => kindApiVersion(kind, words.apiDomain))
  const head = [`${name}  ${names.join(', ')}`, first.description, '']
  const root = rootOf(first, names)
  if (path.length === 0) return { lines: [...head, ...within(root, words)] }
  const field = fieldAt(root, path, words)
  if ('problem' in field) return field
  return {
    lines: [
      ...head,
      `${path.join('.')}  ${typeName(field)}${need(field, words)}`,
      field.description,
      ...defaultOf(field, words),
      '',
      ...within(field, words),
    ],
  }
}

/** The root of a document. Its type stands in the members apiVersion and kind. */
const rootOf = (
  { kind, description, requirement, fields, rules }: ConfigKind,
  versions: readonly string[],
): ConfigField => ({
  is: 'object',
  description,
  rules,
  fields: {
    apiVersion: textField(`Group and version: ${versions.join(' or ')}`, {
      required: requiredBy(requirement),
    }),
    kind: textField(kind, { required: requiredBy(requirement) }),
    ...fields,
  },
})

function fieldAt(
  root: ConfigField,
  path: readonly string[],
  words: Words,
): ConfigField | { readonly problem: string } {
  let field = root
  for (const [index, name] of path.entries()) {
    const fields = fieldsBelow(field, words)
    const next = Object.hasOwn(fields, name) ? fields[name] : undefined
    if (!next) {
      const there = Object.keys(fields).join(', ') || 'none'
      return { problem: `no field ${path.slice(0, index + 1).join('.')}; fields there: ${there}` }
    }
    field = next
  }
  return field
}

function fieldsBelow(field: ConfigField, { dialect }: Words): ConfigFields {
  const inner = innermost(field)
  return 'fields' in inner ? fieldsInDialect(inner.fields, dialect) : {}
}

/** Returns the innermost item of a list or of nested lists. */
const innermost = (field: ConfigField): ConfigField =>
  'item' in field ? innermost(field.item) : field

function typeName(field: ConfigField): string {
  if (field.is === 'list') return `list of ${typeName(field.item)}`
  if (field.is === 'map') return `map to ${typeName(field.item)}`
  if (field.is === 'object') return 'object'
  if (field.is === 'raw') return 'anything'
  return scalarTests[field.is].name.replace(/^an? /, '')
}

const row = (requirement: RequirementId | undefined): string =>
  requirement === undefined ? '' : ` (${requirement})`

function need({ required, requirement }: ConfigField, words: Words): string {
  if (!required || !appliesIn(required, words)) return row(requirement)
  return `, required${row(required.requirement)}`
}

function defaultOf({ default: defaultValue }: ConfigField, words: Words): string[] {
  if (!defaultValue || !appliesIn(defaultValue, words)) return []
  const condition = defaultValue.when
    ? ` if ${defaultValue.when.member} is ${String(defaultValue.when.is)}`
    : ''
  return [
    `Default: ${JSON.stringify(defaultValue.value)}${condition}${row(defaultValue.requirement)}`,
  ]
}

/** Formats the rules of a field and of its items, and its nested fields. */
function within(field: ConfigField, words: Words): string[] {
  const inner = innermost(field)
  const held = inner === field ? [] : (inner.rules ?? [])
  const rules = [...(field.rules ?? []), ...held].filter(rule => appliesIn(rule, words))
  const fields = Object.entries(fieldsBelow(field, words))
  const width = Math.max(...fields.map(([name]) => name.length))
  return [
    ...(rules.length > 0 ? ['Rules:', ...rules.map(ruleLine), ''] : []),
    ...(fields.length > 0 ? ['Fields:'] : []),
    ...fields.map(([name, one]) => {
      const type = `${typeName(one)}${need(one, words)}`
      return `  ${name.padEnd(width)}  ${type}. ${one.description}`
    }),
  ]
}

const ruleLine = ({ severity, description, requirement }: ConfigRule): string =>
  `  - ${severity === 'warning' ? 'recommended: ' : ''}${description}${row(requirement)}`
