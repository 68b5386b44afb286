// Histories written by hand, for the tests of laws: what was sent, and what came back when.

import { defaultTypes } from '../../fixtures/objects/probe-types.ts'
import type { Answer, Exchange, History, HistoryWords } from './history.ts'
import type { Observation } from './observation.ts'

const words: HistoryWords = {
  dialect: 'cluster',
  apiDomain: 'cluster.example',
  prefix: 'own-',
  namespaces: ['n', 'n0', 'n-0'],
  types: defaultTypes('cluster.example'),
  ordered: false,
}

type When = {
  /** When it was sent and answered; by default after everything before it. */
  at?: [sentAt: number, answeredAt: number]
}

type Written = (position: number) => Exchange

/** A history of exchanges, each sent after the answer to the one before unless it says when. */
export const historyOfWrites = (written: Written[], more: Partial<HistoryWords> = {}): History => ({
  exchanges: written.map((one, position) => one(position)),
  words: { ...words, ...more },
})

/** An object as answers show it, of the main role. */
export const listedObject = (
  name: string,
  version: string,
  { namespace = 'n', labels = {} }: { namespace?: string; labels?: Record<string, string> } = {},
) => ({ metadata: { name: `own-${name}`, namespace, resourceVersion: version, labels } })

type Shown = ReturnType<typeof listedObject>

/** An acknowledged create, or with `basedOn` an acknowledged update. */
export const acknowledgedWrite = (
  item: Shown,
  { at, basedOn }: When & { basedOn?: string } = {},
): Written =>
  exchange(basedOn === undefined ? 'POST' : 'PUT', {
    at,
    step: `write-${item.metadata.resourceVersion}`,
    about: { namespace: item.metadata.namespace, name: item.metadata.name },
    body: JSON.stringify({ metadata: { resourceVersion: basedOn } }),
    answer: answerOf(200, item),
  })

export const acknowledgedDelete = (
  name: string,
  { at, namespace = 'n' }: When & { namespace?: string } = {},
) =>
  exchange('DELETE', {
    at,
    step: `delete-${name}`,
    about: { namespace, name: `own-${name}` },
    answer: answerOf(200, { kind: 'Status' }),
  })

/** The same under a label of its own. */
export const withStepLabel =
  (step: string, written: Written): Written =>
  position => ({ ...written(position), step })

/** A write that nobody knows the fate of. */
export const unansweredWrite = (name: string, { at }: When = {}): Written =>
  exchange('POST', { at, step: `lost-${name}`, about: { namespace: 'n', name: `own-${name}` } })

/** A create that is refused. */
export const refusedCreate = (name: string): Written =>
  exchange('POST', {
    step: `refused-${name}`,
    about: { namespace: 'n', name: `own-${name}` },
    answer: answerOf(403, {}),
  })

/** A list that shows these items. */
export const listAnswer = (
  step: string,
  items: Shown[],
  more: When & {
    version?: string
    token?: string
    query?: Record<string, string>
    namespace?: string
  } = {},
): Written =>
  exchange('GET', {
    at: more.at,
    step,
    query: more.query,
    about: more.namespace === 'all' ? {} : { namespace: more.namespace ?? 'n' },
    answer: answerOf(200, {
      metadata: { resourceVersion: more.version ?? 'list', continue: more.token },
      items,
    }),
  })

/** A read that is refused. */
export const refusedRead = (step: string, status: number, query: Record<string, string> = {}) =>
  exchange('GET', { step, query, about: { namespace: 'n' }, answer: answerOf(status, {}) })

/** A get of an object, or of a name where there is none. */
export const getAnswer = (
  step: string,
  found: Shown | string,
  { at, query }: When & { query?: Record<string, string> } = {},
): Written =>
  typeof found === 'string'
    ? exchange('GET', {
        at,
        step,
        query,
        about: { namespace: 'n', name: `own-${found}` },
        answer: answerOf(404, { reason: 'NotFound' }),
      })
    : exchange('GET', {
        at,
        step,
        query,
        about: { namespace: found.metadata.namespace, name: found.metadata.name },
        answer: answerOf(200, found),
      })

const answerOf = (status: number, body: object): Answer => ({
  status,
  headers: {},
  text: JSON.stringify(body),
  body,
})

const exchange =
  (
    method: string,
    made: {
      step: string
      at?: [number, number] | undefined
      query?: Record<string, string> | undefined
      about: { namespace?: string; name?: string }
      body?: string
      answer?: Answer
    },
  ): Written =>
  position => {
    const [sentAt, answeredAt] = made.at ?? [position * 10, position * 10 + 5]
    return {
      step: made.step,
      request: {
        method,
        path: '/somewhere',
        query: made.query ?? {},
        headers: {},
        who: 'admin',
        ...(made.body === undefined ? {} : { body: made.body }),
      },
      about: { role: 'main', ...made.about },
      sentAt,
      answeredAt,
      ...(made.answer ? { answer: made.answer } : {}),
    }
  }

/** What a law says of a history: `held`, `unmet`, or the sentence that is broken, each once. */
export const observationTexts = (observations: Iterable<Observation>): string[] => {
  const said: string[] = []
  for (const observation of observations) {
    said.push(observation.kind === 'broken' ? observation.says : observation.kind)
    if (observation.kind === 'unmet') break
  }
  return [...new Set(said)]
}
