// Checks a value against its declaration in one walk: types, unknown and missing members, defaults,
// and then rules. A rule is evaluated only if the value below it has the right shape.

import { isJsonObject, type JsonObject } from '../api/object.ts'
import { setOwnMember } from '../codecs/set-member.ts'
import { appliesIn } from './departures.ts'
import { secondsIn } from '../lib/durations.ts'
import { evaluateRule } from './evaluate-rule.ts'
import type { DialectName } from '../api/dialect.ts'
import type {
  RuleContext,
  ConfigFault,
  ValuePath,
  ConfigRule,
  RequirementId,
} from './config-rules.ts'
import { scalarTests } from './scalar-tests.ts'
import type {
  FieldDefault,
  MapField,
  ConfigField,
  ConfigFields,
  ConfigKind,
  ListField,
  ObjectField,
} from './config-kind.ts'

/** A fault with its place in the document. */
export type LocatedFault = Omit<ConfigFault, 'at'> & {
  readonly path: ValuePath
  readonly by?: RequirementId
  readonly severity: 'error' | 'warning'
}

type Walk = {
  readonly context: RuleContext
  readonly strict: boolean
  readonly found: LocatedFault[]
  /** The number of values of the wrong type. */
  misshapen: number
}

/** Returns the faults of a document of a kind, and the document with its defaults filled in. */
export function validateAndDefault(
  { fields, rules, strict, says }: ConfigKind,
  document: JsonObject,
  context: RuleContext,
): { readonly found: readonly LocatedFault[]; readonly filled: JsonObject } {
  const walk: Walk = { context, strict, found: [], misshapen: 0 }
  const { apiVersion, kind, ...members } = document
  const root: ObjectField = { is: 'object', says, fields, rules }
  const filled = fieldWalked(root, members, [], walk) as JsonObject
  return { found: walk.found, filled: { apiVersion, kind, ...filled } }
}

function fieldWalked(field: ConfigField, value: unknown, path: ValuePath, walk: Walk): unknown {
  const before = walk.misshapen
  const filled = shapeWalked(field, value, path, walk)
  if (walk.misshapen > before) return filled
  for (const rule of field.rules ?? []) obey(rule, { field, value: filled, path }, walk)
  return filled
}

function shapeWalked(field: ConfigField, value: unknown, path: ValuePath, walk: Walk): unknown {
  if (field.is === 'raw') return value
  if (field.is === 'object') {
    if (isJsonObject(value)) return membersWalked(field, value, path, walk)
    return misshapen({ field, value, path, wanted: 'an object' }, walk)
  }
  if (field.is === 'list') {
    if (!Array.isArray(value)) return misshapen({ field, value, path, wanted: 'a list' }, walk)
    const each = itemOf(field)
    return value.map((item, index) => fieldWalked(each, item, [...path, index], walk))
  }
  if (field.is === 'map') {
    if (!isJsonObject(value)) return misshapen({ field, value, path, wanted: 'a map' }, walk)
    const filled: JsonObject = {}
    const each = itemOf(field)
    for (const [key, item] of Object.entries(value)) {
      setOwnMember(filled, key, fieldWalked(each, item, [...path, key], walk))
    }
    return filled
  }
  const { name, has } = scalarTests[field.is]
  return has(value) ? value : misshapen({ field, value, path, wanted: name }, walk)
}

/**
 * Returns the field of an item. Its requirement is that of the list or map unless it names another.
 */
const itemOf = ({ item, by }: ListField | MapField): ConfigField =>
  item.by === undefined && by !== undefined ? { ...item, by } : item

type Place = { readonly field: ConfigField; readonly value: unknown; readonly path: ValuePath }

function misshapen(
  { field, value, path, wanted }: Place & { wanted: string },
  walk: Walk,
): unknown {
  walk.misshapen += 1
  const fault = { type: 'Invalid value', value, detail: `expected ${wanted}` } as const
  tell(fault, { field, path, by: field.by }, walk)
  return value
}

function membersWalked(
  struct: ObjectField,
  value: JsonObject,
  path: ValuePath,
  walk: Walk,
): JsonObject {
  const filled: JsonObject = {}
  const fields = fieldsInDialect(struct.fields, walk.context.dialect)
  for (const [name, member] of Object.entries(value)) {
    if (Object.hasOwn(fields, name)) continue
    setOwnMember(filled, name, member)
    if (struct.isOpen) continue
    const severity = walk.strict ? 'error' : 'warning'
    walk.found.push({ type: 'unknown field', path: [...path, name], severity })
  }
  for (const [name, field] of Object.entries(fields)) {
    const member = memberWalked({ field, value: value[name], path: [...path, name] }, filled, walk)
    if (member !== undefined) filled[name] = member
  }
  return filled
}

const known = {
  cluster: new WeakMap<ConfigFields, ConfigFields>(),
  kubernetes: new WeakMap<ConfigFields, ConfigFields>(),
}

/** Returns the fields that exist in a dialect. */
export function fieldsInDialect(fields: ConfigFields, dialect: DialectName): ConfigFields {
  const found = known[dialect].get(fields)
  if (found) return found
  const held = Object.entries(fields).filter(
    ([, { onlyIn }]) => onlyIn === undefined || onlyIn === dialect,
  )
  const made: ConfigFields = Object.fromEntries(held)
  known[dialect].set(fields, made)
  return made
}

function memberWalked({ field, value, path }: Place, beside: JsonObject, walk: Walk): unknown {
  const { context } = walk
  if (!isAbsent(field, value) && !isZero(field, value, context)) {
    return fieldWalked(field, value, path, walk)
  }
  const needed = field.required && appliesIn(field.required, context) ? field.required : undefined
  const stand = standing(field, beside, context)
  if (stand && (!needed?.isStrict || context.lenient)) {
    return fieldWalked(field, stand.value, path, walk)
  }
  if (needed) {
    const { by, says = '' } = needed
    tell({ type: 'Required value', detail: says }, { field, path, by }, walk)
  }
  // An empty text is kept as written. Null counts as absent.
  return value ?? undefined
}

function isAbsent({ is, mayBeEmpty }: ConfigField, value: unknown): boolean {
  if (value === undefined || value === null) return true
  return value === '' && (is === 'string' || is === 'path') && !mayBeEmpty
}

function isZero(
  { is, default: stand }: ConfigField,
  value: unknown,
  context: RuleContext,
): boolean {
  if (!stand?.forZero || context.dialect !== 'kubernetes') return false
  // A zero of another type does not count: a duration is not written as a number.
  if (!Object.hasOwn(scalarTests, is) || !scalarTests[is as keyof typeof scalarTests].has(value))
    return false
  return value === 0 || value === '' || secondsIn(value) === 0
}

/** Returns the default of an absent field, if it applies. */
function standing(
  field: ConfigField,
  beside: JsonObject,
  context: RuleContext,
): FieldDefault | undefined {
  const { default: stand } = field
  if (!stand || !appliesIn(stand, context)) return undefined
  return !stand.when || beside[stand.when.member] === stand.when.is ? stand : undefined
}

function obey(rule: ConfigRule, { field, value, path }: Place, walk: Walk): void {
  if (!appliesIn(rule, walk.context)) return
  const { by, severity = 'error' } = rule
  for (const { at = [], ...fault } of evaluateRule(rule, value, walk.context)) {
    tell(fault, { field, path: [...path, ...at], by, severity }, walk)
  }
}

type Teller = {
  readonly field: ConfigField
  readonly path: ValuePath
  readonly by: RequirementId | undefined
  readonly severity?: 'error' | 'warning'
}

function tell(
  { value, ...fault }: Omit<ConfigFault, 'at'>,
  { field, path, by, severity = 'error' }: Teller,
  walk: Walk,
): void {
  const shown = value !== undefined && field.isSecret ? '<omitted>' : value
  walk.found.push({
    ...fault,
    path,
    severity,
    ...(shown === undefined ? {} : { value: shown }),
    ...(by === undefined ? {} : { by }),
  })
}
