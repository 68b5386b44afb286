import type { Reply } from '../api/request.ts'
import { isAtLeast, type ListOptions, type ListPage, type ChunkQuery } from '../api/list.ts'
import type { ReadPosition, ReadPlan } from '../api/list.ts'
import type { Parts, ResourceCall } from '../parts/parts.ts'
import { storePrefixOf } from '../api/resource.ts'
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
  chunkReply(await call.at.verbs.list.readChunk(call), call)

/**
 * Reads the chunk of the collection that the query of a call requests. @throws 400, 410, 422, 504
 */
export async function readChunk(call: ResourceCall): Promise<ListPage> {
  const { http, info, resource, at } = call
  const options = at.verbs.list.options(http.query)
  const selector = at.verbs.list.selector(options, resource)
  const plan = at.verbs.list.plan(options, at.dialect)
  const limit =
    options.resourceVersion === '0' && !at.dialect.appliesLimitToAnyVersion
      ? Infinity
      : options.limit
  const view = { prefix: storePrefixOf(resource, info.namespace), resource, selector, limit }
  const scope = scopeOf(call, options)

  if ('revision' in plan && !(await isStored(plan, at))) {
    await at.verbs.waitForRevision(plan.revision, at, http.signal)
  }
  return read({ plan, scope, view }, at)
}

/** Encodes a chunk as the response to a call. */
export function chunkReply(page: ListPage, call: ResourceCall): Reply {
  const { http, negotiation, at } = call
  const { revision, last: after } = page
  const scope = scopeOf(call, at.verbs.list.options(http.query))
  const token = after === undefined ? '' : at.continueTokens.issue({ scope, revision, after })
  return {
    status: 200,
    headers: { 'Content-Type': negotiation.answer.mediaType },
    body: at.stages.encode.list({ page, token }, call),
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
  at: Pick<Parts, 'continueTokens'>,
): ReadPosition {
  if (plan.read === 'exact') return { at: plan.revision }
  if (plan.read === 'mostRecent') return {}
  if (plan.read !== 'continue') return { of: 'cache' }
  const { revision, after } = readToken(plan.token, scope, at)
  return revision === 'inconsistent' ? { after } : { at: revision, after }
}

function readToken(token: string, scope: ListScope, at: Pick<Parts, 'continueTokens'>): TokenState {
  try {
    return at.continueTokens.read(token, scope)
  } catch (error) {
    if (error instanceof InvalidToken)
      throw badRequest(`invalid continue token: continue key is not valid: ${error.message}`)
    if (error instanceof ExpiredToken) throw tokenExpired(error.state, at)
    throw error
  }
}

type Chunk = { plan: ReadPlan; scope: ListScope; view: ChunkQuery }

async function read({ plan, scope, view }: Chunk, at: Parts): Promise<ListPage> {
  const from = at.verbs.list.startPosition(plan, scope, at)
  try {
    return await at.verbs.list.readPage(from, view, at)
  } catch (error) {
    if (!(error instanceof Compacted)) throw error
    if (from.after !== undefined) {
      throw tokenExpired({ scope, revision: 'inconsistent', after: from.after }, at)
    }
    // LIST-035: the version of an Exact list is no longer kept.
    throw expired('The resourceVersion for the provided list is too old.')
  }
}

/**
 * Returns a 410 with a token that continues the list at the newest version (PAGE-007, PAGE-009).
 */
const tokenExpired = (state: TokenState, at: Pick<Parts, 'continueTokens'>) =>
  expired(
    'The provided continue parameter is too old to display a consistent list result. ' +
      'You can start a new list without the continue parameter, or use the continue token in ' +
      'this response to retrieve the remainder of the results. Continuing with the provided ' +
      'token results in an inconsistent list - objects that were created, modified, or deleted ' +
      'between the time the first chunk was returned and now may show up in the list.',
    at.continueTokens.issue({ ...state, revision: 'inconsistent' }),
  )

const scopeOf = ({ info }: ResourceCall, options: ListOptions): ListScope => ({
  group: info.group,
  resource: info.resource,
  namespace: info.namespace,
  labelSelector: options.labelSelector,
  fieldSelector: options.fieldSelector,
})
