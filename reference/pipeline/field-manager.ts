// Determines the field manager of a write: the query parameter, or else the program in User-Agent.

import type { IncomingRequest } from '../api/request.ts'
import type { Dialect } from '../api/dialect.ts'
import {
  isPrintable,
  fieldManagerNameCauses,
  fieldManagerNameBytesMax,
} from '../api/field-manager-name.ts'
import { invalidObject } from '../api/status.ts'
import type { WriteOptionsKind } from '../api/write.ts'

/** Returns the manager of a write; empty if the request names none. @throws 422 (APPLY-013) */
export function fieldManager(
  { query, headers }: IncomingRequest,
  kind: WriteOptionsKind,
  { apiDomain }: Pick<Dialect, 'apiDomain'>,
): string {
  const given = query.get('fieldManager') ?? ''
  const causes = fieldManagerNameCauses(given, 'fieldManager')
  if (causes.length > 0) throw invalidObject({ group: `meta.${apiDomain}`, kind, name: '' }, causes)
  return given || programIn(headers['user-agent'] ?? '')
}

/** Returns the first product name of a User-Agent, without its version. */
function programIn(userAgent: string): string {
  const [program = ''] = userAgent.split('/')
  let name = ''
  for (const character of program) {
    if (!isPrintable(character)) continue
    if (Buffer.byteLength(name + character) > fieldManagerNameBytesMax) break
    name += character
  }
  return name
}
