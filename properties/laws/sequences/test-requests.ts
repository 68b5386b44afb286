// Builds sequences of requests to one object, for the tests of their laws.

import type { Exchange, History, Item } from '../../history/history.ts'
import { exchangeOf, historyOfExchanges } from '../../history/test-history.ts'
import { patchMediaTypes } from '../../dsl/write-steps.ts'
import { observationTexts } from '../../history/test-writes.ts'
import { oneOrderExplains } from './one-order.ts'
import type { ServerBehavior } from './writes.ts'

type Asked = {
  body?: unknown
  type?: keyof typeof patchMediaTypes
  query?: Record<string, string>
  /** The requested name; null for the path of the collection. */
  name?: string | null
  times?: [sentAt: number, answeredAt: number]
}

export type SentRequest = (position: number) => Exchange

/**
 * Returns a request to an object of the core role, sent after all earlier ones unless it sets its
 * times.
 */
export const buildRequest =
  (method: string, status: number, answer: unknown, asked: Asked = {}): SentRequest =>
  position => {
    const { body, type, query = {}, name = method === 'POST' ? null : 't-0-x' } = asked
    const [sentAt, answeredAt] = asked.times ?? [position * 10, position * 10 + 5]
    return exchangeOf(`${method} ${position}`, status, answer, {
      sentAt,
      answeredAt,
      about: { role: 'core', namespace: 'own', ...(name === null ? {} : { name }) },
      request: {
        method,
        path: '/somewhere',
        query,
        headers: type ? { 'content-type': patchMediaTypes[type] } : {},
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      },
    })
  }

/** Returns the observations of `oneOrderExplains` on these requests. */
export const judgeSequence = (
  sequence: SentRequest[],
  { removesBlindly = false, ...words }: Partial<History['context'] & ServerBehavior> = {},
): string[] => {
  const history = historyOfExchanges(...sequence.map((one, position) => one(position)))
  return observationTexts(
    oneOrderExplains({ removesBlindly })({ ...history, context: { ...history.context, ...words } }),
  )
}

/** Returns the object as the server shows it at a version. */
export const storedObject = (version: string, metadata: object = {}, data = 'YQ=='): Item => ({
  kind: 'Secret',
  metadata: {
    name: 't-0-x',
    namespace: 'own',
    uid: 'u1',
    creationTimestamp: 'then',
    resourceVersion: version,
    labels: { shade: 't-0-dark' },
    ...metadata,
  },
  data: { content: data },
})

/** Returns the object as a client sends it. */
export const sentObject = (metadata: object = {}, data = 'YQ=='): Item => ({
  metadata: { name: 't-0-x', labels: { shade: 't-0-dark' }, ...metadata },
  data: { content: data },
})

export const heldMetadata = { finalizers: ['f/x', 'f/y'] }
export const markedMetadata = {
  ...heldMetadata,
  deletionTimestamp: 'now',
  deletionGracePeriodSeconds: 0,
}
export const createRequest = buildRequest('POST', 201, storedObject('1'), { body: sentObject() })
export const createHeldRequest = buildRequest('POST', 201, storedObject('1', heldMetadata), {
  body: sentObject(heldMetadata),
})
export const deleteRequest = buildRequest('DELETE', 200, storedObject('2', markedMetadata))
export const dryRunQuery = { query: { dryRun: 'All' } }
export const getRequest = (item: Item, times?: Asked['times']) =>
  buildRequest('GET', 200, item, times ? { times } : {})
export const mergeBody = (patch: object, more: Asked = {}): Asked => ({
  type: 'merge',
  body: patch,
  ...more,
})
export const annotated = (value: string) => ({ annotations: { a: value } })
export const annotate = (value: string) => mergeBody({ metadata: annotated(value) })
