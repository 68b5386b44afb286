// The types of expressions.

/** The type of an expression; `is` is its name. */
export type CelType = {
  readonly is: string
  /** The item type of a list or an optional, or the key and value types of a map. */
  readonly of?: readonly CelType[]
  /** The members of an object, by their names in expressions. */
  readonly members?: ReadonlyMap<string, ObjectMember>
  /** The name of an object type in messages. */
  readonly name?: string
  /** For an object: its value is of the class `LazyVariables`. */
  readonly isLazy?: true
  /**
   * Set for a list whose order is not significant. `keys` are the keys of items in a `map` list.
   */
  readonly order?: 'set' | 'map'
  readonly keys?: readonly string[]
  /** For `dyn`: the value has already been converted to a CEL value. */
  readonly isMade?: true
  /**
   * For `dyn`: every number at every level of the value is a double, as in the claims of tokens.
   */
  readonly hasDoubles?: true
  /** The maximum number of items, entries or characters. */
  readonly sizeMax?: number
}

export type ObjectMember = {
  readonly type: CelType
  /** The name in the object. */
  readonly name: string
}

const plain = (is: string): CelType => ({ is })

export const dyn = plain('dyn')
/** A `dyn` whose values have already been converted. */
export const dynConverted: CelType = { ...dyn, isMade: true }
/** A `dyn` whose numbers are doubles, at every level. */
export const dynWithDoubles: CelType = { ...dyn, hasDoubles: true }
export const bool = plain('bool')
export const int = plain('int')
export const string = plain('string')

export const listOf = (item: CelType): CelType => ({ is: 'list', of: [item] })
export const optionalOf = (value: CelType): CelType => ({ is: 'optional', of: [value] })

export const typeParameter = ({ of, hasDoubles }: CelType, index = 0): CelType =>
  of?.[index] ?? (hasDoubles ? dynWithDoubles : dyn)

/** The names of extension types in messages. */
export const extensionTypeNames: { readonly [type: string]: string } = {
  authorizer: 'kubernetes.authorization.Authorizer',
  pathcheck: 'kubernetes.authorization.PathCheck',
  groupcheck: 'kubernetes.authorization.GroupCheck',
  resourcecheck: 'kubernetes.authorization.ResourceCheck',
  decision: 'kubernetes.authorization.Decision',
}

/** Formats a type for messages. */
export function typeText(type: CelType): string {
  const { is, of, name } = type
  if (is === 'optional') return `optional_type(${typeText(typeParameter(type))})`
  return of ? `${is}(${of.map(typeText).join(', ')})` : (name ?? extensionTypeNames[is] ?? is)
}

/** The types that are bound to type parameters, by the letter of the parameter. */
export type TypeBindings = Map<string, CelType>

/**
 * Whether a value of a type can be used for another. A capital letter stands for any type, which is
 * bound at first use.
 */
export function isAssignable(given: CelType, wanted: CelType, bound: TypeBindings): boolean {
  if (/^[A-Z]$/.test(wanted.is)) {
    const known = bound.get(wanted.is)
    if (!known || known.is === 'dyn') {
      if (!known || given.is !== 'dyn') bound.set(wanted.is, given)
      return true
    }
    return isAssignable(given, known, bound) || isAssignable(known, given, bound)
  }
  if (given.is === 'dyn' || wanted.is === 'dyn') return true
  if (given.is === 'null')
    return ['null', 'object', 'optional', 'timestamp', 'duration'].includes(wanted.is)
  if (given.is !== wanted.is) return false
  if (!wanted.of) return true
  return wanted.of.every((inner, index) => isAssignable(typeParameter(given, index), inner, bound))
}

/** Replaces the capital letters in a type by their bindings. */
export function substituteType(type: CelType, bound: TypeBindings): CelType {
  if (/^[A-Z]$/.test(type.is)) return bound.get(type.is) ?? dyn
  return type.of ? { ...type, of: type.of.map(inner => substituteType(inner, bound)) } : type
}

/** Parses a type such as `map(string, list(A))`. */
export function parseType(text: string): CelType {
  const [, is = '', inner] = /^\s*([a-zA-Z_]+)\s*(?:\((.*)\))?\s*$/.exec(text) ?? []
  if (inner === undefined) return plain(is)
  return { is, of: splitTypeList(inner).map(parseType) }
}

/** Splits a list of types at the commas outside parentheses. */
export function splitTypeList(text: string): string[] {
  const parts: string[] = []
  let depth = 0
  let start = 0
  for (const [index, character] of [...text].entries()) {
    if (character === '(') depth += 1
    if (character === ')') depth -= 1
    if (character === ',' && depth === 0) {
      parts.push(text.slice(start, index))
      start = index + 1
    }
  }
  const last = text.slice(start)
  return last.trim() === '' ? parts : [...parts, last]
}
