// Requests Tables from the genuine server, and lists the types that are compared.

import type { Client } from '../../fixtures/client/client.ts'
import { resourcePath } from '../../fixtures/objects/tested-types.ts'
import type { Json } from '../../fixtures/objects/tested-types.ts'
import { apiVersionOf } from '../../reference/api/resource.ts'
import type { Resource } from '../../reference/api/resource.ts'
import { kubernetes } from '../../reference/dialects/kubernetes.ts'
import { builtInTypesAndDefinitions } from '../../reference/crd/crd-type-traits.ts'

export type TableFields = { [name: string]: Json }

export type TableAnswer = {
  status: number
  /** The response body. Of a watch, the object of its last event. */
  body: unknown
  /** Start and end of the request, in ms since 1970. */
  between: readonly [number, number]
}

export type SendForTable = (
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  body?: TableFields,
) => Promise<TableAnswer>

export const { apiDomain } = kubernetes

export const comparedResources = builtInTypesAndDefinitions(kubernetes)

export const listableResources = comparedResources.filter(({ verbs }) => verbs.includes('list'))

/** Returns a function that sends requests for Tables with whole objects. */
export const tableSender =
  (client: Client): SendForTable =>
  async (method, path, body) => {
    const start = Date.now()
    const { status, bytes } = await client.send({
      method,
      path: `${path}${path.includes('?') ? '&' : '?'}includeObject=Object`,
      headers: {
        accept: `application/json;as=Table;g=meta.${apiDomain};v=v1`,
        'content-type': `application/${method === 'PATCH' ? 'merge-patch+' : ''}json`,
      },
      ...(body && { body: Buffer.from(JSON.stringify(body)) }),
    })
    return { status, body: bodyIn(bytes.toString('utf8').trim()), between: [start, Date.now()] }
  }

function bodyIn(text: string): unknown {
  if (!text.startsWith('{"type"')) return JSON.parse(text) as unknown
  const last = text.split('\n').at(-1) ?? ''
  return (JSON.parse(last) as { object: unknown }).object
}

/** Returns the path of a collection, or of an object, in the namespace `default`. */
export const resourcePathFor = (resource: Resource, name?: string, subresource?: string): string =>
  resourcePath(resource, resource.isNamespaced ? 'default' : undefined, name, subresource)

type Named = { group: string; version?: string; kind: string }

/** Finds a type. `*` in the group stands for the API domain. @throws if there is no such type */
export function resourceOfKind({ group, version, kind }: Named): Resource {
  const open = group.replace('*', apiDomain)
  const found = comparedResources.find(
    row => row.group === open && row.kind === kind && row.version === (version ?? row.version),
  )
  if (!found) throw new Error(`${group}/${kind} is not served`)
  return found
}

export const resourceBody = (
  type: Resource,
  metadata: TableFields,
  fields: TableFields,
): TableFields => ({
  kind: type.kind,
  apiVersion: apiVersionOf(type),
  metadata,
  ...fields,
})
