// Builds histories for the tests of laws: requests and answers with their times.

import { defaultTypes } from '../../fixtures/objects/tested-types.ts'
import type { Answer, Exchange, History, HistoryContext } from './history.ts'
import type { Observation } from './observation.ts'

const context: HistoryContext = {
  dialect: 'cluster',
  apiDomain: 'cluster.example',
  prefix: 'own-',
  namespaces: ['n', 'n0', 'n-0'],
  types: defaultTypes('cluster.example'),
  ordered: false,
}

type When = {
  /** The times of request and answer; by default after everything before it. */
  times?: [sentAt: number, answeredAt: number]
}

type Written = (position: number) => Exchange

/**
 * Returns a history of exchanges, each sent after the answer to the one before unless it sets its
 * times.
 */
export const historyOfWrites = (
  written: Written[],
  more: Partial<HistoryContext> = {},
): History => ({
  exchanges: written.map((one, position) => one(position)),
  context: { ...context, ...more },
})

/** Returns an object of the main role as answers show it. */
export const listedObject = (
  name: string,
  version: string,
  { namespace = 'n', labels = {} }: { namespace?: string; labels?: Record<string, string> } = {},
) => ({ metadata: { name: `own-${name}`, namespace, resourceVersion: version, labels } })

type Shown = ReturnType<typeof listedObject>

/** Returns an acknowledged create, or with `basedOn` an acknowledged update. */
export const acknowledgedWrite = (
  item: Shown,
  { times, basedOn }: When & { basedOn?: string } = {},
): Written =>
  exchange(basedOn === undefined ? 'POST' : 'PUT', {
    times,
    step: `write-${item.metadata.resourceVersion}`,
    about: { namespace: item.metadata.namespace, name: item.metadata.name },
    body: JSON.stringify({ metadata: { resourceVersion: basedOn } }),
    answer: answerOf(200, item),
  })

export const acknowledgedDelete = (
  name: string,
  { times, namespace = 'n' }: When & { namespace?: string } = {},
) =>
  exchange('DELETE', {
    times,
    step: `delete-${name}`,
    about: { namespace, name: `own-${name}` },
    answer: answerOf(200, { kind: 'Status' }),
  })

/** Returns the exchange with another label. */
export const withStepLabel =
  (step: string, written: Written): Written =>
  position => ({ ...written(position), step })

/** Returns a write without an answer, so with unknown outcome. */
export const unansweredWrite = (name: string, { times }: When = {}): Written =>
  exchange('POST', { times, step: `lost-${name}`, about: { namespace: 'n', name: `own-${name}` } })

/** Returns a create that is refused with 403. */
export const refusedCreate = (name: string): Written =>
  exchange('POST', {
    step: `refused-${name}`,
    about: { namespace: 'n', name: `own-${name}` },
    answer: answerOf(403, {}),
  })

/** Returns a list that shows these items. */
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
    times: more.times,
    step,
    query: more.query,
    about: more.namespace === 'all' ? {} : { namespace: more.namespace ?? 'n' },
    answer: answerOf(200, {
      metadata: { resourceVersion: more.version ?? 'list', continue: more.token },
      items,
    }),
  })

/** Returns a read that is refused. */
export const refusedRead = (step: string, status: number, query: Record<string, string> = {}) =>
  exchange('GET', { step, query, about: { namespace: 'n' }, answer: answerOf(status, {}) })

/** Returns a get of an object, or with a string a get of a missing name. */
export const getAnswer = (
  step: string,
  found: Shown | string,
  { times, query }: When & { query?: Record<string, string> } = {},
): Written =>
  typeof found === 'string'
    ? exchange('GET', {
        times,
        step,
        query,
        about: { namespace: 'n', name: `own-${found}` },
        answer: answerOf(404, { reason: 'NotFound' }),
      })
    : exchange('GET', {
        times,
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
      times?: [number, number] | undefined
      query?: Record<string, string> | undefined
      about: { namespace?: string; name?: string }
      body?: string
      answer?: Answer
    },
  ): Written =>
  position => {
    const [sentAt, answeredAt] = made.times ?? [position * 10, position * 10 + 5]
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

/**
 * Returns the observations of a law: `held`, `unmet`, or the sentence that is broken, each once.
 */
export const observationTexts = (observations: Iterable<Observation>): string[] => {
  const said: string[] = []
  for (const observation of observations) {
    said.push(observation.kind === 'violated' ? observation.says : observation.kind)
    if (observation.kind === 'preconditionUnmet') break
  }
  return [...new Set(said)]
}
