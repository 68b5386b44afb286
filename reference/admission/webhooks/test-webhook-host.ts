// Starts a host of admission webhooks for one test, and a server that calls it.

import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

import { onTestFinished } from 'vitest'

import { type JsonObject, objectIn } from '../../api/object.ts'
import { selfSignedCertificate } from '../../http/self-signed-certificate.ts'
import { defaultParts } from '../../server/default-parts.ts'
import type { PartsOptions } from '../../server/parts-options.ts'
import { startTestServer } from '../../server/test-server.ts'

/** A request of a review, and the path on which it came. */
export type Asked = JsonObject & { readonly path: string; readonly uid: string }

/** Returns the response to a review; undefined if it has written to the socket itself. */
export type Answer = (
  asked: Asked,
  response: ServerResponse,
) => JsonObject | undefined | Promise<JsonObject | undefined>

export const allowed: Answer = () => ({ allowed: true })

/** Returns a response that patches the object. */
export const patch = (...operations: object[]): JsonObject => ({
  allowed: true,
  patchType: 'JSONPatch',
  patch: Buffer.from(JSON.stringify(operations)).toString('base64'),
})

/** Starts a host that answers each review with `answer`. Its certificate has more names. */
export async function startWebhookHost(answer: Answer, names: string[] = []) {
  const { cert, key } = selfSignedCertificate(['127.0.0.1', ...names], Date.now())
  const asked: Asked[] = []
  const host = createServer({ cert, key }, (request, response) => {
    void text(request).then(async body => {
      const review = objectIn(JSON.parse(body))
      const one = { ...objectIn(review.request), path: request.url?.split('?')[0] } as Asked
      asked.push(one)
      const given = await answer(one, response)
      if (!given) return
      const { kind, apiVersion } = review
      response.end(JSON.stringify({ kind, apiVersion, response: { uid: one.uid, ...given } }))
    })
  })
  host.listen(0, '127.0.0.1')
  await once(host, 'listening')
  onTestFinished(() => {
    host.closeAllConnections()
    host.close()
  })
  const url = `https://127.0.0.1:${(host.address() as AddressInfo).port}`
  return { asked, url, caBundle: Buffer.from(cert).toString('base64') }
}

const registrations = '/apis/admissionregistration.k8s.io/v1'
const everyWrite = {
  apiGroups: ['*'],
  apiVersions: ['*'],
  resources: ['configmaps'],
  operations: ['*'],
}

/** Starts a host and a server. `register` stores a configuration with one webhook for each path. */
export async function startWithWebhooks(answer: Answer, options: PartsOptions = {}) {
  const { asked, url, caBundle } = await startWebhookHost(answer)
  const log: string[] = []
  const server = await startTestServer(
    defaultParts({ dialect: 'kubernetes', log: line => void log.push(line), ...options }),
  )
  const register = async (
    phase: 'mutating' | 'validating',
    name: string,
    ...webhooks: ({ readonly path: string } & JsonObject)[]
  ) => {
    const answered = await server.ask('POST', `${registrations}/${phase}webhookconfigurations`, {
      metadata: { name },
      webhooks: webhooks.map(({ path, ...fields }) => ({
        name: `${path.slice(1)}.example.com`,
        clientConfig: { url: `${url}${path}`, caBundle },
        rules: [everyWrite],
        sideEffects: 'None',
        admissionReviewVersions: ['v1'],
        ...fields,
      })),
    })
    if (answered.status !== 201) throw new Error(answered.text)
    await server.settled()
  }
  return { ...server, asked, log, register }
}
