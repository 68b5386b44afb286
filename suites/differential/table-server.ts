// The genuine server, asked for Tables, and the types that it and the reference have.

import type { Client } from '../../fixtures/client/client.ts'
import { pathOf } from '../../fixtures/objects/probe-types.ts'
import type { Json } from '../../fixtures/objects/probe-types.ts'
import { apiVersionOf } from '../../reference/api/resource.ts'
import type { Resource } from '../../reference/api/resource.ts'
import { kubernetes } from '../../reference/dialects/kubernetes.ts'
import { builtInResources } from '../../reference/types/resources.ts'

export type Fields = { [name: string]: Json }

export type Answer = {
  status: number
  /** What came; of a stream, the object of its last event. */
  body: unknown
  /** The request was under way between these moments, in ms since 1970. */
  between: readonly [number, number]
}

export type Send = (
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  body?: Fields,
) => Promise<Answer>

export const { apiDomain } = kubernetes

export const resources = builtInResources(kubernetes)

export const listed = resources.filter(({ verbs }) => verbs.includes('list'))

/** Asks for Tables with whole objects. */
export const sender =
  (client: Client): Send =>
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

/** The path of a type's collection in a namespace that is there from the start, or of an object. */
export const placeOf = (resource: Resource, name?: string, subresource?: string): string =>
  pathOf(resource, resource.isNamespaced ? 'default' : undefined, name, subresource)

type Named = { group: string; version?: string; kind: string }

/** `*` in the group stands for the API's domain. @throws where there is no such type */
export function served({ group, version, kind }: Named): Resource {
  const open = group.replace('*', apiDomain)
  const found = resources.find(
    row => row.group === open && row.kind === kind && row.version === (version ?? row.version),
  )
  if (!found) throw new Error(`${group}/${kind} is not served`)
  return found
}

export const bodyOf = (type: Resource, metadata: Fields, fields: Fields): Fields => ({
  kind: type.kind,
  apiVersion: apiVersionOf(type),
  metadata,
  ...fields,
})
