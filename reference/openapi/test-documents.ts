// The types of OpenAPI documents in tests.

import type { SendTestRequest } from '../server/test-server.ts'

export type TestSchema = {
  $ref?: string
  allOf?: TestSchema[]
  type?: string
  required?: string[]
  properties?: { [name: string]: TestSchema }
  items?: TestSchema
  [other: string]: unknown
}

export type TestOperation = {
  operationId: string
  parameters?: { name: string; in: string }[]
  requestBody?: { content: { [type: string]: { schema: TestSchema } } }
  responses: { [code: string]: { content?: { [type: string]: { schema: TestSchema } } } }
  [other: string]: unknown
}

export type V3Document = {
  openapi: string
  paths: { [path: string]: { [method: string]: TestOperation } }
  components: { schemas: { [name: string]: TestSchema } }
}

/** Returns the URLs of all documents, by the names of their versions. */
export async function documentUrlsOf(ask: SendTestRequest): Promise<{ [name: string]: string }> {
  const { body } = await ask('GET', '/openapi/v3')
  const paths = body['paths'] as { [name: string]: { serverRelativeURL: string } }
  return Object.fromEntries(
    Object.entries(paths).map(([name, { serverRelativeURL }]) => [name, serverRelativeURL]),
  )
}

export async function documentOf(ask: SendTestRequest, name: string): Promise<V3Document> {
  const { body } = await ask('GET', `/openapi/v3/${name}`)
  return body as unknown as V3Document
}

/** Returns all references in a document. */
export const referencesIn = (text: string): Set<string> =>
  new Set([...text.matchAll(/"\$ref":"([^"]+)"/g)].map(([, found = '']) => found))
