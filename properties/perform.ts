// Performs a scenario and records what happened. Total: a dangling reference or a broken
// connection is recorded and the rest goes on, so that any cut of a scenario can be replayed.

import { WireProblem } from '../fixtures/client/client.ts'
import type { WireAnswer } from '../fixtures/client/client.ts'
import { apiVersionOf, pathOf, sampleOf } from '../fixtures/objects/probe-types.ts'
import type { Bench } from './bench.ts'
import { cleanUp } from './clean-up.ts'
import { succeeded } from './history.ts'
import type { Answer, Exchange, History } from './history.ts'
import { isControl, isTogether, isWalk } from './scenario.ts'
import type { Control, Place, Request, Scenario, Step, Walk } from './scenario.ts'
import { Dangling, fill } from './term.ts'
import type { Fillings, Term } from './term.ts'

// A walk that never ends is a fault of the target: two hundred chunks are far beyond any scenario.
const chunksMax = 200

// What one history may hold of bodies: far more than any scenario asks for.
const historyBytesMax = 64 * 1024 * 1024

// Twice the five minutes that versions and tokens are good for by default (PAGE-006).
const expiryMs = 10 * 60_000

/**
 * The recorded history of one scenario. What it created is deleted again before it returns.
 * Rejects only when the signal fires.
 */
export async function perform(
  scenario: Scenario,
  bench: Bench,
  signal: AbortSignal,
): Promise<History> {
  const stage = newStage(bench, AbortSignal.any([signal, AbortSignal.timeout(bench.caseMs)]))
  try {
    for (const step of scenario.steps) await performStep(step, stage)
  } finally {
    await cleanUp(stage.history, bench)
  }
  signal.throwIfAborted()
  return stage.history
}

type Stage = {
  history: History
  bench: Bench
  fillings: Fillings
  signal: AbortSignal
  /** Bytes of bodies received so far. */
  bytes: number
}

function newStage(bench: Bench, signal: AbortSignal): Stage {
  const prefix = bench.nextPrefix()
  const history: History = {
    exchanges: [],
    words: {
      dialect: bench.dialect,
      apiDomain: bench.apiDomain,
      ordered: bench.ordered,
      prefix,
      namespaces: bench.namespaces,
      types: bench.types,
    },
  }
  const fillings: Fillings = {
    seen: label => lastAnswer(history, label)?.body,
    name: logical => prefix + logical,
    namespace: index => bench.namespaces[index] ?? `${bench.namespaces[0]}-${index}`,
    sample: (role, name, content) => sampleOf(bench.types[role], bench.run, name, content),
    word: (word, role) =>
      word === 'apiVersion' ? apiVersionOf(bench.types[role]) : bench.types[role][word],
    group: name => `${name}.${bench.apiDomain}`,
  }
  return { history, bench, fillings, signal, bytes: 0 }
}

/** Of several exchanges with one label the last that succeeded counts, so that writes to one object can share a label. */
function lastAnswer(history: History, label: string): Answer | undefined {
  const labelled = history.exchanges.filter(one => one.step === label)
  return (labelled.findLast(succeeded) ?? labelled.at(-1))?.answer
}

async function performStep(step: Step, stage: Stage): Promise<void> {
  if (stage.signal.aborted) return
  if (isControl(step)) return performControl(step, stage)
  if (isWalk(step)) return performWalk(step, stage)
  if (!isTogether(step)) return record(step, stage)

  const lanes = step.together.map(async (requests, lane) => {
    for (const request of requests) await record(request, stage, lane)
  })
  await Promise.all(lanes)
}

async function performControl(step: Control, { bench, history }: Stage): Promise<void> {
  const sentAt = performance.now()
  try {
    await control(step, bench)
  } catch (problem) {
    // The target's own command failed: what comes after it says nothing.
    history.spoiled = `${step.control} failed: ${(problem as Error).message}`
  }
  history.exchanges.push({
    step: step.as,
    request: { method: step.control, path: '', query: {}, headers: {}, who: 'admin' },
    sentAt,
    answeredAt: performance.now(),
    problem: 'a control has no answer',
  })
}

async function control(step: Control, { controls: { compact, advance } }: Bench): Promise<void> {
  if (step.control === 'advance') await advance?.(step.ms)
  else if (step.control === 'compact' || compact) await compact?.()
  else await advance?.(expiryMs)
}

/** Follows `metadata.continue` from chunk to chunk; the token is passed on unchanged. */
async function performWalk({ walk, between = [] }: Walk, stage: Stage): Promise<void> {
  let label = walk.as
  await record(walk, stage)
  for (let chunk = 1; chunk < chunksMax; chunk++) {
    const token = stage.fillings.seen(label) as { metadata?: { continue?: unknown } } | undefined
    if (typeof token?.metadata?.continue !== 'string' || token.metadata.continue === '') return

    for (const request of between[chunk - 1] ?? []) await record(request, stage)
    const { resourceVersion: _, resourceVersionMatch: __, ...query } = walk.query ?? {}
    label = `${walk.as}#${chunk}`
    await record(
      { ...walk, as: label, query: { ...query, continue: token.metadata.continue } },
      stage,
    )
  }
}

async function record(request: Request, stage: Stage, lane?: number): Promise<void> {
  const { history, bench, signal } = stage
  const exchange: Exchange = {
    step: request.as,
    ...(lane === undefined ? {} : { lane }),
    request: {
      method: request.method,
      path: '',
      query: {},
      headers: request.headers ?? {},
      who: request.who ?? 'admin',
    },
    sentAt: performance.now(),
    answeredAt: 0,
  }
  history.exchanges.push(exchange)
  const client = bench.clients[exchange.request.who]
  try {
    address(exchange, request, stage)
    if (!client) throw new Dangling(`the target names no credentials of ${exchange.request.who}`)
    if (stage.bytes > historyBytesMax) throw new WireProblem('the bodies of this case are too long')
    exchange.sentAt = performance.now()
    const { method, path, headers, body } = exchange.request
    const answer = await client.send(
      { method, path, headers, ...(body === undefined ? {} : { body }) },
      signal,
    )
    stage.bytes += answer.bytes.length
    exchange.answer = toAnswer(answer)
  } catch (problem) {
    if (!(problem instanceof Dangling || problem instanceof WireProblem)) throw problem
    exchange.problem = problem.message
  }
  exchange.answeredAt = performance.now()
}

/** Fills the holes of a request and writes the result into its exchange. */
function address(exchange: Exchange, request: Request, { bench, fillings }: Stage): void {
  const query = Object.entries(request.query ?? {}).map(([key, term]): [string, string] => [
    key,
    String(fill(term, fillings)),
  ])
  const search = new URLSearchParams(query).toString()
  const { path, about } = pathTo(request.to, bench, fillings)
  exchange.request.path = search === '' ? path : `${path}?${search}`
  exchange.request.query = Object.fromEntries(query)
  if (about) exchange.about = about
  if (request.body !== undefined) exchange.request.body = bodyText(request.body, fillings)
}

function pathTo(
  to: Place,
  bench: Bench,
  fillings: Fillings,
): { path: string; about?: NonNullable<Exchange['about']> } {
  if ('path' in to) return { path: String(fill(to.path, fillings)) }

  const type = bench.types[to.role]
  const namespace =
    type.namespaced && to.namespace !== 'all' ? fillings.namespace(to.namespace ?? 0) : undefined
  const name = to.name === undefined ? undefined : String(fill(to.name, fillings))
  return {
    path: pathOf(type, namespace, name, to.subresource),
    about: {
      role: to.role,
      ...(namespace === undefined ? {} : { namespace }),
      ...(name === undefined ? {} : { name }),
    },
  }
}

function bodyText(body: Term | { $text: Term }, fillings: Fillings): string {
  const isText = typeof body === 'object' && body !== null && '$text' in body
  if (isText) return String(fill((body as { $text: Term }).$text, fillings))
  return JSON.stringify(fill(body as Term, fillings))
}

function toAnswer(answer: WireAnswer): Answer {
  const text = answer.bytes.toString('utf8')
  return { status: answer.status, headers: answer.headers, text, body: parsed(text) }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Not JSON: a plain text refusal, or garbage. Judges that need a body say so.
    return undefined
  }
}
