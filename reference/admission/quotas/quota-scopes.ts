import { type ApiObject, objectIn, objectsIn } from '../../api/object.ts'
import type { QuotaScope } from '../../parts/quota-parts.ts'

/** Returns the scopes of a quota, all of which an object must be in. */
export function scopesOf({ spec }: ApiObject): QuotaScope[] {
  const { scopes, scopeSelector } = objectIn(spec)
  const named = Array.isArray(scopes) ? scopes.map(String) : []
  return [
    ...named.map(scopeName => ({ scopeName, operator: 'Exists', values: [] })),
    ...objectsIn(objectIn(scopeSelector).matchExpressions).map(
      ({ scopeName, operator, values }) => ({
        scopeName: String(scopeName),
        operator: String(operator),
        values: Array.isArray(values) ? values.map(String) : [],
      }),
    ),
  ]
}

/** Whether a scope selects an object by the name of its class; undefined if it has none. */
export function isSelectedBy({ operator, values }: QuotaScope, name: string | undefined): boolean {
  if (operator === 'In') return name !== undefined && values.includes(name)
  if (operator === 'NotIn') return name === undefined || !values.includes(name)
  return operator === 'Exists' ? name !== undefined : name === undefined
}
