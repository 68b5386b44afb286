// The types of expressions.

export type CelType = {
  readonly is: string
  /** Of a list and an optional: the items; of a map: keys and values. */
  readonly of?: readonly CelType[]
  /** Of an object: its members by the names that expressions give them. */
  readonly members?: ReadonlyMap<string, ObjectMember>
  /** Of a list whose order means nothing; the keys are those of the items of a `map`. */
  readonly order?: 'set' | 'map'
  readonly keys?: readonly string[]
  /** Of `dyn`: whether a value is what it is by itself, and need not be converted. */
  readonly isMade?: true
  /** How many items, entries or characters there can be. */
  readonly sizeMax?: number
}

export type ObjectMember = {
  readonly type: CelType
  /** As the object has it. */
  readonly name: string
}

const plain = (is: string): CelType => ({ is })

export const dyn = plain('dyn')
/** Any value that is known to be what it is. */
export const dynConverted: CelType = { ...dyn, isMade: true }
export const bool = plain('bool')
export const int = plain('int')
export const string = plain('string')

export const listOf = (item: CelType): CelType => ({ is: 'list', of: [item] })
export const optionalOf = (value: CelType): CelType => ({ is: 'optional', of: [value] })

export const typeParameter = ({ of }: CelType, index = 0): CelType => of?.[index] ?? dyn

/** As messages name a type. */
export function typeText(type: CelType): string {
  const { is, of } = type
  if (is === 'optional') return `optional_type(${typeText(typeParameter(type))})`
  return of ? `${is}(${of.map(typeText).join(', ')})` : is
}

export type TypeBindings = Map<string, CelType>

/** Whether a value of a type can stand where another is wanted; capitals stand for any type. */
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

/** A type with what the capitals in it stand for. */
export function substituteType(type: CelType, bound: TypeBindings): CelType {
  if (/^[A-Z]$/.test(type.is)) return bound.get(type.is) ?? dyn
  return type.of ? { ...type, of: type.of.map(inner => substituteType(inner, bound)) } : type
}

/** The type that a text such as `map(string, list(A))` names. */
export function parseType(text: string): CelType {
  const [, is = '', inner] = /^\s*([a-zA-Z_]+)\s*(?:\((.*)\))?\s*$/.exec(text) ?? []
  if (inner === undefined) return plain(is)
  return { is, of: splitTypeList(inner).map(parseType) }
}

/** The texts between commas that are not within parentheses. */
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
