// Adds the namespace of the path to the objects in the bodies of creates and updates, for a server
// that refuses objects without it. This happens before the scenario is performed, so that a saved
// case contains the body that was sent.

import type { Role, TestedType } from '../../fixtures/objects/tested-types.ts'
import { mapRequests } from './map-requests.ts'
import type { PathTemplate, RequestBody, RequestStep, Scenario } from './scenario.ts'
import { isJsonObject } from './term.ts'
import type { Term } from './term.ts'

/**
 * Returns the scenario with the namespace in every object that it sends. What the scenario itself
 * sets or drops there stays. Bodies from earlier answers have the namespace of the answer.
 */
export const withBodyNamespaces = (scenario: Scenario, types: Record<Role, TestedType>): Scenario =>
  mapRequests(scenario, request => {
    const namespace = namespaceOfObject(request, types)
    return namespace === undefined || request.body === undefined
      ? request
      : { ...request, body: inNamespace(request.body as Term, namespace) as RequestBody }
  })

function namespaceOfObject(
  { method, to }: RequestStep,
  types: Record<Role, TestedType>,
): Term | undefined {
  if (method !== 'POST' && method !== 'PUT') return undefined
  if (!('role' in to)) return namespaceInPath(to)
  const { role, namespace: $namespace = 0 } = to
  return types[role].namespaced && typeof $namespace === 'number' ? { $namespace } : undefined
}

/** Returns the namespace of a path that is built from parts. */
function namespaceInPath({ path }: Extract<PathTemplate, { path: Term }>): Term | undefined {
  const parts = joinedParts(path)
  const before = parts.findIndex(part => typeof part === 'string' && part.endsWith('/namespaces/'))
  const after = parts[before + 2]
  const isInside = typeof after === 'string' && after.startsWith('/')
  return before >= 0 && isInside ? parts[before + 1] : undefined
}

function joinedParts(term: Term): Term[] {
  const parts =
    typeof term === 'object' && term !== null && '$join' in term ? term.$join : undefined
  return Array.isArray(parts) ? parts.flatMap(joinedParts) : [term]
}

// The namespace is set first, so that later changes of an object replace it.
function inNamespace(term: Term, namespace: Term): Term {
  if (!isJsonObject(term)) return term
  const object = term as { [key: string]: Term }
  if ('$sample' in object) return { $edit: term, set: { '/metadata/namespace': namespace } }
  for (const key of ['$edit', '$members', '$value'])
    if (key in object) return { ...object, [key]: inNamespace(object[key] ?? null, namespace) }
  if ('$text' in object) return { ...object, $text: inText(object['$text'] ?? null, namespace) }
  const { metadata } = object
  const isPlain = isJsonObject(metadata) && !Object.keys(metadata).some(key => key.startsWith('$'))
  return isPlain ? { ...object, metadata: { namespace, ...(metadata as object) } } : term
}

/** Adds the namespace to the object in a text that is built from parts. */
function inText(text: Term, namespace: Term): Term {
  const parts = joinedParts(text)
  const index = parts.findIndex(part => typeof part === 'string' && openMetadata.test(part))
  const found = parts[index]
  if (typeof found !== 'string')
    return parts.length > 1 ? { $join: parts.map(part => inNamespace(part, namespace)) } : text
  const [start = '', end = ''] = found.split(openMetadata, 2)
  const own = [`${start}"metadata":{"namespace":"`, namespace, `","${end}`]
  return { $join: parts.toSpliced(index, 1, ...own) }
}

const openMetadata = /"metadata": ?\{"/
