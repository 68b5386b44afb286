// A server of a test's own on a free port, and a way to ask it. It ends with the test.

import { Pool } from 'undici'
import { onTestFinished } from 'vitest'

import type { ApiObject } from '../api/object.ts'
import type { Parts } from '../parts/parts.ts'
import { defaultParts } from './default-parts.ts'
import { type ReferenceServer, startReference } from './start.ts'

type Answer = {
  status: number
  headers: { [name: string]: string | string[] | undefined }
  text: string
  /** The document in the text; an empty object when it is none. */
  body: ApiObject & { items: ApiObject[] }
}

/** Sends a path as it is. A body that is no text is sent as JSON. */
export type SendTestRequest = (
  method: string,
  path: string,
  body?: unknown,
  headers?: { [name: string]: string },
) => Promise<Answer>

export type TestServer = ReferenceServer & { ask: SendTestRequest }

export async function startTestServer(parts: Parts = defaultParts()): Promise<TestServer> {
  const reference = await startReference(parts)
  const pool = new Pool(reference.url)
  onTestFinished(async () => {
    await pool.destroy()
    await reference.close()
  })
  const ask: SendTestRequest = async (method, path, body, headers = {}) => {
    const isRaw = typeof body === 'string' || Buffer.isBuffer(body)
    const answer = await pool.request({
      method: method as 'GET',
      path,
      headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
      body: body === undefined ? null : isRaw ? body : JSON.stringify(body),
    })
    const text = await answer.body.text()
    return { status: answer.statusCode, headers: answer.headers, text, body: documentIn(text) }
  }
  return { ...reference, ask }
}

/** Tests say what they expect of a document, so here it is taken at its word. */
function documentIn(text: string): Answer['body'] {
  return JSON.parse(text.startsWith('{') ? text : '{}') as Answer['body']
}
