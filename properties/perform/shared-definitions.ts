// Creates definitions of custom types that the cases of a run share, because creating one takes
// seconds.

import { createHash } from 'node:crypto'
import type { Client } from '../../fixtures/client/client.ts'
import { resourcePath, runLabel } from '../../fixtures/objects/tested-types.ts'
import type { Environment } from './environment.ts'
import { isSuccess } from '../history/history.ts'
import type { Answer, Exchange } from '../history/history.ts'
import type { DefineTypeStep } from '../dsl/scenario.ts'
import { resolveRequest, recordProblems, beginExchange } from './execution-context.ts'
import type { ExecutionContext } from './execution-context.ts'
import { fillTerm, valueAt } from '../dsl/term.ts'
import type { Json } from '../dsl/term.ts'
import { repeatRequest, waitForEstablished } from './poll-step.ts'
import { isEstablished } from '../history/definitions.ts'
import { definitionsPath } from '../dsl/custom-steps.ts'

// A genuine server takes one or two seconds to create a definition, and longer on a busy machine.
const servedMs = 30_000

/**
 * Performs a define step. The first case that needs a definition creates it, and the others wait
 * for it.
 */
export async function performDefine(
  { as, define }: DefineTypeStep,
  execution: ExecutionContext,
): Promise<void> {
  const { environment, fillings } = execution
  const path = definitionsPath(environment.apiDomain)
  const request = { as, method: 'POST', to: { path } }
  const exchange = beginExchange(request, execution, undefined)
  await recordProblems(exchange, async () => {
    const body = definitionOf(fillTerm(define, fillings), environment)
    const { client } = await resolveRequest(exchange, { ...request, body }, execution)
    exchange.answer = await shared(exchange, environment, () => served(exchange, client, execution))
    // The time includes waiting, so it is not the response time of the server.
    exchange.sentAt = performance.now()
  })
  exchange.answeredAt = performance.now()
}

/**
 * Returns the definition of a spec. Equal specs give the same definition. Its group is derived from
 * the spec.
 */
function definitionOf(spec: Json, { run, apiDomain }: Environment): Json {
  const digest = createHash('sha256').update(JSON.stringify(spec)).digest('hex').slice(0, 10)
  const group = `d${digest}.touchstone-${run}.example`
  return {
    apiVersion: `apiextensions.${apiDomain}/v1`,
    kind: 'CustomResourceDefinition',
    metadata: {
      name: `${String(valueAt(spec, '/names/plural'))}.${group}`,
      labels: { [runLabel]: run },
    },
    spec: { ...(spec as { [key: string]: Json }), group },
  }
}

/** Returns the shared result of `make`. After a failure the next caller tries again. */
async function shared(
  { request }: Exchange,
  { definitions = new Map<string, Promise<Answer>>() }: Environment,
  make: () => Promise<Answer>,
): Promise<Answer> {
  const key = request.body ?? ''
  const making = definitions.get(key) ?? make()
  definitions.set(key, making)
  const forget = () => definitions.delete(key)
  const answer = await making.catch((problem: unknown) => {
    forget()
    throw problem
  })
  if (!isEstablished(answer)) forget()
  return answer
}

/**
 * Creates a definition and waits until it is established and every version of it is served. On a
 * server that establishes none, later definitions get less time.
 */
async function served(
  exchange: Exchange,
  client: Client,
  { signal, history, environment: { waits } }: ExecutionContext,
): Promise<Answer> {
  const { path, body = '' } = exchange.request
  const send = (method: string, to: string, matches: (answer: Answer) => boolean, ms: number) => {
    const wire = { method, path: to, ...(method === 'POST' ? { body } : {}) }
    return repeatRequest(client, wire, { matches, ms, signal })
  }
  const isDone = (answer: Answer) => isSuccess({ ...exchange, answer })
  const { answer: made } = await send('POST', path, () => true, 0)
  // A 409 means that an earlier attempt created the definition.
  if (!isDone(made) && made.status !== 409) return made

  const name = String(valueAt(JSON.parse(body), '/metadata/name'))
  const ms = waits?.limitMs(waitForEstablished, servedMs, history) ?? servedMs
  const { answer, isReached } = await send('GET', `${path}/${name}`, isEstablished, ms)
  if (!signal.aborted) waits?.record(waitForEstablished, isReached)
  for (const collection of isEstablished(answer) ? collectionsOf(answer) : [])
    await send('GET', collection, isDone, servedMs)
  return answer
}

function collectionsOf(definition: Answer): string[] {
  const spec = (field: string) => valueAt(definition.body, `/spec/${field}`)
  const versions = (spec('versions') ?? []) as { name: string; served: boolean }[]
  const type = { group: String(spec('group')), resource: String(spec('names/plural')) }
  return versions
    .filter(version => version.served)
    .map(({ name: version }) => `${resourcePath({ ...type, version })}?limit=1`)
}
