// What terms a case file may hold, and the words in which its faults are told.

import { mediaWords } from '../fixtures/dialects/dialect.ts'
import { roles } from '../fixtures/objects/probe-types.ts'
import { forms } from '../properties/dsl/term.ts'

export type Faults = Generator<string, void>
export type Fields = Record<string, unknown>

// Far beyond what any scenario holds, and little enough to be sent.
const depthMax = 100
const repeatedCharactersMax = 16 * 1024 * 1024

/** What is wrong with a term, its holes included. */
export function* termFaults(term: unknown, where: string, depth = 0): Faults {
  if (depth > depthMax) return yield `${where}: expected at most ${depthMax} levels, got more`
  if (!isFields(term) && !Array.isArray(term)) return
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
  '$later',
]
const words = ['kind', 'apiVersion', 'resource', 'version', 'group']

const holeIn = (term: Fields): boolean =>
  typeof term['$seen'] === 'string' || holes.some(hole => hole in term)

function* holeFaults(hole: Fields, where: string, depth: number): Faults {
  const deeper = (term: unknown, place: string): Faults => termFaults(term, place, depth + 1)
  if (typeof hole['$seen'] === 'string') return yield* textFaults(hole['at'], `${where}.at`)
  if ('$failing' in hole) return
  if ('$check' in hole) {
    if (!isCount(hole['nth'])) yield fault(`${where}.nth`, 'a count', hole['nth'])
    return yield* textFaults(hole['$check'], `${where}.$check`)
  }
  if ('$name' in hole) return yield* textFaults(hole['$name'], `${where}.$name`)
  if ('$group' in hole) return yield* textFaults(hole['$group'], `${where}.$group`)
  if ('$namespace' in hole) {
    if (!isCount(hole['$namespace']))
      yield fault(`${where}.$namespace`, 'the number of a namespace', hole['$namespace'])
  } else if ('$sample' in hole) {
    yield* oneOf(hole['$sample'], roles, `${where}.$sample`)
    yield* deeper(hole['name'], `${where}.name`)
    yield* textFaults(hole['content'] ?? '', `${where}.content`)
  } else if ('$word' in hole) {
    yield* oneOf(hole['$word'], words, `${where}.$word`)
    yield* oneOf(hole['of'], roles, `${where}.of`)
  } else if ('$media' in hole) {
    yield* oneOf(hole['$media'], mediaWords, `${where}.$media`)
    yield* oneOf(hole['as'] ?? forms[0], forms, `${where}.as`)
  } else if ('$join' in hole) {
    if (Array.isArray(hole['$join'])) yield* deeper(hole['$join'], `${where}.$join`)
    else yield fault(`${where}.$join`, 'an array', hole['$join'])
  } else if ('$members' in hole) {
    yield* deeper(hole['$members'], `${where}.$members`)
    if (Array.isArray(hole['without'])) yield* deeper(hole['without'], `${where}.without`)
    else yield fault(`${where}.without`, 'an array', hole['without'])
  } else if ('$later' in hole) {
    if (!isCount(hole['by'])) yield fault(`${where}.by`, 'a count', hole['by'])
    yield* deeper(hole['$later'], `${where}.$later`)
  } else if ('$repeat' in hole) yield* repeatFaults(hole, where)
  else yield* editFaults(hole, where, deeper)
}

function* repeatFaults({ $repeat: text, times }: Fields, where: string): Faults {
  yield* textFaults(text, `${where}.$repeat`)
  const length = Number(wordOf(times)) * wordOf(text).length
  if (!isCount(times) || length > repeatedCharactersMax)
    yield fault(`${where}.times`, `a count of at most ${repeatedCharactersMax} characters`, times)
}

function* editFaults(
  { $edit: base, set = {}, drop = [] }: Fields,
  where: string,
  deeper: (term: unknown, place: string) => Faults,
): Faults {
  yield* deeper(base, `${where}.$edit`)
  yield* mapFaults(set, `${where}.set`, deeper)
  if (!Array.isArray(drop)) return yield fault(`${where}.drop`, 'an array of pointers', drop)
  for (const [index, pointer] of drop.entries())
    yield* textFaults(pointer, `${where}.drop[${index}]`)
}

export function* mapFaults(
  map: unknown,
  where: string,
  faultsOf: (value: unknown, place: string) => Faults,
): Faults {
  if (!isFields(map)) return yield fault(where, 'an object', map)
  for (const [key, value] of Object.entries(map)) yield* faultsOf(value, `${where}.${key}`)
}

export function* textFaults(value: unknown, where: string): Faults {
  if (typeof value !== 'string') yield fault(where, 'a text', value)
}

export function* oneOf(value: unknown, allowed: readonly string[], where: string): Faults {
  if (!allowed.includes(wordOf(value))) yield fault(where, `one of ${allowed.join(', ')}`, value)
}

/** A value as a word; an object is none, and may not let itself be made one. */
export const wordOf = (value: unknown): string =>
  typeof value === 'object' && value !== null ? '' : String(value)

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const isCount = (value: unknown): boolean =>
  Number.isSafeInteger(value) && Number(value) >= 0

export const fault = (where: string, expected: string, got: unknown): string =>
  `${where}: expected ${expected}, got ${shown(got)}`

/** A value as a message shows it: its beginning. */
export function shown(value: unknown): string {
  if (value === undefined) return 'nothing'
  return typeof value === 'object' && value !== null
    ? `${Array.isArray(value) ? 'an array' : 'an object'}`
    : String(JSON.stringify(value)).slice(0, 60)
}
