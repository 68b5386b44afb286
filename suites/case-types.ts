// What types a case file may name: each goes into paths and bodies.

import { roles } from '../fixtures/objects/probe-types.ts'
import { fault, isFields, oneOf, textFaults } from './case-terms.ts'
import type { Faults, Fields } from './case-terms.ts'

/** What is wrong with types by role; nothing for good ones. */
export function* typeFaults(types: unknown, where: string): Faults {
  if (!isFields(types)) return yield fault(where, 'an object', types)
  for (const [role, type] of Object.entries(types)) {
    yield* oneOf(role, roles, where)
    if (isFields(type)) yield* oneTypeFaults(type, `${where}.${role}`)
    else yield fault(`${where}.${role}`, 'a type', type)
  }
}

function* oneTypeFaults(type: Fields, where: string): Faults {
  const { group, version, resource, kind, namespaced, sample, content, typed, required } = type
  for (const [name, word] of Object.entries({ version, resource, kind }))
    if (!isWord(word)) yield fault(`${where}.${name}`, 'letters, digits, dots and dashes', word)
  if (group !== '' && !isWord(group)) yield fault(`${where}.group`, 'a group', group)
  yield* oneOf(namespaced, ['true', 'false'], `${where}.namespaced`)
  if (!isFields(sample)) yield fault(`${where}.sample`, 'an object', sample)
  yield* pointerFaults(content, `${where}.content`)
  if (isFields(typed)) yield* pointerFaults(typed['at'], `${where}.typed.at`)
  else yield fault(`${where}.typed`, 'an object', typed)
  if (required !== undefined) yield* pointerFaults(required, `${where}.required`)
  for (const name of ['contentIsBase64', 'unconditionalUpdate', 'createOnUpdate'])
    yield* oneOf(type[name], ['true', 'false', 'undefined'], `${where}.${name}`)
}

function* pointerFaults(value: unknown, where: string): Faults {
  yield* textFaults(value, where)
  if (typeof value === 'string' && !value.startsWith('/')) yield fault(where, 'a pointer', value)
}

const isWord = (value: unknown): boolean =>
  typeof value === 'string' && /^[a-z0-9.-]+$/i.test(value)
