import type { StatusCause } from './status-causes.ts'

/** A review with an invalid field. */
export class InvalidReview extends Error {
  override name = 'InvalidReview'
  readonly statusCause: StatusCause

  constructor(field: string, message: string) {
    super(`${field}: ${message}`)
    this.statusCause = { reason: 'FieldValueInvalid', message, field }
  }
}
