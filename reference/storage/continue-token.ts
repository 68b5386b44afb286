// Issues and reads the `continue` tokens of chunked lists (PAGE-002, PAGE-003). A token carries all
// that the next page needs, so the server stores nothing between pages. It is opaque and cannot be
// altered: with a forged key, a client could read objects outside the collection, for which it was
// not authorized (PAGE-010).

import { createHmac, timingSafeEqual } from 'node:crypto'
import { quote } from '../api/quote.ts'
import type { Key, Revision } from '../api/store.ts'

/** The parameters of a list. A token is valid only for the list that issued it. */
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
  /** The last key of the previous page. */
  after: Key
}

export type ContinueTokens = {
  issue(state: TokenState): string
  /** @throws InvalidToken, ExpiredToken */
  read(token: string, scope: ListScope): TokenState
}

/**
 * Returns the fault that a genuine server, whose tokens are JSON in base64url, reports for a text.
 * A token of this server that belongs to another list has none of these faults.
 */
function faultOf(text: string): string {
  const stray = text.search(/[^\w-]/)
  // A single character at the end encodes less than a byte.
  const end = stray < 0 && text.length % 4 === 1 ? text.length - 1 : stray
  if (end >= 0) return `illegal base64 data at input byte ${end}`
  const [first = ''] = Buffer.from(text, 'base64url').toString('latin1').trimStart()
  if (first !== '' && !/[tfn\d{["-]/.test(first))
    return `invalid character '${shownByte(first)}' looking for beginning of value`
  return 'it is not a token of an earlier page of this list'
}

const shownByte = (byte: string): string => quote(byte).slice(1, -1)

/** The text is not a token that this server issued for this list. */
export class InvalidToken extends Error {
  override name = 'InvalidToken'

  constructor(text: string) {
    super(faultOf(text))
  }
}

/**
 * The token was valid, but has expired (PAGE-007). `state` with the revision `inconsistent` makes
 * the token that the 410 response offers instead (PAGE-009).
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
  /** Servers that share a store and this secret accept each other's tokens. */
  secret: Buffer
  /** Milliseconds. */
  clock: { now(): number }
  /** How long a token is valid after it was issued; five minutes by default (PAGE-006). */
  lifetimeMs: number
}

// Half of SHA-256 keeps the token short; 128 bits are far beyond guessing over HTTP.
const macLength = 16

export function continueTokens({
  secret,
  clock,
  lifetimeMs,
}: ContinueTokensOptions): ContinueTokens {
  // The scope is part of the MAC but not of the token: a token of another list fails like a forged
  // one.
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
    // Node's decoder skips characters that are not base64url; accept only the exact text that was
    // issued.
    if (bytes.length <= macLength || bytes.toString('base64url') !== token)
      throw new InvalidToken(token)
    const payload = bytes.toString('utf8', macLength)
    if (!timingSafeEqual(bytes.subarray(0, macLength), macOf(scope, payload))) {
      throw new InvalidToken(token)
    }
    // The MAC proves that `issue` wrote this payload.
    const [revision, after, issuedAt] = JSON.parse(payload) as [Revision, Key, number]
    const state = { scope, revision, after }
    if (clock.now() - issuedAt >= lifetimeMs) throw new ExpiredToken(state, lifetimeMs)
    return state
  }

  return { issue, read }
}
