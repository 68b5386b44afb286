// Builds watches for the tests of laws: their requests and the documents that they received.

import type { Exchange, Frame, Stream } from './history.ts'
import type { listedObject } from './test-writes.ts'

type Shown = ReturnType<typeof listedObject>

/** Returns a watch event. */
export const watchEventDocument = (
  type: string,
  shown: Shown | Record<string, unknown>,
): Frame['document'] => ({
  type,
  object: shown,
})

/** Returns a bookmark. */
export const bookmarkDocument = (resourceVersion: string): Frame['document'] =>
  watchEventDocument('BOOKMARK', { metadata: { resourceVersion } })

/** Returns a watch that received these documents. It stays open until the case ends. */
export const watchExchangeOf =
  (
    step: string,
    documents: unknown[],
    more: {
      /** The `resourceVersion` of the request; none by default. */
      from?: string
      namespace?: string
      query?: Record<string, string>
      end?: NonNullable<Stream['end']>['how']
    } = {},
  ) =>
  (position: number): Exchange => ({
    step,
    request: {
      method: 'GET',
      path: '/somewhere',
      query: {
        watch: '1',
        ...(more.from === undefined ? {} : { resourceVersion: more.from }),
        ...more.query,
      },
      headers: {},
      who: 'admin',
    },
    about: {
      role: 'main',
      ...(more.namespace === 'all' ? {} : { namespace: more.namespace ?? 'n' }),
    },
    sentAt: position * 10,
    answeredAt: position * 10 + 5,
    answer: { status: 200, headers: {}, text: '', body: undefined },
    stream: {
      frames: documents.map((document, index) => ({
        receivedAt: position * 10 + 6 + index / 100,
        document,
      })),
      separators: ['\n'],
      rest: '',
      end: { at: 1_000, how: more.end ?? 'closed' },
    },
  })

/** Returns a step that waited for a stream. With a problem the wait failed. */
export const awaitExchangeOf =
  (step: string, problem?: string) =>
  (position: number): Exchange => ({
    step,
    request: { method: 'wait', path: '', query: {}, headers: {}, who: 'admin' },
    sentAt: position * 10,
    answeredAt: position * 10 + 5,
    ...(problem === undefined ? {} : { problem }),
  })
