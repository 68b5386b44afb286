// The vocabulary for declarations of kinds. A declaration is data: typed fields, and rules that
// name their requirements. One interpreter reads, checks, completes and explains all kinds, and a
// mutant can omit a single rule.

import type { DialectName } from '../api/dialect.ts'
import type { ConfigRule, RequirementId } from './config-rules.ts'

export const deFacto = 'de facto'

/** Whether a field is required, and by which requirement. */
export type FieldRequirement = {
  readonly requirement: RequirementId
  readonly onlyIn?: DialectName
  readonly description?: string
  /** The field is required although it has a default, except when the checker is lenient. */
  readonly isStrict?: true
}

/** The default of a field. Durations are written in Go syntax. */
export type FieldDefault = {
  readonly value: unknown
  readonly requirement: RequirementId
  readonly onlyIn?: DialectName
  /** Applies only if a member that is declared earlier has this value. */
  readonly when?: { readonly member: string; readonly is: unknown }
  /** Genuine servers treat 0 and the empty text as absent. */
  readonly forZero?: true
}

/** Traits that fields of all types share. */
export type FieldTraits = {
  /** The requirement that defines the field and its type. */
  readonly requirement?: RequirementId
  /**
   * Further requirements about the meaning of the value, of which a document shows only the type.
   */
  readonly also?: readonly RequirementId[]
  readonly required?: FieldRequirement
  readonly default?: FieldDefault
  readonly rules?: readonly ConfigRule[]
  /**
   * The dialect that has the field. If absent, both have it. All versions that the specification
   * names have the same fields.
   */
  readonly onlyIn?: DialectName
  /** The value never appears in a finding. */
  readonly isSecret?: true
  /** The empty text is a value and does not count as absent. */
  readonly mayBeEmpty?: true
}

/** Types of values without members. A `path` names a file, and `bytes` are base64. */
export type ScalarName =
  | ('string' | 'path' | 'bytes' | 'time' | 'microtime' | 'duration' | 'quantity')
  | ('bool' | 'int32' | 'uint32' | 'float')
  | 'durationOrNanoseconds'

type FieldCommon = { readonly description: string } & FieldTraits

export type ScalarField = FieldCommon & { readonly is: ScalarName }
/** Any JSON value. The fields of an object in it are not known. */
export type RawField = FieldCommon & { readonly is: 'raw' }
export type ListField = FieldCommon & { readonly is: 'list'; readonly item: ConfigField }
export type MapField = FieldCommon & { readonly is: 'map'; readonly item: ConfigField }
export type ConfigFields = { readonly [name: string]: ConfigField }
/** With `isOpen`, members that are not declared are accepted. */
export type ObjectField = FieldCommon & {
  readonly is: 'object'
  readonly fields: ConfigFields
  readonly isOpen?: true
}
export type ConfigField = ScalarField | RawField | ListField | MapField | ObjectField

/** One kind in one version. `*` in a group stands for the API domain. */
export type ConfigKind = {
  readonly group: string
  readonly version: string
  readonly kind: string
  readonly description: string
  /**
   * The requirement that defines the kind in this version, and others that the declaration covers.
   */
  readonly requirement: RequirementId
  readonly also?: readonly RequirementId[]
  readonly onlyIn?: DialectName
  /** Whether undeclared fields are errors. Otherwise they are warnings. */
  readonly strict: boolean
  readonly fields: ConfigFields
  readonly rules: readonly ConfigRule[]
}

export type ConfigKinds = readonly ConfigKind[]

const scalar =
  <Name extends ScalarName>(is: Name) =>
  (description: string, traits: FieldTraits = {}) => ({ is, description, ...traits })

export const textField = scalar('string')
export const pathField = scalar('path')
export const bytesField = scalar('bytes')
export const timeField = scalar('time')
export const microtimeField = scalar('microtime')
export const durationField = scalar('duration')
export const quantityField = scalar('quantity')
export const boolField = scalar('bool')
export const int32Field = scalar('int32')
export const uint32Field = scalar('uint32')
export const floatField = scalar('float')
export const durationOrNanosecondsField = scalar('durationOrNanoseconds')

export const rawField = (description: string, traits: FieldTraits = {}) =>
  ({ is: 'raw', description, ...traits }) as const

export const listField = <Item extends ConfigField>(
  description: string,
  item: Item,
  traits: FieldTraits = {},
) => ({ is: 'list', description, item, ...traits }) as const

export const mapField = <Item extends ConfigField>(
  description: string,
  item: Item,
  traits: FieldTraits = {},
) => ({ is: 'map', description, item, ...traits }) as const

export const objectField = <Held extends ConfigFields>(
  description: string,
  fields: Held,
  traits: FieldTraits & { readonly isOpen?: true } = {},
) => ({ is: 'object', description, fields, ...traits }) as const

export const requiredBy = (
  requirement: RequirementId,
  traits: Omit<FieldRequirement, 'requirement'> = {},
): FieldRequirement => ({ requirement, ...traits })

/** Traits of a field that its requirement also makes mandatory. */
export const alwaysRequired = (requirement: RequirementId) => ({
  requirement,
  required: requiredBy(requirement),
})

/** The TypeScript type of a field's value after its shape has been checked. */
export type ConfigValue<F> = F extends { readonly is: 'list'; readonly item: infer Item }
  ? readonly ConfigValue<Item>[]
  : F extends { readonly is: 'map'; readonly item: infer Item }
    ? { readonly [key: string]: ConfigValue<Item> }
    : F extends { readonly is: 'object'; readonly fields: infer Held }
      ? ConfigValues<Held>
      : F extends { readonly is: 'bool' }
        ? boolean
        : F extends { readonly is: 'int32' | 'uint32' | 'float' }
          ? number
          : F extends { readonly is: 'raw' | 'durationOrNanoseconds' }
            ? unknown
            : string

/** The TypeScript type of the values of fields. Each of them may be absent. */
export type ConfigValues<Held> = { readonly [Name in keyof Held]?: ConfigValue<Held[Name]> }
