// The types of expressions.

export type CelType = {
  readonly is: string
  /** Of a list and an optional: the items; of a map: keys and values. */
  readonly of?: readonly CelType[]
  /** Of an object: its members by the names that expressions give them. */
  readonly members?: ReadonlyMap<string, Member>
  /** Of a list whose order means nothing; the keys are those of the items of a `map`. */
  readonly order?: 'set' | 'map'
  readonly keys?: readonly string[]
  /** Of `dyn`: whether a value is what it is by itself, and need not be converted. */
  readonly isMade?: true
  /** How many items, entries or characters there can be. */
  readonly sizeMax?: number
}

export type Member = {
  readonly type: CelType
  /** As the object has it. */
  readonly name: string
}

const plain = (is: string): CelType => ({ is })

export const dyn = plain('dyn')
/** Any value that is known to be what it is. */
export const anyMade: CelType = { ...dyn, isMade: true }
export const bool = plain('bool')
export const int = plain('int')
export const string = plain('string')

export const listOf = (item: CelType): CelType => ({ is: 'list', of: [item] })
export const optionalOf = (value: CelType): CelType => ({ is: 'optional', of: [value] })

export const part = ({ of }: CelType, index = 0): CelType => of?.[index] ?? dyn

/** As messages name a type. */
export function nameOf(type: CelType): string {
  const { is, of } = type
  if (is === 'optional') return `optional_type(${nameOf(part(type))})`
  return of ? `${is}(${of.map(nameOf).join(', ')})` : is
}

export type Bound = Map<string, CelType>

/** Whether a value of a type can stand where another is wanted; capitals stand for any type. */
export function fits(given: CelType, wanted: CelType, bound: Bound): boolean {
  if (/^[A-Z]$/.test(wanted.is)) {
    const known = bound.get(wanted.is)
    if (!known || known.is === 'dyn') {
      if (!known || given.is !== 'dyn') bound.set(wanted.is, given)
      return true
    }
    return fits(given, known, bound) || fits(known, given, bound)
  }
  if (given.is === 'dyn' || wanted.is === 'dyn') return true
  if (given.is === 'null')
    return ['null', 'object', 'optional', 'timestamp', 'duration'].includes(wanted.is)
  if (given.is !== wanted.is) return false
  if (!wanted.of) return true
  return wanted.of.every((inner, index) => fits(part(given, index), inner, bound))
}

/** A type with what the capitals in it stand for. */
export function resolved(type: CelType, bound: Bound): CelType {
  if (/^[A-Z]$/.test(type.is)) return bound.get(type.is) ?? dyn
  return type.of ? { ...type, of: type.of.map(inner => resolved(inner, bound)) } : type
}

/** The type that a text such as `map(string, list(A))` names. */
export function typeNamed(text: string): CelType {
  const [, is = '', inner] = /^\s*([a-zA-Z_]+)\s*(?:\((.*)\))?\s*$/.exec(text) ?? []
  if (inner === undefined) return plain(is)
  return { is, of: splitTypes(inner).map(typeNamed) }
}

/** The texts between commas that are not within parentheses. */
export function splitTypes(text: string): string[] {
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
