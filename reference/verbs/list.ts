import type { Reply } from '../api/request.ts'
import { isAtLeast, type ListOptions, type ListPage, type ChunkQuery } from '../api/list.ts'
import type { ReadPosition, ReadPlan } from '../api/list.ts'
import type { Parts, ResourceCall } from '../parts/parts.ts'
import { storageResourceOf, storePrefixOf } from '../api/resource.ts'
import { badRequest, expired } from '../api/status.ts'
import {
  ExpiredToken,
  InvalidToken,
  type ListScope,
  type TokenState,
} from '../storage/continue-token.ts'
import { Compacted } from '../api/store.ts'

/** GET on a collection (PATH-003, PATH-004, PATH-006, PATH-017). */
export const listObjects = async (call: ResourceCall): Promise<Reply> =>
  chunkReply(await call.parts.verbs.list.readChunk(call), call)

/**
 * Reads the chunk of the collection that the query of a call requests. @throws 400, 410, 422, 504
 */
export async function readChunk(call: ResourceCall): Promise<ListPage> {
  const { http, info, resource, parts } = call
  const options = parts.verbs.list.options(http.query)
  const selector = parts.verbs.list.selector(options, resource)
  const plan = parts.verbs.list.plan(options, parts.dialect)
  const limit =
    options.resourceVersion === '0' && !parts.dialect.appliesLimitToAnyVersion
      ? Infinity
      : options.limit
  // Most lists need no signal, which costs a microsecond.
  const signal = storageResourceOf(resource).conversion ? http.client.signal : undefined
  const prefix = storePrefixOf(resource, info.namespace)
  const view = { prefix, resource, selector, limit, signal }
  const scope = scopeOf(call, options)

  if ('revision' in plan && !(await isStored(plan, parts))) {
    await parts.verbs.waitForRevision(plan.revision, parts, http.client.signal)
  }
  return read({ plan, scope, view }, parts)
}

/** Encodes a chunk as the response to a call. */
export function chunkReply(page: ListPage, call: ResourceCall): Reply {
  const { http, negotiation, parts } = call
  const { revision, last: after } = page
  const scope = scopeOf(call, parts.verbs.list.options(http.query))
  const token = after === undefined ? '' : parts.continueTokens.issue({ scope, revision, after })
  return {
    status: 200,
    headers: { 'Content-Type': negotiation.answer.mediaType },
    body: parts.stages.encode.list({ page, token }, call),
  }
}

/**
 * Whether the store has the exact revision of a plan. Then the position of the cache does not
 * matter.
 */
const isStored = async (plan: ReadPlan, { store }: Parts): Promise<boolean> =>
  plan.read === 'exact' && isAtLeast(await store.revision(), plan.revision)

/**
 * Returns the position where a plan starts to read.
 * @throws 400 for an invalid token, 410 for an expired one
 */
export function listStartPosition(
  plan: ReadPlan,
  scope: ListScope,
  parts: Pick<Parts, 'continueTokens'>,
): ReadPosition {
  if (plan.read === 'exact') return { revision: plan.revision }
  if (plan.read === 'mostRecent') return {}
  if (plan.read !== 'continue') return { of: 'cache' }
  const { revision, after } = readToken(plan.token, scope, parts)
  return revision === 'inconsistent' ? { after } : { revision, after }
}

function readToken(
  token: string,
  scope: ListScope,
  parts: Pick<Parts, 'continueTokens'>,
): TokenState {
  try {
    return parts.continueTokens.read(token, scope)
  } catch (error) {
    if (error instanceof InvalidToken)
      throw badRequest(`invalid continue token: continue key is not valid: ${error.message}`)
    if (error instanceof ExpiredToken) throw tokenExpired(error.state, parts)
    throw error
  }
}

type Chunk = { plan: ReadPlan; scope: ListScope; view: ChunkQuery }

async function read({ plan, scope, view }: Chunk, parts: Parts): Promise<ListPage> {
  const from = parts.verbs.list.startPosition(plan, scope, parts)
  try {
    return await parts.verbs.list.readPage(from, view, parts)
  } catch (error) {
    if (!(error instanceof Compacted)) throw error
    if (from.after !== undefined) {
      throw tokenExpired({ scope, revision: 'inconsistent', after: from.after }, parts)
    }
    // LIST-035: the version of an Exact list is no longer kept.
    throw expired('The resourceVersion for the provided list is too old.')
  }
}

/**
 * Returns a 410 with a token that continues the list at the newest version (PAGE-007, PAGE-009).
 */
const tokenExpired = (state: TokenState, parts: Pick<Parts, 'continueTokens'>) =>
  expired(
    'The provided continue parameter is too old to display a consistent list result. ' +
      'You can start a new list without the continue parameter, or use the continue token in ' +
      'this response to retrieve the remainder of the results. Continuing with the provided ' +
      'token results in an inconsistent list - objects that were created, modified, or deleted ' +
      'between the time the first chunk was returned and now may show up in the list.',
    parts.continueTokens.issue({ ...state, revision: 'inconsistent' }),
  )

const scopeOf = ({ info }: ResourceCall, options: ListOptions): ListScope => ({
  group: info.group,
  resource: info.resource,
  namespace: info.namespace,
  labelSelector: options.labelSelector,
  fieldSelector: options.fieldSelector,
})
