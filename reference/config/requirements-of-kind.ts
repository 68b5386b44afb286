// Collects the requirements that a declaration covers.

import type { ConfigRule, RequirementId } from './config-rules.ts'
import type { ConfigField, ConfigFields, ConfigKind } from './config-kind.ts'

/** Returns the distinct requirements that a kind names. */
export function requirementsOf({
  by,
  also = [],
  fields,
  rules,
}: ConfigKind): ReadonlySet<RequirementId> {
  return new Set([by, ...also, ...rules.flatMap(rowsOfRule), ...rowsOfFields(fields)])
}

const rowsOfRule = ({ by, also = [] }: ConfigRule): RequirementId[] => [by, ...also]

const rowsOfFields = (fields: ConfigFields): RequirementId[] =>
  Object.values(fields).flatMap(rowsOfField)

function rowsOfField(field: ConfigField): RequirementId[] {
  const { by, also = [], required, default: defaultValue, rules = [] } = field
  return [
    ...(by === undefined ? [] : [by]),
    ...also,
    ...(required ? [required.by] : []),
    ...(defaultValue ? [defaultValue.by] : []),
    ...rules.flatMap(rowsOfRule),
    ...('fields' in field ? rowsOfFields(field.fields) : []),
    ...('item' in field ? rowsOfField(field.item) : []),
  ]
}
