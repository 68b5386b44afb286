// Adds the namespace of the path to the sample objects in the bodies of creates, for a server that
// refuses objects without it. This happens before the scenario is performed, so that a saved case
// contains the body that was sent.

import type { Role, TestedType } from '../../fixtures/objects/tested-types.ts'
import { mapRequests } from './map-requests.ts'
import type { PathTemplate, RequestBody, RequestStep, Scenario } from './scenario.ts'
import type { Term } from './term.ts'

/**
 * Returns the scenario with the namespace in every sample object that it creates. What the scenario
 * itself sets or drops there stays.
 */
export const withBodyNamespaces = (scenario: Scenario, types: Record<Role, TestedType>): Scenario =>
  mapRequests(scenario, request => {
    const namespace = namespaceOfCreate(request, types)
    return namespace === undefined || request.body === undefined
      ? request
      : { ...request, body: inNamespace(request.body as Term, namespace) as RequestBody }
  })

function namespaceOfCreate(
  { method, to }: RequestStep,
  types: Record<Role, TestedType>,
): number | undefined {
  if (method !== 'POST') return undefined
  if (!('role' in to)) return namespaceInPath(to)
  const { role, namespace = 0 } = to
  return types[role].namespaced && typeof namespace === 'number' ? namespace : undefined
}

/** Returns the namespace of a path that is built from parts. */
function namespaceInPath({ path }: Extract<PathTemplate, { path: Term }>): number | undefined {
  const parts = typeof path === 'object' && path !== null && '$join' in path ? path.$join : []
  const found = Array.isArray(parts) ? parts.find(isNamespace) : undefined
  return found?.$namespace
}

const isNamespace = (part: Term): part is { $namespace: number } =>
  typeof part === 'object' && part !== null && '$namespace' in part

// The namespace is set first, so that later changes of the sample replace it.
function inNamespace(term: Term, $namespace: number): Term {
  if (term === null || typeof term !== 'object') return term
  if (Array.isArray(term)) return term.map(part => inNamespace(part, $namespace))
  if ('$sample' in term) return { $edit: term, set: { '/metadata/namespace': { $namespace } } }
  const entries = Object.entries(term).map(([key, part]) => [
    key,
    inNamespace(part as Term, $namespace),
  ])
  return Object.fromEntries(entries) as Term
}
