// The words in which a kind is declared. A declaration is data: fields with their types, and rules
// that each name the row they come from, so that one interpreter reads, checks, fills in and
// explains all kinds, and so that a mutant can leave out one rule and nothing else.

import type { DialectName } from '../api/dialect.ts'
import type { Rule } from './rules.ts'

/** A row of the catalogue such as `AUTHN-033`, or what only genuine servers do. */
export type By = string

export const deFacto = 'de facto'

/** Whether something has to be there, and who says so. */
export type Required = {
  readonly by: By
  readonly onlyIn?: DialectName
  readonly says?: string
  /** Asked for although a default is known; not when a checker is lenient. */
  readonly isStrict?: true
}

/** What stands for a field that is left out. Durations are written as Go writes them. */
export type Default = {
  readonly value: unknown
  readonly by: By
  readonly onlyIn?: DialectName
  /** Only beside a member, declared before this one, that has this value. */
  readonly when?: { readonly member: string; readonly is: unknown }
  /** To genuine servers, 0 and the empty text say no more than nothing does. */
  readonly forZero?: true
}

/** What every field may say of itself beside its type. */
export type Traits = {
  /** The row that the field and its type come from. */
  readonly by?: By
  /** Further rows about what the value means, of which a document shows no more than the type. */
  readonly also?: readonly By[]
  readonly required?: Required
  readonly default?: Default
  readonly rules?: readonly Rule[]
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

type Told = { readonly says: string } & Traits

export type Scalar = Told & { readonly is: ScalarName }
/** Any JSON value; the fields of an object within are not known. */
export type Raw = Told & { readonly is: 'raw' }
export type List = Told & { readonly is: 'list'; readonly item: Field }
export type Dictionary = Told & { readonly is: 'map'; readonly item: Field }
export type Fields = { readonly [name: string]: Field }
/** `isOpen`: members beyond the declared ones are taken as they are. */
export type Struct = Told & {
  readonly is: 'object'
  readonly fields: Fields
  readonly isOpen?: true
}
export type Field = Scalar | Raw | List | Dictionary | Struct

/** One kind in one version. `*` in a group stands for the API domain. */
export type Kind = {
  readonly group: string
  readonly version: string
  readonly kind: string
  readonly says: string
  /** The row that says that the kind exists in this version, and others that it stands for. */
  readonly by: By
  readonly also?: readonly By[]
  readonly onlyIn?: DialectName
  /** Whether fields that are not declared are refused; else they are told of. */
  readonly strict: boolean
  readonly fields: Fields
  readonly rules: readonly Rule[]
}

export type Kinds = readonly Kind[]

const scalar =
  <Name extends ScalarName>(is: Name) =>
  (says: string, traits: Traits = {}) => ({ is, says, ...traits })

export const text = scalar('string')
export const path = scalar('path')
export const bytes = scalar('bytes')
export const time = scalar('time')
export const microtime = scalar('microtime')
export const duration = scalar('duration')
export const quantity = scalar('quantity')
export const bool = scalar('bool')
export const int32 = scalar('int32')
export const uint32 = scalar('uint32')
export const float = scalar('float')
export const durationOrNanoseconds = scalar('durationOrNanoseconds')

export const raw = (says: string, traits: Traits = {}) => ({ is: 'raw', says, ...traits }) as const

export const list = <Item extends Field>(says: string, item: Item, traits: Traits = {}) =>
  ({ is: 'list', says, item, ...traits }) as const

export const map = <Item extends Field>(says: string, item: Item, traits: Traits = {}) =>
  ({ is: 'map', says, item, ...traits }) as const

export const object = <Held extends Fields>(
  says: string,
  fields: Held,
  traits: Traits & { readonly isOpen?: true } = {},
) => ({ is: 'object', says, fields, ...traits }) as const

export const required = (by: By, traits: Omit<Required, 'by'> = {}): Required => ({ by, ...traits })

/** A field of a row that also asks for it. */
export const always = (by: By) => ({ by, required: required(by) })

/** The value of a field, once its shape has been checked. */
export type Config<F> = F extends { readonly is: 'list'; readonly item: infer Item }
  ? readonly Config<Item>[]
  : F extends { readonly is: 'map'; readonly item: infer Item }
    ? { readonly [key: string]: Config<Item> }
    : F extends { readonly is: 'object'; readonly fields: infer Held }
      ? Members<Held>
      : F extends { readonly is: 'bool' }
        ? boolean
        : F extends { readonly is: 'int32' | 'uint32' | 'float' }
          ? number
          : F extends { readonly is: 'raw' | 'durationOrNanoseconds' }
            ? unknown
            : string

/** The values of fields: any of them may be absent. */
export type Members<Held> = { readonly [Name in keyof Held]?: Config<Held[Name]> }

export type { Rule }
