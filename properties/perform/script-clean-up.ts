// Finds the objects that a script creates and must delete.

import type { Exchange, History } from '../history/history.ts'

/** The path of an object, and whether finalizers may hold it. */
export type CreatedObject = { path: string; mayHaveFinalizers: boolean }

/**
 * Returns the objects that the requests of a history create and do not delete, the latest first.
 * Objects in a namespace of the case are deleted with it, unless finalizers hold them.
 */
export function createdObjects({ exchanges, context }: History): CreatedObject[] {
  const made = new Set<string>()
  const mayHaveFinalizers = exchanges.some(({ request }) =>
    /\bfinalizers\b/.test(request.body ?? ''),
  )
  for (const exchange of exchanges) {
    const path = createdPath(exchange)
    if (path !== undefined && (mayHaveFinalizers || !isInNamespace(path, context.namespaces)))
      made.add(path)
    if (!mayHaveFinalizers && isDeletion(exchange)) made.delete(placeOf(exchange))
  }
  return [...made]
    .toReversed()
    .map(path => ({ path, mayHaveFinalizers: mayHaveFinalizers && !isDefinition(path) }))
}

const placeOf = ({ request }: Exchange): string => request.path.split('?')[0] ?? ''

/** Returns the path of the object that a request created, whether or not it should have. */
function createdPath(exchange: Exchange): string | undefined {
  const { request, answer } = exchange
  if (!answer || answer.status >= 300 || /[?&]dryRun=/.test(request.path)) return undefined
  const place = placeOf(exchange)
  const isUpsert = ['PUT', 'PATCH'].includes(request.method)
  if (isUpsert) return answer.status === 201 ? place : undefined
  if (request.method !== 'POST') return undefined
  const { kind, metadata } = (answer.body ?? {}) as {
    kind?: unknown
    metadata?: { name?: unknown }
  }
  const name = metadata?.name
  return kind !== 'Status' && typeof name === 'string' && name !== ''
    ? `${place}/${encodeURIComponent(name)}`
    : undefined
}

const isInNamespace = (path: string, namespaces: string[]): boolean =>
  namespaces.some(name => path.includes(`/namespaces/${name}/`))

/** The server needs the finalizer of a definition to delete its objects first. */
const isDefinition = (path: string): boolean => /\/customresourcedefinitions\/[^/]+$/.test(path)

const isDeletion = ({ request, answer }: Exchange): boolean =>
  request.method === 'DELETE' && answer !== undefined && answer.status < 300
