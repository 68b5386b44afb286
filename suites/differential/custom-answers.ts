// What a server answered, and what of it has to be the same on another server.

import type { Client } from '../../fixtures/client/client.ts'
import type { DifferentialStep } from './custom-cases.ts'

type Fields = { readonly [name: string]: unknown }

export type CustomAnswer = {
  readonly status: number
  readonly body: Fields
  readonly warnings: readonly string[]
}

/** Sends JSON, or a patch of the type that the step names. */
export async function sendStep(client: Client, step: DifferentialStep): Promise<CustomAnswer> {
  try {
    return await sent(client, step)
  } catch (error) {
    // A server that fails at a request may end the connection.
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
    // Some refusals are plain text.
    return { text }
  }
}

/** What is wrong, as `path reason: message`, in the order of the alphabet. */
function causesOf({ body }: CustomAnswer): string[] {
  const { causes = [] } = (body['details'] ?? {}) as { causes?: Fields[] }
  const texts = causes.map(({ field, reason, message }) =>
    // What a patch made of an object is shown whole there, with an error of the reader of JSON.
    field === 'patch' ? `${field} ${reason}` : `${field} ${reason}: ${cut(message)}`,
  )
  return [...new Set(texts)].sort()
}

/** Whole values are shown in words of their own by each server. */
const cut = (message: unknown): string =>
  String(message)
    .replace(/^(Invalid value: )[[{].*[\]}]: /s, '$1…: ')
    // What a compiler says of a rule is in its own words.
    .replace(/(compilation|program instantiation) failed: .*/s, 'compilation failed')
    // So is what a parser says of an address, and an error of a list is a fault of the genuine server.
    .replace(/(parse error during conversion from string): .* (evaluating rule)/, '$1: … $2')
    .replace(
      /(internal error: interface conversion.*|no such key: \w+) (evaluating rule: .*\.(sort|sortBy|distinct)\()/,
      '… $2',
    )

/** What of an answer has to be the same. The order of causes is nobody's. */
export function comparableCustomAnswer(answer: CustomAnswer): Fields {
  const { status, body, warnings } = answer
  if (body['kind'] !== 'Status') return { status, warnings, body: plain(body, body['kind']) }
  const { reason, message, details } = body
  const { causes, ...others } = (details ?? {}) as Fields
  const why = causes ? { causes: causesOf(answer) } : { message: lined(masked(message)) }
  return { status, warnings, reason, others: plain(others, 'details'), ...why }
}

/**
 * The lines of a message in the order of the alphabet: faults of an apply come in any order there.
 * Values that are of another sort than a map or a list are shown as they lie in its memory.
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

// The server itself says since when a definition has its conditions.
const chanceOfDefinitions = new Set([...chance, 'lastTransitionTime'])

const masked = (value: unknown): unknown =>
  typeof value === 'string'
    ? value
        .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'UID')
        .replace(/^(\d+[dhms]){1,2}$/, 'AGE')
    : value

/** An object of a kind without what is given by chance, and without members that say nothing. */
function plain(value: unknown, of: unknown, name?: string): unknown {
  if (Array.isArray(value)) return ordered(value, { of, name }).map(one => plain(one, of, name))
  if (typeof value !== 'object' || value === null) return masked(value)
  const isDefinition = of === 'CustomResourceDefinition'
  const left = isDefinition ? chanceOfDefinitions : chance
  return Object.fromEntries(
    Object.entries(value)
      .filter(([member, inner]) => !left.has(member) && !(member === 'continue' && inner === ''))
      // What columns are said to be is in words of ours.
      .filter(([member]) => !(name === 'columnDefinitions' && member === 'description'))
      .map(([member, inner]) => [member, plain(inner, of, member)]),
  )
}

/**
 * The order of types that are defined is nobody's; that of conditions is the order in which those
 * who work on a definition came to it; and that of owners depends on who wrote in which second.
 */
function ordered(
  items: readonly unknown[],
  { of, name }: { readonly of: unknown; readonly name: string | undefined },
): readonly unknown[] {
  if (name === 'resources') return sorted(items, one => JSON.stringify(one))
  if (name === 'conditions' && of === 'CustomResourceDefinition')
    return sorted(items, one => String(one['type']))
  // What is not in the order that it should have shows as a difference.
  if (name !== 'managedFields' || !isInOrder(items as Fields[])) return items
  return sorted(items, ownerOf)
}

const sorted = (items: readonly unknown[], by: (one: Fields) => string): readonly unknown[] =>
  (items as readonly Fields[]).toSorted((a, b) => inBytes(by(a), by(b)))

const inBytes = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

const ownerOf = ({ operation, manager, apiVersion, subresource = '' }: Fields): string =>
  [operation, manager, apiVersion, subresource].join(' ')

/** Who applies is before who writes, then the older (without a time first), then by the alphabet. */
function isInOrder(owners: readonly Fields[]): boolean {
  const keys = owners.map(one => {
    const [operation = '', ...others] = ownerOf(one).split(' ')
    return [operation, String(one['time'] ?? ''), ...others].join(' ')
  })
  return keys.every((key, index) => index === 0 || (keys[index - 1] ?? '') <= key)
}
