// Validates the types of a case file. Their names become parts of paths and bodies.

import { roles } from '../../fixtures/objects/tested-types.ts'
import { faultMessage, enumFaults, textFaults } from './case-terms.ts'
import type { CaseFaults, JsonObject } from './case-terms.ts'
import { isJsonObject } from '../../properties/dsl/term.ts'

/** Yields the faults of types by role; nothing if they are valid. */
export function* typeFaults(types: unknown, where: string): CaseFaults {
  if (!isJsonObject(types)) return yield faultMessage(where, 'an object', types)
  for (const [role, type] of Object.entries(types)) {
    yield* enumFaults(role, roles, where)
    if (isJsonObject(type)) yield* oneTypeFaults(type, `${where}.${role}`)
    else yield faultMessage(`${where}.${role}`, 'a type', type)
  }
}

function* oneTypeFaults(type: JsonObject, where: string): CaseFaults {
  const { group, version, resource, kind, namespaced, sample, content, typed, required } = type
  for (const [name, word] of Object.entries({ version, resource, kind }))
    if (!isWord(word))
      yield faultMessage(`${where}.${name}`, 'letters, digits, dots and dashes', word)
  if (group !== '' && !isWord(group)) yield faultMessage(`${where}.group`, 'a group', group)
  yield* enumFaults(namespaced, ['true', 'false'], `${where}.namespaced`)
  if (!isJsonObject(sample)) yield faultMessage(`${where}.sample`, 'an object', sample)
  yield* pointerFaults(content, `${where}.content`)
  if (isJsonObject(typed)) yield* pointerFaults(typed['at'], `${where}.typed.at`)
  else yield faultMessage(`${where}.typed`, 'an object', typed)
  if (required !== undefined) yield* pointerFaults(required, `${where}.required`)
  for (const name of ['contentIsBase64', 'unconditionalUpdate', 'createOnUpdate'])
    yield* enumFaults(type[name], ['true', 'false', 'undefined'], `${where}.${name}`)
}

function* pointerFaults(value: unknown, where: string): CaseFaults {
  yield* textFaults(value, where)
  if (typeof value === 'string' && !value.startsWith('/'))
    yield faultMessage(where, 'a pointer', value)
}

const isWord = (value: unknown): boolean =>
  typeof value === 'string' && /^[a-z0-9.-]+$/i.test(value)
