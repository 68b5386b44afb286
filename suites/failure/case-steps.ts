// Validates the steps of a case file. The file may be truncated or edited by hand, so all steps
// that could not be performed are found before anything is sent.

import { identities } from '../../fixtures/objects/identity.ts'
import { roles } from '../../fixtures/objects/tested-types.ts'
import { readPaces } from '../../properties/dsl/scenario.ts'
import {
  faultMessage,
  isCount,
  mapFaults,
  enumFaults,
  termFaults,
  textFaults,
  enumText,
} from './case-terms.ts'
import type { CaseFaults, JsonObject } from './case-terms.ts'
import { isJsonObject } from '../../properties/dsl/term.ts'

/** Yields the faults of steps, each as `where: expected …, got …`; nothing if they are valid. */
export function* stepFaults(steps: unknown, where: string): CaseFaults {
  if (!Array.isArray(steps)) return yield faultMessage(where, 'an array of steps', steps)
  for (const [index, step] of steps.entries()) yield* oneStepFaults(step, `${where}[${index}]`)
}

function* oneStepFaults(step: unknown, where: string): CaseFaults {
  if (!isJsonObject(step)) return yield faultMessage(where, 'a step', step)
  if ('control' in step) return yield* controlFaults(step, where)
  if ('accepts' in step) return yield* acceptsFaults(step, where)
  if (isOfStream(step)) return yield* streamFaults(step, where)
  if ('poll' in step) return yield* pollFaults(step, where)
  if ('define' in step) {
    yield* textFaults(step['as'], `${where}.as`)
    return yield* termFaults(step['define'], `${where}.define`)
  }
  if ('concurrent' in step) return yield* sequencesFaults(step['concurrent'], `${where}.concurrent`)
  if (!('pagedList' in step)) return yield* requestFaults(step, where)
  yield* requestFaults(step['pagedList'], `${where}.pagedList`)
  yield* sequencesFaults(step['between'] ?? [], `${where}.between`)
}

/** A member that is not one of these would have no effect. */
function* unknownFaults(step: JsonObject, members: string[], where: string): CaseFaults {
  const unknown = Object.keys(step).find(one => !members.includes(one))
  if (unknown !== undefined)
    yield faultMessage(where, `only the members ${members.join(', ')}`, unknown)
}

function* controlFaults({ as, control, ms, object }: JsonObject, where: string): CaseFaults {
  if (typeof as !== 'string') yield faultMessage(`${where}.as`, 'a label', as)
  yield* enumFaults(control, controls, `${where}.control`)
  if (control === 'corrupt') yield* textFaults(object, `${where}.object`)
  if (control === 'advance' && !isCount(ms)) yield faultMessage(`${where}.ms`, 'milliseconds', ms)
}

function* acceptsFaults({ as, accepts }: JsonObject, where: string): CaseFaults {
  yield* textFaults(as, `${where}.as`)
  if (!isJsonObject(accepts))
    return yield faultMessage(`${where}.accepts`, 'an object with files', accepts)
  const { files, flags = [], gates = {}, facts = {} } = accepts
  const place = `${where}.accepts`
  if (!Array.isArray(files)) yield faultMessage(`${place}.files`, 'an array of files', files)
  else
    for (const [index, file] of files.entries()) yield* fileFaults(file, `${place}.files[${index}]`)
  if (Array.isArray(flags)) yield* termFaults(flags, `${place}.flags`)
  else yield faultMessage(`${place}.flags`, 'an array of arguments', flags)
  yield* mapFaults(facts, `${place}.facts`, textFaults)
  yield* mapFaults(gates, `${place}.gates`, (gate, gatePlace) =>
    enumFaults(gate, ['true', 'false'], gatePlace),
  )
}

function* fileFaults(file: unknown, where: string): CaseFaults {
  if (!isJsonObject(file)) return yield faultMessage(where, 'a file', file)
  yield* textFaults(file['name'], `${where}.name`)
  const held = ['text', 'document'].filter(member => member in file)
  if (held.length !== 1) yield faultMessage(where, 'one of text, document', held.join(', '))
  yield* termFaults(file['text'], `${where}.text`)
  yield* termFaults(file['document'], `${where}.document`)
}

const controls = ['compact', 'expire', 'advance', 'corrupt', 'failHealthCheck']

function* pollFaults(step: JsonObject, where: string): CaseFaults {
  const { poll, status = 0, shows, isRefused, laterSecondThan = '', untilBookmarkOn = '' } = step
  const members = ['poll', 'status', 'shows', 'isRefused', 'laterSecondThan', 'untilBookmarkOn']
  yield* unknownFaults(step, members, where)
  yield* requestFaults(poll, `${where}.poll`)
  if (!isCount(status)) yield faultMessage(`${where}.status`, 'a status', status)
  yield* termFaults(shows, `${where}.shows`)
  if (!['true', 'undefined'].includes(enumText(isRefused)))
    yield faultMessage(`${where}.isRefused`, 'true or absent', isRefused)
  yield* textFaults(laterSecondThan, `${where}.laterSecondThan`)
  yield* textFaults(untilBookmarkOn, `${where}.untilBookmarkOn`)
}

const isOfStream = (step: JsonObject): boolean =>
  ['watch', 'waitOn', 'close'].some(member => member in step)

function* streamFaults(step: JsonObject, where: string): CaseFaults {
  if ('watch' in step) {
    yield* requestFaults(step['watch'], `${where}.watch`)
    yield* enumFaults(step['reader'] ?? 'steady', readPaces, `${where}.reader`)
    return yield* unknownFaults(step, ['watch', 'reader'], where)
  }
  yield* textFaults(step['as'], `${where}.as`)
  if ('close' in step) return yield* textFaults(step['close'], `${where}.close`)
  yield* textFaults(step['waitOn'], `${where}.waitOn`)
  yield* termFaults(step['version'], `${where}.version`)
  yield* textFaults(step['type'] ?? '', `${where}.type`)
  if (!isCount(step['events'] ?? 0))
    yield faultMessage(`${where}.events`, 'a count', step['events'])
  const conditions = ['version', 'type', 'events', 'end'].filter(member => member in step)
  if (!['true', 'undefined'].includes(enumText(step['isPatient'])))
    yield faultMessage(`${where}.isPatient`, 'true or absent', step['isPatient'])
  if (conditions.length !== 1)
    yield faultMessage(where, 'one of version, type, events, end', conditions.join(', '))
  const members = ['as', 'waitOn', 'version', 'type', 'events', 'end', 'isPatient']
  yield* unknownFaults(step, members, where)
}

function* sequencesFaults(sequences: unknown, where: string): CaseFaults {
  if (!Array.isArray(sequences))
    return yield faultMessage(where, 'an array of sequences', sequences)
  for (const [index, sequence] of sequences.entries()) {
    const place = `${where}[${index}]`
    if (!Array.isArray(sequence)) return yield faultMessage(place, 'an array of requests', sequence)
    for (const [index, step] of sequence.entries()) {
      const isStream = isJsonObject(step) && isOfStream(step)
      yield* (isStream ? streamFaults : requestFaults)(step as JsonObject, `${place}[${index}]`)
    }
  }
}

function* requestFaults(request: unknown, where: string): CaseFaults {
  if (!isJsonObject(request)) return yield faultMessage(where, 'a request', request)
  const { as, method, to, query = {}, headers = {}, body, who = 'admin', server = '' } = request
  if (typeof as !== 'string') yield faultMessage(`${where}.as`, 'a label', as)
  if (typeof method !== 'string' || !/^[A-Za-z]+$/.test(method))
    yield faultMessage(`${where}.method`, 'a method', method)
  yield* placeFaults(to, `${where}.to`)
  yield* mapFaults(query, `${where}.query`, termFaults)
  yield* mapFaults(headers, `${where}.headers`, headerFaults)
  yield* bodyFaults(body, `${where}.body`)
  yield* enumFaults(who, identities, `${where}.who`)
  yield* textFaults(server, `${where}.server`)
  const members = ['as', 'method', 'to', 'query', 'headers', 'body', 'who', 'server']
  yield* unknownFaults(request, members, where)
}

/** A text, a placeholder, or null for a header that is left out. */
const headerFaults = (value: unknown, where: string): CaseFaults =>
  isJsonObject(value) ? termFaults(value, where) : textFaults(value ?? '', where)

function* bodyFaults(body: unknown, where: string): CaseFaults {
  if (isJsonObject(body) && '$text' in body) return yield* termFaults(body['$text'], where)
  if (isJsonObject(body) && '$base64' in body) return yield* textFaults(body['$base64'], where)
  if (!isJsonObject(body) || !('$as' in body)) return yield* termFaults(body, where)
  yield* enumFaults(body['$as'], ['json', 'yaml', 'cbor', 'protobuf'], `${where}.$as`)
  yield* termFaults(body['$value'], `${where}.$value`)
  const { prefix, typeMeta, ...texts } = (body['envelope'] ?? {}) as JsonObject
  yield* mapFaults(texts, `${where}.envelope`, textFaults)
  for (const [name, flag] of Object.entries({ prefix, typeMeta }))
    yield* enumFaults(flag, ['false', 'undefined'], `${where}.envelope.${name}`)
}

function* placeFaults(to: unknown, where: string): CaseFaults {
  if (!isJsonObject(to)) return yield faultMessage(where, 'an object with a role or a path', to)
  if ('path' in to) return yield* termFaults(to['path'], `${where}.path`)
  const { role, namespace = 0, name = '', subresource = '' } = to
  yield* enumFaults(role, roles, `${where}.role`)
  if (namespace !== 'all' && !isCount(namespace))
    yield faultMessage(`${where}.namespace`, 'the number of a namespace, or all', namespace)
  yield* termFaults(name, `${where}.name`)
  yield* textFaults(subresource, `${where}.subresource`)
}
