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
  readonly requirement?: RequirementId
  readonly severity: 'error' | 'warning'
}

type Validation = {
  readonly context: RuleContext
  readonly strict: boolean
  readonly found: LocatedFault[]
  /** The number of values of the wrong type. */
  misshapen: number
}

/** Returns the faults of a document of a kind, and the document with its defaults filled in. */
export function validateAndDefault(
  { fields, rules, strict, description }: ConfigKind,
  document: JsonObject,
  context: RuleContext,
): { readonly found: readonly LocatedFault[]; readonly filled: JsonObject } {
  const validation: Validation = { context, strict, found: [], misshapen: 0 }
  const { apiVersion, kind, ...members } = document
  const root: ObjectField = { is: 'object', description, fields, rules }
  const filled = validateField(root, members, [], validation) as JsonObject
  return { found: validation.found, filled: { apiVersion, kind, ...filled } }
}

function validateField(
  field: ConfigField,
  value: unknown,
  path: ValuePath,
  validation: Validation,
): unknown {
  const before = validation.misshapen
  const filled = validateShape(field, value, path, validation)
  if (validation.misshapen > before) return filled
  for (const rule of field.rules ?? []) applyRule(rule, { field, value: filled, path }, validation)
  return filled
}

function validateShape(
  field: ConfigField,
  value: unknown,
  path: ValuePath,
  validation: Validation,
): unknown {
  if (field.is === 'raw') return value
  if (field.is === 'object') {
    if (isJsonObject(value)) return validateMembers(field, value, path, validation)
    return reportShape({ field, value, path, wanted: 'an object' }, validation)
  }
  if (field.is === 'list') {
    if (!Array.isArray(value))
      return reportShape({ field, value, path, wanted: 'a list' }, validation)
    const each = itemOf(field)
    return value.map((item, index) => validateField(each, item, [...path, index], validation))
  }
  if (field.is === 'map') {
    if (!isJsonObject(value))
      return reportShape({ field, value, path, wanted: 'a map' }, validation)
    const filled: JsonObject = {}
    const each = itemOf(field)
    for (const [key, item] of Object.entries(value)) {
      setOwnMember(filled, key, validateField(each, item, [...path, key], validation))
    }
    return filled
  }
  const { name, has } = scalarTests[field.is]
  return has(value) ? value : reportShape({ field, value, path, wanted: name }, validation)
}

/**
 * Returns the field of an item. Its requirement is that of the list or map unless it names another.
 */
const itemOf = ({ item, requirement }: ListField | MapField): ConfigField =>
  item.requirement === undefined && requirement !== undefined ? { ...item, requirement } : item

type Place = { readonly field: ConfigField; readonly value: unknown; readonly path: ValuePath }

function reportShape(
  { field, value, path, wanted }: Place & { wanted: string },
  validation: Validation,
): unknown {
  validation.misshapen += 1
  const fault = { type: 'Invalid value', value, detail: `expected ${wanted}` } as const
  report(fault, { field, path, requirement: field.requirement }, validation)
  return value
}

function validateMembers(
  struct: ObjectField,
  value: JsonObject,
  path: ValuePath,
  validation: Validation,
): JsonObject {
  const filled: JsonObject = {}
  const fields = fieldsInDialect(struct.fields, validation.context.dialect)
  for (const [name, member] of Object.entries(value)) {
    if (Object.hasOwn(fields, name)) continue
    setOwnMember(filled, name, member)
    if (struct.isOpen) continue
    const severity = validation.strict ? 'error' : 'warning'
    validation.found.push({ type: 'unknown field', path: [...path, name], severity })
  }
  for (const [name, field] of Object.entries(fields)) {
    const member = validateMember(
      { field, value: value[name], path: [...path, name] },
      filled,
      validation,
    )
    if (member !== undefined) filled[name] = member
  }
  return filled
}

const fieldsByDialect = {
  cluster: new WeakMap<ConfigFields, ConfigFields>(),
  kubernetes: new WeakMap<ConfigFields, ConfigFields>(),
}

/** Returns the fields that exist in a dialect. */
export function fieldsInDialect(fields: ConfigFields, dialect: DialectName): ConfigFields {
  const found = fieldsByDialect[dialect].get(fields)
  if (found) return found
  const held = Object.entries(fields).filter(
    ([, { onlyIn }]) => onlyIn === undefined || onlyIn === dialect,
  )
  const made: ConfigFields = Object.fromEntries(held)
  fieldsByDialect[dialect].set(fields, made)
  return made
}

function validateMember(
  { field, value, path }: Place,
  siblings: JsonObject,
  validation: Validation,
): unknown {
  const { context } = validation
  if (!isAbsent(field, value) && !isZero(field, value, context)) {
    return validateField(field, value, path, validation)
  }
  const needed = field.required && appliesIn(field.required, context) ? field.required : undefined
  const defaultValue = defaultFor(field, siblings, context)
  if (defaultValue && (!needed?.isStrict || context.fillsRequiredDefaults)) {
    return validateField(field, defaultValue.value, path, validation)
  }
  if (needed) {
    const { requirement, description = '' } = needed
    report(
      { type: 'Required value', detail: description },
      { field, path, requirement },
      validation,
    )
  }
  // An empty text is kept as written. Null counts as absent.
  return value ?? undefined
}

function isAbsent({ is, mayBeEmpty }: ConfigField, value: unknown): boolean {
  if (value === undefined || value === null) return true
  return value === '' && (is === 'string' || is === 'path') && !mayBeEmpty
}

function isZero(
  { is, default: defaultValue }: ConfigField,
  value: unknown,
  context: RuleContext,
): boolean {
  if (!defaultValue?.forZero || context.dialect !== 'kubernetes') return false
  // A zero of another type does not count: a duration is not written as a number.
  if (!Object.hasOwn(scalarTests, is) || !scalarTests[is as keyof typeof scalarTests].has(value))
    return false
  return value === 0 || value === '' || secondsIn(value) === 0
}

/** Returns the default of an absent field, if it applies. */
function defaultFor(
  field: ConfigField,
  siblings: JsonObject,
  context: RuleContext,
): FieldDefault | undefined {
  const { default: defaultValue } = field
  if (!defaultValue || !appliesIn(defaultValue, context)) return undefined
  return !defaultValue.when || siblings[defaultValue.when.member] === defaultValue.when.is
    ? defaultValue
    : undefined
}

function applyRule(rule: ConfigRule, { field, value, path }: Place, validation: Validation): void {
  if (!appliesIn(rule, validation.context)) return
  const { requirement, severity = 'error' } = rule
  for (const { path: at = [], ...fault } of evaluateRule(rule, value, validation.context)) {
    report(fault, { field, path: [...path, ...at], requirement, severity }, validation)
  }
}

type FaultSource = {
  readonly field: ConfigField
  readonly path: ValuePath
  readonly requirement: RequirementId | undefined
  readonly severity?: 'error' | 'warning'
}

function report(
  { value, ...fault }: Omit<ConfigFault, 'at'>,
  { field, path, requirement, severity = 'error' }: FaultSource,
  validation: Validation,
): void {
  const shown = value !== undefined && field.isSecret ? '<omitted>' : value
  validation.found.push({
    ...fault,
    path,
    severity,
    ...(shown === undefined ? {} : { value: shown }),
    ...(requirement === undefined ? {} : { requirement }),
  })
}
