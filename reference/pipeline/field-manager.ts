// The name by which a write owns what it changes: as it says, or else of the program that sends it.

import type { Incoming } from '../api/call.ts'
import type { Dialect } from '../api/dialect.ts'
import { isPrintable, managerNameCauses, managerNameMax } from '../api/manager-name.ts'
import { invalid } from '../api/status.ts'
import type { OptionsKind } from '../api/write.ts'

/** The manager of a write, which may be empty when nothing names it. @throws 422 (APPLY-013) */
export function fieldManager(
  { query, headers }: Incoming,
  kind: OptionsKind,
  { apiDomain }: Pick<Dialect, 'apiDomain'>,
): string {
  const given = query.get('fieldManager') ?? ''
  const causes = managerNameCauses(given, 'fieldManager')
  if (causes.length > 0) throw invalid({ group: `meta.${apiDomain}`, kind, name: '' }, causes)
  return given || programIn(headers['user-agent'] ?? '')
}

/** What a User-Agent names first, without its version. */
function programIn(userAgent: string): string {
  const [program = ''] = userAgent.split('/')
  let name = ''
  for (const character of program) {
    if (!isPrintable(character)) continue
    if (Buffer.byteLength(name + character) > managerNameMax) break
    name += character
  }
  return name
}
