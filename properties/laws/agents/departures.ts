// Judges what genuine node agents do otherwise than the specification says.

import type { History } from '../../history/history.ts'
import { verify } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'

type Rule = Parameters<typeof verify>[1]

/**
 * Verifies a rule from which genuine agents depart. In their dialect an agent may depart, and one
 * that does not follows the text.
 */
export function followsOrDeparts(
  { context }: Pick<History, 'context'>,
  isMet: boolean,
  { what, ...rule }: Rule & { what: string },
): Observation {
  if (context.dialect !== 'kubernetes') return verify(isMet, rule)
  return isMet
    ? { kind: 'departure', presence: 'absent' }
    : { kind: 'departure', presence: 'present', what }
}
