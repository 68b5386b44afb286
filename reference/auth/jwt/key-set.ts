// The key set of an issuer. It is fetched when a token needs a key that is not known, and at most
// once in a second, so that tokens with unknown keys cannot flood the issuer.

import type { FlattenedJWSInput, JWK, JWTVerifyGetKey } from 'jose'
import { isJsonObject } from '../../api/object.ts'

// How soon keys are fetched again.
const cooldownMs = 1_000

// A token without `kid` is verified with each key. An issuer has few.
const triedMax = 100

/** A published key: its id, and the key if it fits the algorithm of a token. Else it rejects. */
type PublishedKey = { readonly kid: unknown; readonly find: JWTVerifyGetKey }

/** Where keys come from. `now` is in milliseconds. */
type KeySource = {
  readonly url: string
  readonly fetchKeys: () => Promise<string>
  readonly now: () => number
}

type Key = Awaited<ReturnType<JWTVerifyGetKey>>

/**
 * Returns a function that finds the key of a token: the one whose id the token names, or, if it
 * names none, the one that verifies it. `fetchKeys` returns the text of the key set at `url`.
 */
export function keySet({ url, fetchKeys, now }: KeySource): JWTVerifyGetKey {
  let published: PublishedKey[] = []
  let fetched: { atMs: number; failure?: unknown } | undefined
  let pending: Promise<void> | undefined

  async function update(): Promise<void> {
    try {
      published = readKeys(await fetchKeys(), url)
      fetched = { atMs: now() }
    } catch (failure) {
      // The keys that are known stay valid while the issuer is not available.
      fetched = { atMs: now(), failure }
      throw failure
    } finally {
      pending = undefined
    }
  }

  function updateIfDue(): Promise<void> {
    if (pending) return pending
    if (!fetched || now() - fetched.atMs >= cooldownMs) return (pending = update())
    return 'failure' in fetched ? Promise.reject(fetched.failure as Error) : Promise.resolve()
  }

  return async (header, token) => {
    const before = published
    const known = await keyIn(before, header, token)
    if (known?.isRight) return known.key
    await updateIfDue()
    const found = published === before ? known : await keyIn(published, header, token)
    if (!found) throw new Error('no key of the key set fits the token')
    return found.key
  }
}

/** Returns the key that verifies a token, or else one that the token may mean. */
async function keyIn(
  published: readonly PublishedKey[],
  header: Parameters<JWTVerifyGetKey>[0],
  token: FlattenedJWSInput,
): Promise<{ key: Key; isRight: boolean } | undefined> {
  const { flattenedVerify } = await import('jose')
  const { kid } = header
  let first: Key | undefined
  for (const one of published.filter(key => !kid || key.kid === kid).slice(0, triedMax)) {
    const key = await Promise.resolve(one.find(header, token)).catch(() => undefined)
    if (!key) continue
    first ??= key
    const isRight = await flattenedVerify(token, key).then(
      () => true,
      () => false,
    )
    if (isRight) return { key, isRight }
  }
  return first && { key: first, isRight: false }
}

/** @throws Error if the text is not a key set */
function readKeys(text: string, url: string): PublishedKey[] {
  const value = parsed(text)
  const keys = isJsonObject(value) ? value['keys'] : undefined
  if (!Array.isArray(keys)) throw new Error(`${url}: expected a JSON Web Key Set`)
  return keys.filter(isJsonObject).map(jwk => {
    let own: JWTVerifyGetKey | undefined
    return {
      kid: jwk['kid'],
      find: async (header, token) => {
        const { createLocalJWKSet } = await import('jose')
        own ??= createLocalJWKSet({ keys: [jwk as JWK] })
        return own(header, token)
      },
    }
  })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
