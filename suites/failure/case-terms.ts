// Validates the terms of a case file, and formats the messages of all faults.

import { mediaWords } from '../../fixtures/dialects/dialect.ts'
import { tokenKeys } from '../../fixtures/objects/tokens.ts'
import { roles } from '../../fixtures/objects/tested-types.ts'
import { isJsonObject, objectForms } from '../../properties/dsl/term.ts'

export type CaseFaults = Generator<string, void>
export type JsonObject = Record<string, unknown>

// The limits of a case: far above those of any scenario, and small enough to send.
const depthMax = 100
const repeatedCharactersMax = 16 * 1024 * 1024

/** Yields the faults of a term and of its placeholders. */
export function* termFaults(term: unknown, where: string, depth = 0): CaseFaults {
  if (depth > depthMax) return yield `${where}: expected at most ${depthMax} levels, got more`
  if (!isJsonObject(term) && !Array.isArray(term)) return
  if (Array.isArray(term) || !holeIn(term)) {
    for (const [key, part] of Object.entries(term))
      yield* termFaults(part, `${where}.${key}`, depth + 1)
    return
  }
  yield* holeFaults(term, where, depth)
}

const holes = [
  '$name',
  '$namespace',
  '$sample',
  '$word',
  '$group',
  '$media',
  '$join',
  '$members',
  '$repeat',
  '$edit',
  '$check',
  '$failing',
  '$host',
  '$hostAuthority',
  '$token',
  '$later',
  '$beyond',
  '$first',
]
const words = ['kind', 'apiVersion', 'resource', 'version', 'group']

const holeIn = (term: JsonObject): boolean =>
  typeof term['$seen'] === 'string' || holes.some(hole => hole in term)

function* holeFaults(hole: JsonObject, where: string, depth: number): CaseFaults {
  const deeper = (term: unknown, place: string): CaseFaults => termFaults(term, place, depth + 1)
  if (typeof hole['$seen'] === 'string') return yield* textFaults(hole['at'], `${where}.at`)
  if ('$failing' in hole || '$hostAuthority' in hole) return
  if ('$host' in hole) return yield* textFaults(hole['$host'], `${where}.$host`)
  if ('$token' in hole) {
    yield* textFaults(hole['$token'], `${where}.$token`)
    yield* enumFaults(hole['key'], [...tokenKeys, 'undefined'], `${where}.key`)
    return yield* deeper(hole['claims'] ?? {}, `${where}.claims`)
  }
  if ('$check' in hole) {
    if (!isCount(hole['nth'])) yield faultMessage(`${where}.nth`, 'a count', hole['nth'])
    return yield* textFaults(hole['$check'], `${where}.$check`)
  }
  if ('$name' in hole) return yield* textFaults(hole['$name'], `${where}.$name`)
  if ('$group' in hole) return yield* textFaults(hole['$group'], `${where}.$group`)
  if ('$namespace' in hole) {
    if (!isCount(hole['$namespace']))
      yield faultMessage(`${where}.$namespace`, 'the number of a namespace', hole['$namespace'])
  } else if ('$sample' in hole) {
    yield* enumFaults(hole['$sample'], roles, `${where}.$sample`)
    yield* deeper(hole['name'], `${where}.name`)
    yield* textFaults(hole['content'] ?? '', `${where}.content`)
    yield* enumFaults(hole['status'], ['0', '1', 'undefined'], `${where}.status`)
  } else if ('$word' in hole) {
    yield* enumFaults(hole['$word'], words, `${where}.$word`)
    yield* enumFaults(hole['of'], roles, `${where}.of`)
  } else if ('$media' in hole) {
    yield* enumFaults(hole['$media'], mediaWords, `${where}.$media`)
    yield* enumFaults(hole['as'] ?? objectForms[0], objectForms, `${where}.as`)
  } else if ('$join' in hole || '$first' in hole) {
    const key = '$join' in hole ? '$join' : '$first'
    if (Array.isArray(hole[key])) yield* deeper(hole[key], `${where}.${key}`)
    else yield faultMessage(`${where}.${key}`, 'an array', hole[key])
  } else if ('$members' in hole) {
    yield* deeper(hole['$members'], `${where}.$members`)
    if (Array.isArray(hole['without'])) yield* deeper(hole['without'], `${where}.without`)
    else yield faultMessage(`${where}.without`, 'an array', hole['without'])
  } else if ('$later' in hole) {
    if (!isCount(hole['by'])) yield faultMessage(`${where}.by`, 'a count', hole['by'])
    yield* deeper(hole['$later'], `${where}.$later`)
  } else if ('$beyond' in hole) yield* deeper(hole['$beyond'], `${where}.$beyond`)
  else if ('$repeat' in hole) yield* repeatFaults(hole, where)
  else yield* editFaults(hole, where, deeper)
}

function* repeatFaults({ $repeat: text, times }: JsonObject, where: string): CaseFaults {
  yield* textFaults(text, `${where}.$repeat`)
  const length = Number(enumText(times)) * enumText(text).length
  if (!isCount(times) || length > repeatedCharactersMax)
    yield faultMessage(
      `${where}.times`,
      `a count of at most ${repeatedCharactersMax} characters`,
      times,
    )
}

function* editFaults(
  { $edit: base, set = {}, drop = [] }: JsonObject,
  where: string,
  deeper: (term: unknown, place: string) => CaseFaults,
): CaseFaults {
  yield* deeper(base, `${where}.$edit`)
  yield* mapFaults(set, `${where}.set`, deeper)
  if (!Array.isArray(drop)) return yield faultMessage(`${where}.drop`, 'an array of pointers', drop)
  for (const [index, pointer] of drop.entries())
    yield* textFaults(pointer, `${where}.drop[${index}]`)
}

export function* mapFaults(
  map: unknown,
  where: string,
  faultsOf: (value: unknown, place: string) => CaseFaults,
): CaseFaults {
  if (!isJsonObject(map)) return yield faultMessage(where, 'an object', map)
  for (const [key, value] of Object.entries(map)) yield* faultsOf(value, `${where}.${key}`)
}

export function* textFaults(value: unknown, where: string): CaseFaults {
  if (typeof value !== 'string') yield faultMessage(where, 'a string', value)
}

export function* enumFaults(value: unknown, allowed: readonly string[], where: string): CaseFaults {
  if (!allowed.includes(enumText(value)))
    yield faultMessage(where, `one of ${allowed.join(', ')}`, value)
}

/** A scalar as text. An object is the empty string: its `toString` must not be called. */
export const enumText = (value: unknown): string =>
  typeof value === 'object' && value !== null ? '' : String(value)

export const isCount = (value: unknown): boolean =>
  Number.isSafeInteger(value) && Number(value) >= 0

export const faultMessage = (where: string, expected: string, got: unknown): string =>
  `${where}: expected ${expected}, got ${quoteValue(got)}`

/** The beginning of a value, for messages. */
export function quoteValue(value: unknown): string {
  if (value === undefined) return 'nothing'
  return typeof value === 'object' && value !== null
    ? `${Array.isArray(value) ? 'an array' : 'an object'}`
    : String(JSON.stringify(value)).slice(0, 60)
}
