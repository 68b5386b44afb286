// Conversions that take long, hang or never end, in between writes and watches.

import { setTimeout as pause } from 'node:timers/promises'

import { expect, onTestFinished, test } from 'vitest'
import { Agent, request } from 'undici'

import type { ApiObject } from '../../api/object.ts'
import {
  type Conversion,
  converting,
  gate,
  startWithConversion,
  widgetIn,
  widgets,
} from './test-conversion-host.ts'

const merge = { 'content-type': 'application/merge-patch+json' }

type Event = { readonly type: string; readonly object: ApiObject }

/** Opens a watch. `seen` resolves when it has received a number of events. */
async function watched(url: string) {
  const dispatcher = new Agent()
  onTestFinished(() => dispatcher.destroy())
  const { body } = await request(url, { dispatcher })
  const events: Event[] = []
  let wake = () => {}
  const ended = (async () => {
    let text = ''
    for await (const chunk of body) {
      const lines = (text + String(chunk)).split('\n')
      text = lines.pop() ?? ''
      events.push(...lines.map(line => JSON.parse(line) as Event))
      wake()
    }
  })().catch(() => {})
  const seen = async (count: number) => {
    while (events.length < count) await new Promise<void>(resolve => (wake = resolve))
    return events.slice(0, count)
  }
  return { events, seen, ended }
}

type Receiving = { readonly host: { readonly received: readonly unknown[] } }

/** Resolves when the webhook has received a number of reviews. */
async function received({ host }: Receiving, count: number): Promise<void> {
  while (host.received.length < count) await pause(5)
}

const namesOf = (events: readonly Event[]) =>
  events.map(({ type, object }) => `${type} ${object.metadata.name}`)

/** Answers after `opened` for objects with a name, and at once for others. */
const waitingFor =
  (name: string, opened: Promise<void>): Conversion =>
  async (review, response) => {
    if (review.of[0]?.metadata.name === name) await opened
    return converting()(review, response)
  }

test('events and bookmarks stay in order during a slow conversion', async () => {
  const server = await startWithConversion()
  const { ask, host } = server
  const { open, opened } = gate()
  const path = widgets('v2', '?watch=1&allowWatchBookmarks=true')
  const watch = await watched(`${server.url}${path}`)
  await ask('POST', widgets('v1'), widgetIn('v1', 'first', { size: '0' }))
  // A watch begins with a bookmark after its initial state.
  await watch.seen(2)
  host.answer = waitingFor('slow', opened)
  const slow = await ask('POST', widgets('v1'), widgetIn('v1', 'slow', { size: '1' }))
  await ask('POST', widgets('v1'), widgetIn('v1', 'quick', { size: '2' }))
  await ask('DELETE', widgets('v1', '/quick'))
  await received(server, 2)
  server.clock.advance(61_000)
  const [, , bookmark] = await watch.seen(3)
  await pause(20)

  expect(watch.events.map(({ type }) => type)).toEqual(['BOOKMARK', 'ADDED', 'BOOKMARK'])
  expect(Number(bookmark?.object.metadata.resourceVersion)).toBeLessThan(
    Number(slow.body.metadata.resourceVersion),
  )
  open()
  const [, , , ...later] = await watch.seen(6)
  expect(namesOf(later)).toEqual(['ADDED slow', 'ADDED quick', 'DELETED quick'])
  expect(later.map(({ object }) => object['spec'])).toEqual([
    { amount: 1 },
    { amount: 2 },
    { amount: 2 },
  ])
})

test('a slow conversion delays no other version, type or client', async () => {
  const server = await startWithConversion()
  const { ask, host } = server
  await ask('POST', widgets('v1'), widgetIn('v1', 'slow', { size: '1' }))
  await ask('POST', widgets('v1'), widgetIn('v1', 'quick', { size: '2' }))
  const { open, opened } = gate()
  host.answer = waitingFor('slow', opened)
  const held = ask('GET', widgets('v2'))
  await received(server, 1)

  expect((await ask('GET', widgets('v2', '/quick'))).status).toBe(200)
  expect((await ask('GET', widgets('v1'))).body.items).toHaveLength(2)
  expect((await ask('PUT', widgets('v1', '/slow'), await newer(ask))).status).toBe(200)
  expect((await ask('GET', '/api/v1/namespaces')).status).toBe(200)
  open()
  const { items } = (await held).body
  expect(items.map(({ spec }) => spec)).toEqual([{ amount: 2 }, { amount: 1 }])
  expect((await ask('GET', widgets('v2', '/slow'))).body['spec']).toEqual({ amount: 9 })
})

async function newer(ask: Awaited<ReturnType<typeof startWithConversion>>['ask']) {
  const { body } = await ask('GET', widgets('v1', '/slow'))
  return { ...body, spec: { size: '9' } }
}

test('a write starts again if its object changes during the conversion', async () => {
  const server = await startWithConversion()
  const { ask, host } = server
  await ask('POST', widgets('v1'), widgetIn('v1', 'slow', { size: '1' }))
  const { open, opened } = gate()
  host.answer = waitingFor('slow', opened)
  const held = ask('PATCH', widgets('v2', '/slow'), { spec: { note: 'n' } }, merge)
  await received(server, 1)
  await ask('PATCH', widgets('v1', '/slow'), { spec: { size: '9' } }, merge)
  open()

  expect((await held).body['spec']).toEqual({ amount: 9, note: 'n' })
  expect((await ask('GET', widgets('v1', '/slow'))).body['spec']).toEqual({ size: '9', note: 'n' })
})

test('equal concurrent conversions share a request, and lists use recent results', async () => {
  const server = await startWithConversion()
  const { ask, host } = server
  await ask('POST', widgets('v1'), widgetIn('v1', 'slow', { size: '1' }))
  const { open, opened } = gate()
  host.answer = waitingFor('slow', opened)
  const held = Array.from({ length: 5 }, () => ask('GET', widgets('v2')))
  await received(server, 1)
  await pause(50)
  open()

  for (const { body } of await Promise.all(held)) expect(body.items).toHaveLength(1)
  await ask('GET', widgets('v2'))
  expect(host.received).toHaveLength(1)
  await ask('GET', widgets('v2', '/slow'))
  expect(host.received).toHaveLength(2)
})

const hostile: [string, Conversion][] = [
  ['hangs', () => undefined],
  [
    'never ends its answer',
    (_, response) => {
      const more = setInterval(() => response.write(' '.repeat(1000)), 5)
      response.on('close', () => clearInterval(more))
      return undefined
    },
  ],
  [
    'redirects',
    (_, response) => {
      response.writeHead(307, { location: '/elsewhere' }).end()
      return undefined
    },
  ],
  [
    'answers garbage',
    (_, response) => {
      response.end('garbage')
      return undefined
    },
  ],
  [
    'closes the connection',
    (_, response) => {
      response.destroy()
      return undefined
    },
  ],
]

test.each(hostile)('a webhook that %s fails within its time', async (_, answer) => {
  const { ask, host } = await startWithConversion({ waitMs: 500 })
  await ask('POST', widgets('v1'), widgetIn('v1', 'a', { size: '1' }))
  host.answer = answer
  const [one, all, made] = await Promise.all([
    ask('GET', widgets('v2', '/a')),
    ask('GET', widgets('v2')),
    ask('POST', widgets('v2'), widgetIn('v2', 'b', { amount: 1 })),
  ])

  expect([one.status, all.status, made.status]).toEqual([500, 500, 500])
  expect((await ask('GET', widgets('v1', '/b'))).status).toBe(404)
  host.answer = converting()
  expect((await ask('GET', widgets('v2', '/a'))).status).toBe(200)
})

test('a failing webhook delays a watch, and ends it if it fails for too long', async () => {
  const server = await startWithConversion()
  const { ask, host } = server
  const watch = await watched(`${server.url}${widgets('v2', '?watch=1')}`)
  await ask('POST', widgets('v1'), widgetIn('v1', 'a', { size: '1' }))
  await watch.seen(1)
  host.answer = () => ({ result: { status: 'Failure' } })
  await ask('POST', widgets('v1'), widgetIn('v1', 'b', { size: '2' }))
  await received(server, 2)
  await pause(20)
  host.answer = converting()
  server.clock.advance(1001)
  expect(namesOf(await watch.seen(2))).toEqual(['ADDED a', 'ADDED b'])

  host.answer = () => ({ result: { status: 'Failure' } })
  await ask('POST', widgets('v1'), widgetIn('v1', 'c', { size: '3' }))
  for (let call = 4; call < 34; call++) {
    await received(server, call)
    await pause(5)
    server.clock.advance(1001)
  }
  await watch.ended
  expect(namesOf(watch.events)).toEqual(['ADDED a', 'ADDED b'])
  host.answer = converting()
  const next = await watched(`${server.url}${widgets('v2', '?watch=1')}`)
  expect(namesOf(await next.seen(3))).toEqual(['ADDED a', 'ADDED b', 'ADDED c'])
})

test('a watch ends if the definition changes during the initial state', async () => {
  const server = await startWithConversion()
  const { ask, definition, settled, host } = server
  await ask('POST', widgets('v1'), widgetIn('v1', 'slow', { size: '1' }))
  const { open, opened } = gate()
  host.answer = waitingFor('slow', opened)
  const watching = watched(`${server.url}${widgets('v2', '?watch=1')}`)
  await received(server, 1)
  const none = { spec: { conversion: { strategy: 'None', webhook: null } } }
  await ask('PATCH', definition, none, merge)
  await settled()
  open()
  const watch = await watching
  await watch.ended

  expect(namesOf(watch.events)).toEqual(['ADDED slow'])
})

test('a watch ends when the definition changes, and a new one uses the new webhook', async () => {
  const server = await startWithConversion()
  const { ask, definition, settled } = server
  await ask('POST', widgets('v1'), widgetIn('v1', 'a', { size: '1' }))
  const watch = await watched(`${server.url}${widgets('v2', '?watch=1')}`)
  await watch.seen(1)
  const none = { spec: { conversion: { strategy: 'None', webhook: null } } }
  await ask('PATCH', definition, none, merge)
  await settled()
  await watch.ended
  const next = await watched(`${server.url}${widgets('v2', '?watch=1')}`)

  expect((await next.seen(1)).map(({ object }) => object['spec'])).toEqual([{}])
})

test('a list starts no more conversions after its client has disconnected', async () => {
  const lists: (AbortSignal | undefined)[] = []
  const server = await startWithConversion({
    adapt: parts => ({
      ...parts,
      verbs: {
        ...parts.verbs,
        list: {
          ...parts.verbs.list,
          readPage: (from, view, own) => {
            lists.push(view.signal)
            return parts.verbs.list.readPage(from, view, own)
          },
        },
      },
    }),
  })
  const { ask, host } = server
  for (let n = 0; n < 40; n++)
    await ask('POST', widgets('v1'), widgetIn('v1', `w${n}`, { size: '1' }))
  const { open, opened } = gate()
  host.answer = async (review, response) => {
    await opened
    return converting()(review, response)
  }
  const client = new AbortController()
  const held = fetch(`${server.url}${widgets('v2')}`, { signal: client.signal }).catch(() => 'left')
  await received(server, 16)
  const [signal] = lists
  if (!signal) throw new Error('expected a list with a signal')
  const left = new Promise(resolve => signal.addEventListener('abort', resolve))
  client.abort()
  await left
  open()

  expect(await held).toBe('left')
  host.answer = converting()
  const { items } = (await ask('GET', widgets('v2'))).body
  expect(items).toHaveLength(40)
  // The second list uses the results of the first and asks for the rest.
  expect(host.received).toHaveLength(40)
})
