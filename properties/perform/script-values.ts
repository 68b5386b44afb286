// Finds the values of a run in the requests of a history, and the earlier responses that a script
// can take them from.

import type { Exchange, History } from '../history/history.ts'
import { areConcurrent } from './script-lanes.ts'

/** Literal text, or a shell variable that may have to be escaped for a query. */
export type ScriptPart = string | { variable: string; isEncoded?: boolean }

/** A variable that holds the value at a JSON pointer of a response. */
export type ResponseVariable = { variable: string; pointer: string }

type KnownValue = ResponseVariable & {
  key: string
  text: string
  from: Exchange
  /** Whether the response is one object, rather than a list. */
  isOfObject: boolean
  users: Exchange[]
}
type Request = Exchange['request']
type Match = { start: number; end: number; part: ScriptPart; rank: number }

type ScriptValues = {
  /** The values that later requests need, by the exchange with the response. */
  variables: Map<Exchange, ResponseVariable[]>
  /** Splits a text of a request, or of the lines around the requests. */
  partsOf: (text: string, request?: Request) => ScriptPart[]
  /** Returns the exchanges whose requests need values of this one's response. */
  usersOf: (exchange: Exchange) => Exchange[]
  /** The shell expression for the id of the script's run, if names have one. */
  run: string | undefined
}

/** Returns the values of a run that the requests contain. */
export function scriptValues(history: History): ScriptValues {
  const { exchanges, context } = history
  const known = exchanges.flatMap((exchange, index) => valuesOf(exchange, index))
  const order = new Map(exchanges.map(({ request }, index) => [request, index]))
  const isBefore = (from: Exchange, index: number): boolean => {
    const current = exchanges[index]
    const isEarlier = (order.get(from.request) ?? 0) < index
    return isEarlier && (current === undefined || !areConcurrent(from, current))
  }
  const [, id] = /^t([0-9a-f]{8})-/.exec(context.prefix) ?? []
  const isBinary = exchanges.some(({ request }) => request.bytes !== undefined)
  const partsOf = (text: string, request?: Request): ScriptPart[] => {
    const index = request ? (order.get(request) ?? 0) : exchanges.length
    const isPath = request !== undefined && text.startsWith('/')
    const before = known.filter(({ from }) => isBefore(from, index))
    return split(text, [
      ...before.flatMap(value => matchesOf(value, text, isPath)),
      ...(id === undefined
        ? []
        : placesOf(id, text).map(place => ({ ...place, part: runId, rank: 1 }))),
    ])
  }
  for (const user of exchanges)
    for (const text of [user.request.path, user.request.body ?? ''])
      for (const part of partsOf(text, user.request)) markUsed(part, user, known)
  const variables = new Map<Exchange, ResponseVariable[]>()
  for (const value of known)
    if (value.users.length > 0)
      variables.set(value.from, [...(variables.get(value.from) ?? []), value])
  // The encoded bodies contain the names of the run, so that the paths must have them, too.
  const own = isBinary ? id : newRunId
  const usersOf = (exchange: Exchange) =>
    known.filter(({ from }) => from === exchange).flatMap(({ users }) => users)
  return { variables, partsOf, usersOf, run: id === undefined ? undefined : own }
}

const runId: ScriptPart = { variable: 'RUN' }

/** Eight characters, as in the names of a run. The letter keeps it from being a number in YAML. */
const newRunId = '$(printf "c%03x%04x" $(($$ % 4096)) $(($(date +%s) % 65536)))'

function markUsed(part: ScriptPart, user: Exchange, known: KnownValue[]): void {
  const found =
    typeof part === 'string' ? undefined : known.find(one => one.variable === part.variable)
  found?.users.push(user)
}

const keys = ['resourceVersion', 'uid', 'continue', 'creationTimestamp', 'deletionTimestamp']
/** Longer values are unique wherever they occur. */
const uniqueLength = 16
/** A script needs no more values of one list. */
const itemsMax = 50

/** Returns the values of a response that a later request may repeat. */
function valuesOf(exchange: Exchange, at: number): KnownValue[] {
  const { answer, stream, request } = exchange
  if (!answer || stream || request.method === 'HEAD' || answer.status >= 300) return []
  if (answer.base64 !== undefined || answer.gzip || !answer.text.trimStart().startsWith('{'))
    return []
  const items = memberOf(answer.body, 'items')
  const listed = Array.isArray(items) ? (items as unknown[]).slice(0, itemsMax) : []
  const metadata = memberOf(answer.body, 'metadata')
  const isOfObject = ['name', 'uid'].some(key => memberOf(metadata, key) !== undefined)
  const isGenerated = /"generateName"/.test(request.body ?? '') && request.method === 'POST'
  return [
    ...listed.map((item, index) => [item, `/items/${index}/metadata`] as const),
    [answer.body, '/metadata'] as const,
  ].flatMap(([object, place], index) =>
    [...keys, ...(isGenerated ? ['name'] : [])].flatMap(key => {
      const text = memberOf(memberOf(object, 'metadata'), key)
      // A value with an escape in JSON would be taken with its escape.
      if (typeof text !== 'string' || text === '' || /["\\]|[^ -~]/.test(text)) return []
      const variable = `${key}_${at + 1}${place === '/metadata' ? '' : `_${index + 1}`}`
      const pointer = `${place}/${key}`
      return [{ variable, pointer, key, text, from: exchange, isOfObject, users: [] }]
    }),
  )
}

const memberOf = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null
    ? Object.getOwnPropertyDescriptor(value, key)?.value
    : undefined

/** Returns where a text has the value: after its key, or anywhere if the value is unique. */
function matchesOf(value: KnownValue, text: string, isPath: boolean): Match[] {
  const { key, text: wanted, variable } = value
  const rank = rankOf(value, isPath)
  if (key === 'name')
    return placesOf(wanted, text).map(place => ({ ...place, part: { variable }, rank }))
  const written = isPath ? encodeURIComponent(wanted) : wanted
  const isEncoded = written !== wanted
  const part = {
    variable,
    ...(isEncoded || (isPath && key === 'continue') ? { isEncoded: true } : {}),
  }
  const isUnique = wanted.length >= uniqueLength && !key.endsWith('Timestamp')
  const places = isUnique
    ? placesOf(written, text)
    : [...text.matchAll(afterKey(key, written))].map(match => {
        const end = match.index + match[0].length
        return { start: end - written.length, end }
      })
  return places.map(place => ({ ...place, part, rank }))
}

/** Matches `"uid":"…"`, `uid=…`, `uid: …` and the value of a JSON Patch for that field. */
const afterKey = (key: string, written: string): RegExp =>
  new RegExp(`\\b${key}\\W{1,12}(?:value\\W{1,8})?${escaped(written)}(?![\\w-])`, 'g')

const escaped = (text: string): string => text.replaceAll(/[^\w\s]/g, '\\$&')

/** Returns where the text has the value as a separate word or at the start of a longer name. */
const placesOf = (wanted: string, text: string): { start: number; end: number }[] =>
  [...text.matchAll(new RegExp(`(?<![a-su-z0-9])${escaped(wanted)}(?![a-z0-9])`, 'g'))].map(
    match => ({
      start: match.index,
      end: match.index + match[0].length,
    }),
  )

/** Splits the text. Of matches at one place the last counts, which is of the latest response. */
function split(text: string, matches: Match[]): ScriptPart[] {
  const sorted = matches
    .map((match, index) => ({ ...match, at: index }))
    .toSorted((a, b) => a.start - b.start || b.end - a.end || b.rank - a.rank || b.at - a.at)
  const parts: ScriptPart[] = []
  let done = 0
  for (const { start, end, part } of sorted) {
    if (start < done) continue
    if (start > done) parts.push(text.slice(done, start))
    parts.push(part)
    done = end
  }
  return done < text.length ? [...parts, text.slice(done)] : parts
}

/**
 * A value of a whole response is preferred to that of an item, whose place may change. In a body,
 * which is that of an object, the version of a list is the last choice: it may differ from that of
 * the object in the next run.
 */
function rankOf({ variable, isOfObject }: KnownValue, isPath: boolean): number {
  const isOfItem = /_\d+_\d+$/.test(variable)
  if (isPath || isOfObject) return isOfItem ? 0 : 1
  return isOfItem ? 0 : -1
}
