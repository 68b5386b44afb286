// Starts a conversion webhook for one test, and a server with a type that it converts: v1, which is
// stored, has `size` as a text, and v2 has `amount` as a number.

import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

import { onTestFinished } from 'vitest'

import { type ApiObject, type JsonObject, objectIn, objectsIn } from '../../api/object.ts'
import { selfSignedCertificate } from '../../http/self-signed-certificate.ts'
import type { Parts } from '../../parts/parts.ts'
import { defaultParts } from '../../server/default-parts.ts'
import { startTestServer } from '../../server/test-server.ts'

/** A review as the webhook received it. */
export type ReceivedReview = {
  readonly uid: string
  readonly to: string
  readonly of: ApiObject[]
  readonly text: string
}

/** Returns the response to a review; undefined if it has written to the socket itself. */
export type Conversion = (
  review: ReceivedReview,
  response: ServerResponse,
) => JsonObject | undefined | Promise<JsonObject | undefined>

/** Converts one object. */
export function convertWidget({ spec, ...object }: ApiObject, apiVersion: string): ApiObject {
  const { size, amount, ...rest } = objectIn(spec)
  const inNew = amount ?? (size === undefined ? undefined : Number(size))
  const inOld = size ?? (amount === undefined ? undefined : String(amount))
  const own = apiVersion.endsWith('/v2') ? { amount: inNew } : { size: inOld }
  return { ...object, apiVersion, spec: { ...rest, ...own } }
}

/** Returns a response with the converted objects, each changed by `change`. */
export const converting =
  (change: (object: ApiObject) => object = object => object): Conversion =>
  ({ to, of }) => ({
    result: { status: 'Success' },
    convertedObjects: of.map(object => change(convertWidget(object, to))),
  })

const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'

const count = { type: 'integer' }

const version = (name: string, field: JsonObject) => ({
  name,
  served: true,
  storage: name === 'v1',
  subresources: { status: {}, scale: scalePaths },
  selectableFields: [{ jsonPath: `.spec.${Object.keys(field)[0]}` }],
  schema: {
    openAPIV3Schema: {
      type: 'object',
      properties: {
        spec: {
          type: 'object',
          properties: { ...field, replicas: count, count, note: { type: 'string' } },
        },
        status: { type: 'object', properties: { replicas: { type: 'integer' } } },
      },
    },
  },
})

const scalePaths = { specReplicasPath: '.spec.replicas', statusReplicasPath: '.status.replicas' }

/** Starts the webhook and the server. The webhook answers by `host.answer`, which tests replace. */
export async function startWithConversion({
  waitMs = 10_000,
  adapt = (parts: Parts): Parts => parts,
} = {}) {
  const { cert, key } = selfSignedCertificate(['127.0.0.1'], Date.now())
  const host = { answer: converting(), received: [] as ReceivedReview[] }
  const listener = createServer({ cert, key }, (request, response) => {
    void text(request).then(async body => {
      const { kind, apiVersion, request: asked } = objectIn(JSON.parse(body))
      const { uid, desiredAPIVersion, objects } = objectIn(asked)
      const review = {
        uid: String(uid),
        to: String(desiredAPIVersion),
        of: objectsIn(objects) as ApiObject[],
        text: body,
      }
      host.received.push(review)
      const given = await host.answer(review, response)
      if (given) response.end(JSON.stringify({ kind, apiVersion, response: { uid, ...given } }))
    })
  })
  listener.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  onTestFinished(() => {
    listener.closeAllConnections()
    listener.close()
  })
  const url = `https://127.0.0.1:${(listener.address() as AddressInfo).port}/convert`
  const caBundle = Buffer.from(cert).toString('base64')
  const parts = adapt(defaultParts({ dialect: 'kubernetes', log: () => {} }))
  const server = await startTestServer({
    ...parts,
    limits: { ...parts.limits, conversionWaitMs: waitMs },
  })
  const made = await server.ask('POST', definitions, {
    metadata: { name: 'widgets.example.com' },
    spec: {
      group: 'example.com',
      scope: 'Namespaced',
      names: { plural: 'widgets', kind: 'Widget' },
      conversion: {
        strategy: 'Webhook',
        webhook: { clientConfig: { url, caBundle }, conversionReviewVersions: ['v1'] },
      },
      versions: [
        version('v1', { size: { type: 'string' } }),
        version('v2', { amount: { type: 'integer' } }),
      ],
    },
  })
  if (made.status !== 201) throw new Error(made.text)
  await server.settled()
  const definition = `${definitions}/widgets.example.com`
  return { ...server, host, definition }
}

/** The path of widgets in a version, or of one of them. */
export const widgets = (name: 'v1' | 'v2', rest = ''): string =>
  `/apis/example.com/${name}/namespaces/default/widgets${rest}`

/** A widget in a version. */
export const widgetIn = (name: 'v1' | 'v2', own: string, spec: JsonObject): JsonObject => ({
  apiVersion: `example.com/${name}`,
  kind: 'Widget',
  metadata: { name: own },
  spec,
})

/** A gate at which conversions wait until it is opened. */
export function gate() {
  let open = () => {}
  const opened = new Promise<void>(resolve => (open = resolve))
  return { open, opened }
}
