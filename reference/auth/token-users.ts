import { createHash, timingSafeEqual } from 'node:crypto'

import type { TokenUser } from '../api/access.ts'

/** Returns the user of a token. Compares every token in full, so that timing reveals nothing. */
export function userOfToken(token: string, users: readonly TokenUser[]): TokenUser | undefined {
  const wanted = digest(token)
  let found: TokenUser | undefined
  for (const user of users) {
    if (timingSafeEqual(digestOf(user), wanted)) found = user
  }
  return found
}

const digests = new WeakMap<TokenUser, Buffer>()

function digestOf(user: TokenUser): Buffer {
  const known = digests.get(user) ?? digest(user.token)
  digests.set(user, known)
  return known
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

/**
 * Reads lines of `token,user,uid` with an optional fourth column of groups, which is quoted if
 * there are several: `"group1,group2"`. Empty lines are skipped.
 * @throws Error that names the line
 */
export function readTokenFile(text: string, path: string): TokenUser[] {
  const users = text.split(/\r?\n/).flatMap((line, index) => {
    if (line.trim() === '') return []
    const [token = '', name = '', uid = '', groups = '', ...rest] = columns(line)
    if (token === '' || name === '' || uid === '' || rest.length > 0) {
      throw new Error(
        `${path}:${index + 1}: expected token,user,uid,"group1,group2", ` +
          `got ${columns(line).length} columns${token === '' ? ' with an empty token' : ''}`,
      )
    }
    return [{ token, name, uid, groups: groups.split(',').filter(group => group !== '') }]
  })
  if (users.length === 0) throw new Error(`${path}: expected at least one user, got none`)
  return users
}

/** Splits one CSV line into columns; a quoted column may hold commas and doubled quotes. */
function columns(line: string): string[] {
  const cells = line.matchAll(/(?:^|,)(?:\s*"((?:[^"]|"")*)"\s*|([^,]*))/g)
  return [...cells].map(([, quoted, plain = '']) => quoted?.replaceAll('""', '"') ?? plain.trim())
}
