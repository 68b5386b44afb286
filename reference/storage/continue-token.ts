// The `continue` token of a chunked list (PAGE-002, PAGE-003). It carries all that the next page
// needs, so that the server keeps nothing between pages. It is opaque and cannot be altered: a key
// from outside the collection would read what the caller was not authorized for (PAGE-010).

import { createHmac, timingSafeEqual } from 'node:crypto'
import { quote } from '../api/quote.ts'
import type { Key, Revision } from '../api/store.ts'

/** What is listed. A token is only good for the list that it came from. */
export type ListScope = {
  group: string
  resource: string
  /** Empty for cluster scope and for a list over all namespaces. */
  namespace: string
  labelSelector: string
  fieldSelector: string
}

export type TokenState = {
  scope: ListScope
  /** The snapshot of the earlier pages; `inconsistent` means the newest one when it is used. */
  revision: Revision | 'inconsistent'
  /** The last key of the page before. */
  after: Key
}

export type ContinueTokens = {
  issue(state: TokenState): string
  /** @throws InvalidToken, ExpiredToken */
  read(token: string, scope: ListScope): TokenState
}

/**
 * What a genuine server, whose tokens are JSON in base64url, finds wrong with a text. A token of
 * ours that belongs to another list is none of these.
 */
function faultOf(text: string): string {
  const stray = text.search(/[^\w-]/)
  // A single letter at the end stands for less than a byte.
  const end = stray < 0 && text.length % 4 === 1 ? text.length - 1 : stray
  if (end >= 0) return `illegal base64 data at input byte ${end}`
  const [first = ''] = Buffer.from(text, 'base64url').toString('latin1').trimStart()
  if (first !== '' && !/[tfn\d{["-]/.test(first))
    return `invalid character '${shownByte(first)}' looking for beginning of value`
  return 'it is no token of an earlier page of this list'
}

const shownByte = (byte: string): string => quote(byte).slice(1, -1)

/** Not a token that this server issued for this list. */
export class InvalidToken extends Error {
  override name = 'InvalidToken'

  constructor(text: string) {
    super(faultOf(text))
  }
}

/**
 * Good once, but past its lifetime (PAGE-007). `state` with the revision `inconsistent` makes the
 * token that the 410 answer offers instead (PAGE-009).
 */
export class ExpiredToken extends Error {
  override name = 'ExpiredToken'
  readonly state: TokenState

  constructor(state: TokenState, lifetimeMs: number) {
    super(`continue: the token is older than its lifetime of ${lifetimeMs} ms`)
    this.state = state
  }
}

export type ContinueTokensOptions = {
  /** Servers that share a store and this secret read each other's tokens. */
  secret: Buffer
  /** Milliseconds. */
  clock: { now(): number }
  /** How long a token works after it was issued; five minutes by default (PAGE-006). */
  lifetimeMs: number
}

// Half of SHA-256 keeps the token short; 128 bits are far beyond guessing over HTTP.
const macLength = 16

export function continueTokens({
  secret,
  clock,
  lifetimeMs,
}: ContinueTokensOptions): ContinueTokens {
  // The scope is signed but not carried: a token of another list fails like a forged one.
  function macOf(scope: ListScope, payload: string): Buffer {
    const { group, resource, namespace, labelSelector, fieldSelector } = scope
    const signed = [group, resource, namespace, labelSelector, fieldSelector, payload]
    return createHmac('sha256', secret)
      .update(JSON.stringify(signed))
      .digest()
      .subarray(0, macLength)
  }

  function issue({ scope, revision, after }: TokenState): string {
    const payload = JSON.stringify([revision, after, clock.now()])
    return Buffer.concat([macOf(scope, payload), Buffer.from(payload)]).toString('base64url')
  }

  function read(token: string, scope: ListScope): TokenState {
    const bytes = Buffer.from(token, 'base64url')
    // The decoder of Node skips what is not base64url; only the exact text that was issued counts.
    if (bytes.length <= macLength || bytes.toString('base64url') !== token)
      throw new InvalidToken(token)
    const payload = bytes.toString('utf8', macLength)
    if (!timingSafeEqual(bytes.subarray(0, macLength), macOf(scope, payload))) {
      throw new InvalidToken(token)
    }
    // The signature says that `issue` wrote this payload.
    const [revision, after, issuedAt] = JSON.parse(payload) as [Revision, Key, number]
    const state = { scope, revision, after }
    if (clock.now() - issuedAt >= lifetimeMs) throw new ExpiredToken(state, lifetimeMs)
    return state
  }

  return { issue, read }
}
