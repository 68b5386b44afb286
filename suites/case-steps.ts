// What steps a case file may hold. A case may be truncated or edited by hand: whatever could not be
// performed is found before anything is sent.

import { mediaWords } from '../fixtures/dialects/dialect.ts'
import { identities } from '../fixtures/objects/identity.ts'
import { roles } from '../fixtures/objects/probe-types.ts'
import { readers } from '../properties/scenario.ts'
import { forms } from '../properties/term.ts'

type Faults = Generator<string, void>
type Fields = Record<string, unknown>

// Far beyond what any scenario holds, and little enough to be sent.
const depthMax = 100
const repeatedCharactersMax = 16 * 1024 * 1024

/** What is wrong with steps, each as `where: expected …, got …`; nothing for good ones. */
export function* stepFaults(steps: unknown, where: string): Faults {
  if (!Array.isArray(steps)) return yield fault(where, 'an array of steps', steps)
  for (const [index, step] of steps.entries()) yield* oneStepFaults(step, `${where}[${index}]`)
}

function* oneStepFaults(step: unknown, where: string): Faults {
  if (!isFields(step)) return yield fault(where, 'a step', step)
  if ('control' in step) return yield* controlFaults(step, where)
  if (isOfStream(step)) return yield* streamFaults(step, where)
  if ('until' in step) return yield* untilFaults(step, where)
  if ('define' in step) {
    yield* textFaults(step['as'], `${where}.as`)
    return yield* termFaults(step['define'], `${where}.define`)
  }
  if ('together' in step) return yield* laneFaults(step['together'], `${where}.together`)
  if (!('walk' in step)) return yield* requestFaults(step, where)
  yield* requestFaults(step['walk'], `${where}.walk`)
  yield* laneFaults(step['between'] ?? [], `${where}.between`)
}

function* controlFaults({ as, control, ms, object }: Fields, where: string): Faults {
  if (typeof as !== 'string') yield fault(`${where}.as`, 'a label', as)
  yield* oneOf(control, controls, `${where}.control`)
  if (control === 'corrupt') yield* textFaults(object, `${where}.object`)
  if (control === 'advance' && !isCount(ms)) yield fault(`${where}.ms`, 'milliseconds', ms)
}

const controls = ['compact', 'expire', 'advance', 'corrupt', 'failHealthCheck']

function* untilFaults({ until, status = 0, shows }: Fields, where: string): Faults {
  yield* requestFaults(until, `${where}.until`)
  if (!isCount(status)) yield fault(`${where}.status`, 'a status', status)
  yield* termFaults(shows, `${where}.shows`)
}

const isOfStream = (step: Fields): boolean =>
  ['watch', 'await', 'close'].some(member => member in step)

function* streamFaults(step: Fields, where: string): Faults {
  if ('watch' in step) {
    yield* requestFaults(step['watch'], `${where}.watch`)
    return yield* oneOf(step['reader'] ?? 'steady', readers, `${where}.reader`)
  }
  yield* textFaults(step['as'], `${where}.as`)
  if ('close' in step) return yield* textFaults(step['close'], `${where}.close`)
  yield* textFaults(step['await'], `${where}.await`)
  yield* termFaults(step['shows'], `${where}.shows`)
  yield* textFaults(step['type'] ?? '', `${where}.type`)
  if (!isCount(step['events'] ?? 0)) yield fault(`${where}.events`, 'a count', step['events'])
  const conditions = ['shows', 'type', 'events', 'end'].filter(member => member in step)
  if (!['true', 'undefined'].includes(String(step['isPatient'])))
    yield fault(`${where}.isPatient`, 'true or nothing', step['isPatient'])
  if (conditions.length !== 1)
    yield fault(where, 'one of shows, type, events, end', conditions.join(', '))
}

function* laneFaults(lanes: unknown, where: string): Faults {
  if (!Array.isArray(lanes)) return yield fault(where, 'an array of lanes', lanes)
  for (const [index, lane] of lanes.entries()) {
    const place = `${where}[${index}]`
    if (!Array.isArray(lane)) return yield fault(place, 'an array of requests', lane)
    for (const [at, step] of lane.entries()) {
      const isStream = isFields(step) && isOfStream(step)
      yield* (isStream ? streamFaults : requestFaults)(step as Fields, `${place}[${at}]`)
    }
  }
}

function* requestFaults(request: unknown, where: string): Faults {
  if (!isFields(request)) return yield fault(where, 'a request', request)
  const { as, method, to, query = {}, headers = {}, body, who = 'admin', door = '' } = request
  if (typeof as !== 'string') yield fault(`${where}.as`, 'a label', as)
  if (typeof method !== 'string' || !/^[A-Za-z]+$/.test(method))
    yield fault(`${where}.method`, 'a method', method)
  yield* placeFaults(to, `${where}.to`)
  yield* mapFaults(query, `${where}.query`, termFaults)
  yield* mapFaults(headers, `${where}.headers`, headerFaults)
  yield* bodyFaults(body, `${where}.body`)
  yield* oneOf(who, identities, `${where}.who`)
  yield* textFaults(door, `${where}.door`)
}

/** A text, a hole, or null for a header that is left out. */
const headerFaults = (value: unknown, where: string): Faults =>
  isFields(value) ? termFaults(value, where) : textFaults(value ?? '', where)

function* bodyFaults(body: unknown, where: string): Faults {
  if (isFields(body) && '$text' in body) return yield* termFaults(body['$text'], where)
  if (isFields(body) && '$base64' in body) return yield* textFaults(body['$base64'], where)
  if (!isFields(body) || !('$as' in body)) return yield* termFaults(body, where)
  yield* oneOf(body['$as'], ['json', 'yaml', 'cbor', 'protobuf'], `${where}.$as`)
  yield* termFaults(body['$value'], `${where}.$value`)
  const { prefix, typeMeta, ...texts } = (body['envelope'] ?? {}) as Fields
  yield* mapFaults(texts, `${where}.envelope`, textFaults)
  for (const [name, flag] of Object.entries({ prefix, typeMeta }))
    yield* oneOf(flag, ['false', 'undefined'], `${where}.envelope.${name}`)
}

function* placeFaults(to: unknown, where: string): Faults {
  if (!isFields(to)) return yield fault(where, 'a place', to)
  if ('path' in to) return yield* termFaults(to['path'], `${where}.path`)
  const { role, namespace = 0, name = '', subresource = '' } = to
  yield* oneOf(role, roles, `${where}.role`)
  if (namespace !== 'all' && !isCount(namespace))
    yield fault(`${where}.namespace`, 'the number of a namespace, or all', namespace)
  yield* termFaults(name, `${where}.name`)
  yield* textFaults(subresource, `${where}.subresource`)
}

function* termFaults(term: unknown, where: string, depth = 0): Faults {
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
  '$repeat',
  '$edit',
  '$check',
  '$failing',
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
  } else if ('$repeat' in hole) yield* repeatFaults(hole, where)
  else yield* editFaults(hole, where, deeper)
}

function* repeatFaults({ $repeat: text, times }: Fields, where: string): Faults {
  yield* textFaults(text, `${where}.$repeat`)
  const length = Number(times) * String(text).length
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

function* mapFaults(
  map: unknown,
  where: string,
  faultsOf: (value: unknown, place: string) => Faults,
): Faults {
  if (!isFields(map)) return yield fault(where, 'an object', map)
  for (const [key, value] of Object.entries(map)) yield* faultsOf(value, `${where}.${key}`)
}

function* textFaults(value: unknown, where: string): Faults {
  if (typeof value !== 'string') yield fault(where, 'a text', value)
}

function* oneOf(value: unknown, allowed: readonly string[], where: string): Faults {
  if (!allowed.includes(String(value))) yield fault(where, `one of ${allowed.join(', ')}`, value)
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) >= 0

const fault = (where: string, expected: string, got: unknown): string =>
  `${where}: expected ${expected}, got ${shown(got)}`

/** A value as a message shows it: its beginning. */
export function shown(value: unknown): string {
  if (value === undefined) return 'nothing'
  return typeof value === 'object' && value !== null
    ? `${Array.isArray(value) ? 'an array' : 'an object'}`
    : String(JSON.stringify(value)).slice(0, 60)
}
