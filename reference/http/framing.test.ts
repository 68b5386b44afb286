import type { IncomingMessage } from 'node:http'

import { expect, it } from 'vitest'

import { objectIn } from '../api/object.ts'
import { defaultLimits } from '../server/default-limits.ts'
import { framingFault } from './framing.ts'

type Framed = { httpVersion?: string; rawHeaders?: string[] }

/** Returns the message of the refusal of a request. */
function faultOf({ httpVersion = '1.1', rawHeaders = ['Host', 'a'] }: Framed) {
  const headers = Object.fromEntries(
    rawHeaders.flatMap((name, index) =>
      index % 2 === 0 ? [[name.toLowerCase(), rawHeaders[index + 1]]] : [],
    ),
  )
  // The members that the check uses.
  const request = { httpVersion, rawHeaders, headers } as unknown as IncomingMessage
  return objectIn(framingFault(request, defaultLimits)?.body).message
}

it.for([
  [{}, undefined],
  [{ httpVersion: '0.9' }, 'request line: expected an HTTP version, got none'],
  [{ rawHeaders: [] }, 'Host: expected exactly one header, got 0'],
  [{ rawHeaders: ['Host', 'a', 'host', 'a'] }, 'Host: expected exactly one header, got 2'],
  [
    { rawHeaders: ['Host', 'a', 'Authorization', 'x', 'authorization', 'y'] },
    'authorization: expected exactly one header, got more',
  ],
  [
    { rawHeaders: ['Host', 'a', 'Impersonate_User', 'x'] },
    'header: expected "impersonate-user", got "impersonate_user"',
  ],
] as [Framed, string | undefined][])('%o is refused with: %s', ([request, message]) => {
  expect(faultOf(request)).toBe(message)
})
