import type { StatusCause } from './status-causes.ts'

/** The body of a refusal and of a delete, with members in the order in which they are written. */
export type Status = {
  kind: 'Status'
  apiVersion: 'v1'
  metadata: { continue?: string }
  status: 'Success' | 'Failure'
  message?: string
  reason?: string
  details?: StatusDetails
  code?: number
}

/** The member `details` of a Status. */
export type StatusDetails = {
  name?: string
  group?: string
  kind?: string
  uid?: string
  causes?: readonly Partial<StatusCause>[]
  retryAfterSeconds?: number
}

/** A response that a stage throws: a Status, or plain text where no API group owns the path. */
export class Refusal extends Error {
  override name = 'Refusal'
  readonly code: number
  readonly body: Status | string
  /** The texts of the `Warning` headers of the response. */
  readonly warnings: readonly string[]
  constructor(code: number, body: Status | string, warnings: readonly string[] = []) {
    super(typeof body === 'string' ? body : body.message)
    this.code = code
    this.body = body
    this.warnings = warnings
  }

  /** Returns the same refusal with `warnings` put before its present ones. */
  withWarnings(warnings: readonly string[]): Refusal {
    if (warnings.length === 0) return this
    return new Refusal(this.code, this.body, [...warnings, ...this.warnings])
  }
}

type Failure = {
  code: number
  message: string
  reason?: string
  details?: StatusDetails
  continue?: string
}

/** Returns a refusal with a Status of failure; absent members are not written. */
export function failureStatus({
  code,
  message,
  reason,
  details,
  continue: token,
}: Failure): Refusal {
  return new Refusal(code, {
    kind: 'Status',
    apiVersion: 'v1',
    metadata: token === undefined ? {} : { continue: token },
    status: 'Failure',
    message,
    ...(reason && { reason }),
    ...(details && { details }),
    code,
  })
}
