// The words in which a kind is declared. A declaration is data: fields with their types, and rules
// that each name the row they come from, so that one interpreter reads, checks, fills in and
// explains all kinds, and so that a mutant can leave out one rule and nothing else.

import type { DialectName } from '../api/dialect.ts'
import type { ConfigRule, RequirementId } from './config-rules.ts'

export const deFacto = 'de facto'

/** Whether something has to be there, and who says so. */
export type FieldRequirement = {
  readonly by: RequirementId
  readonly onlyIn?: DialectName
  readonly says?: string
  /** Asked for although a default is known; not when a checker is lenient. */
  readonly isStrict?: true
}

/** What stands for a field that is left out. Durations are written as Go writes them. */
export type FieldDefault = {
  readonly value: unknown
  readonly by: RequirementId
  readonly onlyIn?: DialectName
  /** Only beside a member, declared before this one, that has this value. */
  readonly when?: { readonly member: string; readonly is: unknown }
  /** To genuine servers, 0 and the empty text say no more than nothing does. */
  readonly forZero?: true
}

/** What every field may say of itself beside its type. */
export type FieldTraits = {
  /** The row that the field and its type come from. */
  readonly by?: RequirementId
  /** Further rows about what the value means, of which a document shows no more than the type. */
  readonly also?: readonly RequirementId[]
  readonly required?: FieldRequirement
  readonly default?: FieldDefault
  readonly rules?: readonly ConfigRule[]
  /** The dialect that has the field; both when absent. The versions of a kind have the same. */
  readonly onlyIn?: DialectName
  /** The value never appears in a finding. */
  readonly isSecret?: true
  /** The empty text is a value of its own and not the same as an absent one. */
  readonly mayBeEmpty?: true
}

/** The types of values without members. A `path` names a file, `bytes` are base64. */
export type ScalarName =
  | ('string' | 'path' | 'bytes' | 'time' | 'microtime' | 'duration' | 'quantity')
  | ('bool' | 'int32' | 'uint32' | 'float')
  | 'durationOrNanoseconds'

type FieldCommon = { readonly says: string } & FieldTraits

export type ScalarField = FieldCommon & { readonly is: ScalarName }
/** Any JSON value; the fields of an object within are not known. */
export type RawField = FieldCommon & { readonly is: 'raw' }
export type ListField = FieldCommon & { readonly is: 'list'; readonly item: ConfigField }
export type MapField = FieldCommon & { readonly is: 'map'; readonly item: ConfigField }
export type ConfigFields = { readonly [name: string]: ConfigField }
/** `isOpen`: members beyond the declared ones are taken as they are. */
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
  readonly says: string
  /** The row that says that the kind exists in this version, and others that it stands for. */
  readonly by: RequirementId
  readonly also?: readonly RequirementId[]
  readonly onlyIn?: DialectName
  /** Whether fields that are not declared are refused; else they are told of. */
  readonly strict: boolean
  readonly fields: ConfigFields
  readonly rules: readonly ConfigRule[]
}

export type ConfigKinds = readonly ConfigKind[]

const scalar =
  <Name extends ScalarName>(is: Name) =>
  (says: string, traits: FieldTraits = {}) => ({ is, says, ...traits })

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

export const rawField = (says: string, traits: FieldTraits = {}) =>
  ({ is: 'raw', says, ...traits }) as const

export const listField = <Item extends ConfigField>(
  says: string,
  item: Item,
  traits: FieldTraits = {},
) => ({ is: 'list', says, item, ...traits }) as const

export const mapField = <Item extends ConfigField>(
  says: string,
  item: Item,
  traits: FieldTraits = {},
) => ({ is: 'map', says, item, ...traits }) as const

export const objectField = <Held extends ConfigFields>(
  says: string,
  fields: Held,
  traits: FieldTraits & { readonly isOpen?: true } = {},
) => ({ is: 'object', says, fields, ...traits }) as const

export const requiredBy = (
  by: RequirementId,
  traits: Omit<FieldRequirement, 'by'> = {},
): FieldRequirement => ({ by, ...traits })

/** A field of a row that also asks for it. */
export const alwaysRequired = (by: RequirementId) => ({ by, required: requiredBy(by) })

/** The value of a field, once its shape has been checked. */
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

/** The values of fields: any of them may be absent. */
export type ConfigValues<Held> = { readonly [Name in keyof Held]?: ConfigValue<Held[Name]> }
