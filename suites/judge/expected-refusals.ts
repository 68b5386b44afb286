// Which requests a check expects to be refused, found by asking its judge about a success.

import type { Exchange, History } from '../../properties/history/history.ts'
import type { Check } from '../check.ts'
import { judgementOf } from './judge.ts'

/** The query of a path, without the versions, tokens and names of one run; `''` if it has none. */
export function queryWithoutNames(path: string): string {
  const [, query] = path.split('?')
  if (query === undefined) return ''
  const steady = query
    .replace(/(resourceVersion)=\d+/g, '$1={version}')
    .replace(/(continue)=[^&]+/g, '$1={token}')
    .replace(/t[0-9a-f]{8}-[^&]*/g, '{name}')
  return `?${steady}`
}

// A server may close the connection before it has read a request with more bytes.
const bytesMax = 64 * 1024

/** Whether a request is so small that a server reads all of it before it refuses it. */
export const isSmall = ({ request: { path, body = '', bytes = '', headers } }: Exchange): boolean =>
  path.length + body.length + bytes.length + JSON.stringify(headers).length < bytesMax

/** Whether the check would fail if the lost request had succeeded instead. */
export function mustBeRefused({ judge }: Check, history: History, lost: Exchange): boolean {
  const { problem: _, ...request } = lost
  const answer = { status: 200, headers: {}, text: '{}', body: {} }
  const exchanges = history.exchanges.map(one => (one === lost ? { ...request, answer } : one))
  const { violations: broken } = judgementOf(judge, { ...history, exchanges })
  return broken.some(
    ({ at, expectedRefusal }) =>
      at === lost.step && expectedRefusal !== undefined && (expectedRefusal.code ?? 400) < 500,
  )
}
