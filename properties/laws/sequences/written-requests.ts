// Sequences of requests to one object written by hand, for the tests of their laws.

import type { Exchange, History, Item } from '../../history/history.ts'
import { exchangeOf, historyOf } from '../../history/test-history.ts'
import { patchTypes } from '../../dsl/write-steps.ts'
import { verdictsOf } from '../../history/written.ts'
import { oneOrderExplains } from './one-order.ts'
import type { Server } from './writes.ts'

type Asked = {
  body?: unknown
  type?: keyof typeof patchTypes
  query?: Record<string, string>
  /** The name asked for; null where the path is that of the collection. */
  name?: string | null
  at?: [sentAt: number, answeredAt: number]
}

export type Sent = (position: number) => Exchange

/** A request to an object of the core role, sent after all before unless it says when. */
export const sent =
  (method: string, status: number, answer: unknown, asked: Asked = {}): Sent =>
  position => {
    const { body, type, query = {}, name = method === 'POST' ? null : 't-0-x' } = asked
    const [sentAt, answeredAt] = asked.at ?? [position * 10, position * 10 + 5]
    return exchangeOf(`${method} ${position}`, status, answer, {
      sentAt,
      answeredAt,
      about: { role: 'core', namespace: 'own', ...(name === null ? {} : { name }) },
      request: {
        method,
        path: '/somewhere',
        query,
        headers: type ? { 'content-type': patchTypes[type] } : {},
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      },
    })
  }

/** What the law of one order says of requests. */
export const judged = (
  sequence: Sent[],
  { removesBlindly = false, ...words }: Partial<History['words'] & Server> = {},
): string[] => {
  const history = historyOf(...sequence.map((one, position) => one(position)))
  return verdictsOf(
    oneOrderExplains({ removesBlindly })({ ...history, words: { ...history.words, ...words } }),
  )
}

/** The object as the server shows it at a version. */
export const shown = (version: string, metadata: object = {}, data = 'YQ=='): Item => ({
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

/** What a client sends of it. */
export const said = (metadata: object = {}, data = 'YQ=='): Item => ({
  metadata: { name: 't-0-x', labels: { shade: 't-0-dark' }, ...metadata },
  data: { content: data },
})

export const held = { finalizers: ['f/x', 'f/y'] }
export const marked = { ...held, deletionTimestamp: 'now', deletionGracePeriodSeconds: 0 }
export const create = sent('POST', 201, shown('1'), { body: said() })
export const createHeld = sent('POST', 201, shown('1', held), { body: said(held) })
export const mark = sent('DELETE', 200, shown('2', marked))
export const dry = { query: { dryRun: 'All' } }
export const get = (item: Item, at?: Asked['at']) => sent('GET', 200, item, at ? { at } : {})
export const merge = (patch: object, more: Asked = {}): Asked => ({
  type: 'merge',
  body: patch,
  ...more,
})
export const annotated = (value: string) => ({ annotations: { a: value } })
export const annotate = (value: string) => merge({ metadata: annotated(value) })
