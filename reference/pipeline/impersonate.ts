import type { IncomingRequest, RequestInfo, User } from '../api/request.ts'
import type { Parts } from '../parts/parts.ts'
import { Refusal } from '../api/refusal.ts'
import { forbidden } from '../api/status.ts'
import {
  type ImpersonationMode,
  impersonationModesFor,
  impersonatedUserOf,
} from '../auth/impersonation.ts'

/**
 * Returns the effective user of a request: its sender, unless its headers name another user whom
 * the sender may impersonate. The first mode that grants the user decides; when none does, the
 * refusal of the first mode is thrown.
 * @throws 400 for invalid headers, 403
 */
export async function impersonate(
  sender: User,
  http: IncomingRequest,
  info: RequestInfo,
  parts: Parts,
): Promise<User> {
  const wanted = impersonatedUserOf(http)
  if (!wanted) return sender
  let first: Refusal | undefined
  for (const mode of impersonationModesFor(wanted, parts.dialect.apiDomain)) {
    const refusal = await refusalOf(mode, { sender, info, parts })
    if (!refusal) return mode.user
    first ??= refusal
  }
  throw first ?? new Error('expected at least one mode of impersonation, got none')
}

type Request = { sender: User; info: RequestInfo; parts: Parts }

/** Returns the refusal of a mode; undefined when the mode grants its user. */
async function refusalOf(
  mode: ImpersonationMode,
  { sender, info, parts }: Request,
): Promise<Refusal | undefined> {
  try {
    if (mode.onVerb !== undefined)
      await parts.stages.authorize(sender, { ...info, verb: `${mode.onVerb}:${info.verb}` }, parts)
    if (mode.refuses !== undefined)
      throw forbidden({ group: '', resource: 'users', name: '', because: mode.refuses })
    for (const right of mode.rights) await parts.stages.authorize(sender, infoOf(right), parts)
    return undefined
  } catch (error) {
    // The refusal is the result of this mode; another mode may still grant the user.
    if (error instanceof Refusal) return error
    throw error
  }
}

const infoOf = (right: ImpersonationMode['rights'][number]): RequestInfo => ({
  on: 'resource',
  path: '',
  version: 'v1',
  selectedName: '',
  ...right,
})
