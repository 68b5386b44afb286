// Sends the steps of cases, and reduces responses to the parts that have to be equal on both
// servers.

import type { Client } from '../../fixtures/client/client.ts'
import type { DifferentialStep } from './custom-cases.ts'

type Fields = { readonly [name: string]: unknown }

export type CustomAnswer = {
  readonly status: number
  readonly body: Fields
  readonly warnings: readonly string[]
}

/**
 * Sends a step, by default as JSON or as a JSON merge patch. If the connection breaks, returns
 * status 0 and the error.
 */
export async function sendStep(client: Client, step: DifferentialStep): Promise<CustomAnswer> {
  try {
    return await sent(client, step)
  } catch (error) {
    // A server that crashes at a request may close the connection.
    return { status: 0, body: { text: String(error) }, warnings: [] }
  }
}

async function sent(client: Client, step: DifferentialStep): Promise<CustomAnswer> {
  const { method, path, body, type, accept = 'application/json' } = step
  const standard = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json'
  const bytes = typeof body === 'string' ? body : JSON.stringify(body)
  const answer = await client.send({
    method,
    path,
    headers: { accept, 'content-type': type ?? standard },
    ...(body !== undefined && { body: Buffer.from(bytes) }),
  })
  return {
    status: answer.status,
    body: parsed(answer.bytes.toString('utf8')),
    warnings: [answer.headers.warning ?? []].flat().sort(),
  }
}

function parsed(text: string): Fields {
  try {
    return JSON.parse(text) as Fields
  } catch {
    // Some errors are plain text.
    return { text }
  }
}

/** Returns the distinct causes as `path reason: message`, sorted. */
function causesOf({ body }: CustomAnswer): string[] {
  const { causes = [] } = (body['details'] ?? {}) as { causes?: Fields[] }
  const texts = causes.map(({ field, reason, message }) =>
    // The message contains the whole patched object and an error of the JSON decoder.
    field === 'patch' ? `${field} ${reason}` : `${field} ${reason}: ${cut(message)}`,
  )
  return [...new Set(texts)].sort()
}

/** Cuts the parts of a message that each server words differently, such as printed values. */
const cut = (message: unknown): string =>
  String(message)
    .replace(/^(Invalid value: )[[{].*[\]}]: /s, '$1…: ')
    // The messages of CEL compilers differ.
    .replace(/(compilation|program instantiation) failed: .*/s, 'compilation failed')
    // The messages of address parsers differ too. The errors of `sort` and `distinct` are a bug of
    // the genuine server.
    .replace(/(parse error during conversion from string): .* (evaluating rule)/, '$1: … $2')
    .replace(
      /(internal error: interface conversion.*|no such key: \w+) (evaluating rule: .*\.(sort|sortBy|distinct)\()/,
      '… $2',
    )

/** Returns the part of a response that has to be equal on both servers, with sorted causes. */
export function comparableCustomAnswer(answer: CustomAnswer): Fields {
  const { status, body, warnings } = answer
  if (body['kind'] !== 'Status') return { status, warnings, body: plain(body, body['kind']) }
  const { reason, message, details } = body
  const { causes, ...others } = (details ?? {}) as Fields
  const why = causes ? { causes: causesOf(answer) } : { message: lined(masked(message)) }
  return { status, warnings, reason, others: plain(others, 'details'), ...why }
}

/**
 * Sorts the lines of a message, because a genuine server returns the errors of an apply in random
 * order. Cuts values of the wrong type, which it prints as Go memory structures.
 */
const lined = (message: unknown): unknown =>
  typeof message === 'string'
    ? message
        .replaceAll(/(expected (?:map|list), got ).*/g, '$1…')
        .split('\n')
        .sort()
        .join('\n')
    : message

const chance = new Set(['uid', 'creationTimestamp', 'resourceVersion', 'time', 'deletionTimestamp'])

// The server sets the transition times of a definition's conditions.
const chanceOfDefinitions = new Set([...chance, 'lastTransitionTime'])

const masked = (value: unknown): unknown =>
  typeof value === 'string'
    ? value
        .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'UID')
        .replace(/^(\d+[dhms]){1,2}$/, 'AGE')
    : value

/** Removes values that differ from run to run, and fields without meaning, from an object. */
function plain(value: unknown, of: unknown, name?: string): unknown {
  if (Array.isArray(value)) return ordered(value, { of, name }).map(one => plain(one, of, name))
  if (typeof value !== 'object' || value === null) return masked(value)
  const isDefinition = of === 'CustomResourceDefinition'
  const left = isDefinition ? chanceOfDefinitions : chance
  return Object.fromEntries(
    Object.entries(value)
      .filter(([member, inner]) => !left.has(member) && !(member === 'continue' && inner === ''))
      // The reference has its own descriptions of columns.
      .filter(([member]) => !(name === 'columnDefinitions' && member === 'description'))
      .map(([member, inner]) => [member, plain(inner, of, member)]),
  )
}

/**
 * Sorts lists whose order is not defined: the resources of a group, the conditions of a definition
 * (ordered by when its controllers ran), and managed fields (ordered by the second of each write).
 */
function ordered(
  items: readonly unknown[],
  { of, name }: { readonly of: unknown; readonly name: string | undefined },
): readonly unknown[] {
  if (name === 'resources') return sorted(items, one => JSON.stringify(one))
  if (name === 'conditions' && of === 'CustomResourceDefinition')
    return sorted(items, one => String(one['type']))
  // Leave managed fields that are in a wrong order as they are, so that they show as a difference.
  if (name !== 'managedFields' || !isInOrder(items as Fields[])) return items
  return sorted(items, ownerOf)
}

const sorted = (items: readonly unknown[], by: (one: Fields) => string): readonly unknown[] =>
  (items as readonly Fields[]).toSorted((a, b) => inBytes(by(a), by(b)))

const inBytes = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

const ownerOf = ({ operation, manager, apiVersion, subresource = '' }: Fields): string =>
  [operation, manager, apiVersion, subresource].join(' ')

/**
 * Returns whether managed fields are in the order of the API: by operation (Apply before Update),
 * then by time (entries without a time first), then by manager, version and subresource.
 */
function isInOrder(owners: readonly Fields[]): boolean {
  const keys = owners.map(one => {
    const [operation = '', ...others] = ownerOf(one).split(' ')
    return [operation, String(one['time'] ?? ''), ...others].join(' ')
  })
  return keys.every((key, index) => index === 0 || (keys[index - 1] ?? '') <= key)
}
