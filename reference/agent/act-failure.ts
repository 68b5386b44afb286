// Failures of acts, and the acts in words.

import type { Act } from './decide.ts'
import type { Wait } from './pod-state.ts'

/** A failure that says how long to wait, and which reason the status of the pod shows. */
export class ActFailure extends Error {
  override name = 'ActFailure'
  readonly reason: string
  readonly delayMs: number | undefined
  constructor(message: string, { reason, delayMs }: { reason: string; delayMs?: number }) {
    super(message)
    this.reason = reason
    this.delayMs = delayMs
  }
}

/** Why a container waits after a failed act. `delayMs` is set if the failure says how long. */
export type FailedWait = Wait & { readonly delayMs?: number }

/** Returns what the status of the pod shows after an act has failed with this error. */
export function waitAfter(act: Act, error: unknown): FailedWait {
  const message = error instanceof Error ? error.message : String(error)
  if (error instanceof ActFailure) {
    const { reason, delayMs } = error
    return { reason, message, ...(delayMs !== undefined && { delayMs }) }
  }
  return { reason: reasons[act.act] ?? 'Failed', message }
}

const reasons: { readonly [act: string]: string } = {
  'run sandbox': 'CreatePodSandboxError',
  'create container': 'CreateContainerError',
  'start container': 'RunContainerError',
}

/** Formats an act for the log: `start container web`. */
export const actText = (act: Act): string =>
  'name' in act ? `${act.act} ${act.name}` : 'id' in act ? `${act.act} ${act.id}` : act.act
