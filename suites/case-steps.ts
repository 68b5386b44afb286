// What steps a case file may hold. A case may be truncated or edited by hand: whatever could not be
// performed is found before anything is sent.

import { identities } from '../fixtures/objects/identity.ts'
import { roles } from '../fixtures/objects/probe-types.ts'
import { readers } from '../properties/dsl/scenario.ts'
import {
  fault,
  isCount,
  isFields,
  mapFaults,
  oneOf,
  termFaults,
  textFaults,
  wordOf,
} from './case-terms.ts'
import type { Faults, Fields } from './case-terms.ts'

/** What is wrong with steps, each as `where: expected …, got …`; nothing for good ones. */
export function* stepFaults(steps: unknown, where: string): Faults {
  if (!Array.isArray(steps)) return yield fault(where, 'an array of steps', steps)
  for (const [index, step] of steps.entries()) yield* oneStepFaults(step, `${where}[${index}]`)
}

function* oneStepFaults(step: unknown, where: string): Faults {
  if (!isFields(step)) return yield fault(where, 'a step', step)
  if ('control' in step) return yield* controlFaults(step, where)
  if ('accepts' in step) return yield* acceptsFaults(step, where)
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

function* acceptsFaults({ as, accepts }: Fields, where: string): Faults {
  yield* textFaults(as, `${where}.as`)
  if (!isFields(accepts)) return yield fault(`${where}.accepts`, 'a question', accepts)
  const { files, flags = [], gates = {}, beside = {} } = accepts
  const place = `${where}.accepts`
  if (!Array.isArray(files)) yield fault(`${place}.files`, 'an array of files', files)
  else for (const [at, file] of files.entries()) yield* fileFaults(file, `${place}.files[${at}]`)
  if (Array.isArray(flags)) yield* termFaults(flags, `${place}.flags`)
  else yield fault(`${place}.flags`, 'an array of arguments', flags)
  yield* mapFaults(beside, `${place}.beside`, textFaults)
  yield* mapFaults(gates, `${place}.gates`, (gate, at) => oneOf(gate, ['true', 'false'], at))
}

function* fileFaults(file: unknown, where: string): Faults {
  if (!isFields(file)) return yield fault(where, 'a file', file)
  yield* textFaults(file['name'], `${where}.name`)
  const held = ['text', 'document'].filter(member => member in file)
  if (held.length !== 1) yield fault(where, 'one of text, document', held.join(', '))
  yield* termFaults(file['text'], `${where}.text`)
  yield* termFaults(file['document'], `${where}.document`)
}

const controls = ['compact', 'expire', 'advance', 'corrupt', 'failHealthCheck']

function* untilFaults(
  { until, status = 0, shows, secondAfter = '' }: Fields,
  where: string,
): Faults {
  yield* requestFaults(until, `${where}.until`)
  if (!isCount(status)) yield fault(`${where}.status`, 'a status', status)
  yield* termFaults(shows, `${where}.shows`)
  yield* textFaults(secondAfter, `${where}.secondAfter`)
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
  if (!['true', 'undefined'].includes(wordOf(step['isPatient'])))
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
