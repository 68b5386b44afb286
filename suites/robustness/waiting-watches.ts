// Watches that wait for future versions while the garbage collector removes the dependents of an
// owner. Each must end with the objects that the server has.

import { setTimeout as pause } from 'node:timers/promises'
import { Agent, request } from 'undici'

import { startReference } from '../../reference/index.ts'
import { defaultParts } from '../../reference/server/default-parts.ts'
import { openStore } from '../../reference/server/open-store.ts'
import {
  type EngineName,
  type LongRun,
  storeFlagsFor,
  problemWith,
} from '../long-runs/storage-engine-runs.ts'

type Reference = Awaited<ReturnType<typeof startReference>>
type Json = { metadata: { name: string; uid: string; resourceVersion: string } }
type List = { metadata: { resourceVersion: string }; items: Json[] }

const dependents = 40
const watchesInRound = 72
const secrets = '/api/v1/namespaces/default/secrets'
const owners = '/api/v1/namespaces/default/configmaps'

/**
 * Opens at least this many watches on one engine, in rounds, and counts those with wrong objects.
 */
export async function waitingWatches(engine: EngineName, count: number): Promise<LongRun> {
  const { flags, close } = await storeFlagsFor(engine)
  const opened = await openStore(flags, 300_000)
  const reference = await startReference(defaultParts({ dialect: 'kubernetes', ...opened }))
  const agent = new Agent({ connections: watchesInRound + 8 })
  const wrong: string[] = []
  let watches = 0
  try {
    for (let round = 0; watches < count; round++) {
      wrong.push(...(await performRound({ reference, agent, round })))
      watches += watchesInRound
    }
  } finally {
    await agent.destroy()
    await reference.close()
    await opened.stored?.store.close()
    await close()
  }
  return { summary: `${watches} watches, ${wrong.length} wrong`, ...problemWith(wrong) }
}

type Round = { reference: Reference; agent: Agent; round: number }

async function performRound({ reference, agent, round }: Round): Promise<string[]> {
  const ask = asking(reference.url, agent)
  const owner = await ask<Json>('POST', owners, { metadata: { name: `owner-${round}` } })
  const ownerReferences = [
    { apiVersion: 'v1', kind: 'ConfigMap', name: owner.metadata.name, uid: owner.metadata.uid },
  ]
  for (let index = 0; index < dependents; index++)
    await ask('POST', secrets, { metadata: { name: `d-${round}-${index}`, ownerReferences } })
  const { metadata } = await ask<List>('GET', secrets)
  const newest = Number(metadata.resourceVersion)
  const views = Array.from({ length: watchesInRound }, (_, index) =>
    view({ url: reference.url, agent, query: queryOf(index, newest) }),
  )
  try {
    // A watch of a future version gets no answer before that version exists, so only a pause
    // ensures that the server has received all watches.
    await pause(150)
    await ask('DELETE', `${owners}/${owner.metadata.name}?propagationPolicy=Background`)
    await reference.settled()
    const left = await ask<List>('GET', secrets)
    const names = left.items.map(item => item.metadata.name).toSorted()
    await Promise.all(views.map(one => one.shows(names)))
    return views.flatMap(one => one.problem(names)).map(text => `round ${round}: ${text}`)
  } finally {
    await Promise.all(views.map(one => one.close()))
  }
}

/** Queries of streaming lists at future versions, with and without a selector. */
function queryOf(index: number, newest: number): string {
  const selectors = ['', '&labelSelector=!absent', '&fieldSelector=type%3DOpaque']
  const version = newest + 1 + (index >> 1)
  return (
    `watch=1&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&resourceVersion=${version}` +
    `&allowWatchBookmarks=${index % 2 === 0}${selectors[index % selectors.length]}`
  )
}

const asking =
  (url: string, dispatcher: Agent) =>
  async <Answer = unknown>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown) => {
    const headers = { 'content-type': 'application/json' }
    const sent = body === undefined ? null : JSON.stringify(body)
    const answer = await request(`${url}${path}`, { method, headers, body: sent, dispatcher })
    if (answer.statusCode >= 300) throw new Error(`${method} ${path}: ${await answer.body.text()}`)
    return (await answer.body.json()) as Answer
  }

const lateMs = 3000

/** The objects that one watch shows. */
function view({ url, agent, query }: { url: string; agent: Agent; query: string }) {
  const seen = new Set<string>()
  const over = new AbortController()
  let isAnswered = false
  const reading = read().catch((error: unknown) => {
    if (!over.signal.aborted) throw error
  })

  async function read(): Promise<void> {
    const options = { dispatcher: agent, signal: over.signal }
    const { body } = await request(`${url}${secrets}?${query}`, options)
    isAnswered = true
    let rest = ''
    for await (const piece of body.setEncoding('utf8')) {
      const lines = `${rest}${piece}`.split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) note(JSON.parse(line) as { type: string; object: Json })
    }
  }

  function note({ type, object }: { type: string; object: Json }): void {
    if (type === 'BOOKMARK') return
    if (type === 'DELETED') seen.delete(object.metadata.name)
    else seen.add(type === 'ERROR' ? 'ERROR' : object.metadata.name)
  }

  const isSame = (names: readonly string[]) =>
    isAnswered && names.length === seen.size && names.every(name => seen.has(name))

  return {
    /**
     * Waits until it shows exactly these objects, or until a delay no longer explains the
     * difference.
     */
    async shows(names: readonly string[]): Promise<void> {
      const until = performance.now() + lateMs
      while (!isSame(names) && performance.now() < until) await pause(5)
    },
    problem: (names: readonly string[]): string[] =>
      isSame(names) ? [] : [`${query} shows ${[...seen].slice(0, 4).join(', ')}`],
    async close(): Promise<void> {
      over.abort()
      await reading
    },
  }
}
