// Starts a server for one test on a free port, with a function to send requests. It ends with the
// test.

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
  /** The parsed JSON object; empty when the text is not one. */
  body: ApiObject & { items: ApiObject[] }
}

/**
 * Sends a request with an unnormalized path. A body that is not a string or buffer is sent as JSON.
 */
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

/** Tests check the members of a document that they use, so its type is not checked here. */
function documentIn(text: string): Answer['body'] {
  return JSON.parse(text.startsWith('{') ? text : '{}') as Answer['body']
}
