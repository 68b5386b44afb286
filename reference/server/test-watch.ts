// Reads a watch of a test event by event, as slowly as the test wants.

import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'

import { onTestFinished } from 'vitest'

import type { ApiObject } from '../api/object.ts'
import type { Parts } from '../parts/parts.ts'
import { defaultParts } from './default-parts.ts'
import { type TestServer, startTestServer } from './test-server.ts'

export type TestEvent = { type: string; object: ApiObject }

export type TestWatch = {
  response: IncomingMessage
  /** Returns the next event; undefined at the end of the stream. */
  next(): Promise<TestEvent | undefined>
  /** Returns the next `count` events. */
  take(count: number): Promise<TestEvent[]>
  /** Returns all events up to the end of the stream. */
  rest(): Promise<TestEvent[]>
}

type WatchServer = TestServer & {
  /** Opens a watch and waits until it has caught up. `query` follows `watch=1`. */
  open(path: string, query?: string): Promise<TestWatch>
  /** Ends every watch by its timeout. */
  endAll(): void
  /** The number of watches that have caught up and are open. */
  readers(): number
}

export async function startWatchServer(parts: Parts = defaultParts()): Promise<WatchServer> {
  let onJoin = () => {}
  let readers = 0
  const changes: Parts['changeFeedOf'] = store => {
    const feed = parts.changeFeedOf(store)
    const subscribe: typeof feed.subscribe = (...wanted) => {
      const joined = feed.subscribe(...wanted)
      if (joined.state !== 'live') return joined
      readers += 1
      onJoin()
      const { subscription } = joined
      const unsubscribe = () => {
        readers -= 1
        subscription.unsubscribe()
      }
      return { ...joined, subscription: { ...subscription, unsubscribe } }
    }
    return { ...feed, subscribe }
  }
  const server = await startTestServer({ ...parts, changeFeedOf: changes })
  const open = async (path: string, query?: string) => {
    const joined = new Promise<void>(resolve => (onJoin = resolve))
    const watch = await openWatch(server.url, path, query)
    await joined
    return watch
  }
  const endAll = () => server.clock.advance(hourMs)
  return { ...server, open, endAll, readers: () => readers }
}

const hourMs = 3_600_000

/** Opens a watch, which ends with the test. `query` follows `watch=1`. */
export async function openWatch(
  url: string,
  path: string,
  query = '',
  headers: { [name: string]: string } = {},
): Promise<TestWatch> {
  const response = await openResponse(url, `${path}?watch=1&${query}`, headers)
  const lines = linesOf(response)
  // Tests check the members of an event that they use, so its type is not checked here.
  const next = async () => {
    const { value, done } = await lines.next()
    return done ? undefined : (JSON.parse(value) as TestEvent)
  }
  const rest = async () => {
    const events: TestEvent[] = []
    for (let event = await next(); event; event = await next()) events.push(event)
    return events
  }
  const take = async (count: number) => {
    const events: TestEvent[] = []
    while (events.length < count) {
      const event = await next()
      if (!event) break
      events.push(event)
    }
    return events
  }
  return { response, next, take, rest }
}

/** Reads no further than requested. */
async function* linesOf(response: IncomingMessage): AsyncGenerator<string, void> {
  let rest = ''
  for await (const piece of response.setEncoding('utf8')) {
    const lines = `${rest}${piece}`.split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
}

/** Opens a response without reading it. */
export async function openResponse(
  url: string,
  path: string,
  headers: { [name: string]: string } = {},
): Promise<IncomingMessage> {
  const asked = request(`${url}${path}`, { agent: false, headers })
  // A test that cuts a stream sees it in the response.
  asked.on('error', () => {})
  onTestFinished(() => void asked.destroy())
  asked.end()
  const [response]: IncomingMessage[] = await once(asked, 'response')
  if (!response) throw new Error('no response')
  response.on('error', () => {})
  return response
}

/** Summarizes an event without details: `ADDED a`, `BOOKMARK`. */
export const eventSummaryOf = ({ type, object }: TestEvent): string =>
  [type, object.metadata.name].filter(Boolean).join(' ')
