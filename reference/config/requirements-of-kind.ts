// Collects the requirements that a declaration covers.

import type { ConfigRule, RequirementId } from './config-rules.ts'
import type { ConfigField, ConfigFields, ConfigKind } from './config-kind.ts'

/** Returns the distinct requirements that a kind names. */
export function requirementsOf({
  requirement,
  also = [],
  fields,
  rules,
}: ConfigKind): ReadonlySet<RequirementId> {
  return new Set([requirement, ...also, ...rules.flatMap(rowsOfRule), ...rowsOfFields(fields)])
}

const rowsOfRule = ({ requirement, also = [] }: ConfigRule): RequirementId[] => [
  requirement,
  ...also,
]

const rowsOfFields = (fields: ConfigFields): RequirementId[] =>
  Object.values(fields).flatMap(rowsOfField)

function rowsOfField(field: ConfigField): RequirementId[] {
  const { requirement, also = [], required, default: defaultValue, rules = [] } = field
  return [
    ...(requirement === undefined ? [] : [requirement]),
    ...also,
    ...(required ? [required.requirement] : []),
    ...(defaultValue ? [defaultValue.requirement] : []),
    ...rules.flatMap(rowsOfRule),
    ...('fields' in field ? rowsOfFields(field.fields) : []),
    ...('item' in field ? rowsOfField(field.item) : []),
  ]
}
