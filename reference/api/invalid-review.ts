import type { StatusCause } from './status-causes.ts'

/** What is wrong with a question. */
export class InvalidReview extends Error {
  override name = 'BadQuestion'
  readonly statusCause: StatusCause

  constructor(field: string, message: string) {
    super(`${field}: ${message}`)
    this.statusCause = { reason: 'FieldValueInvalid', message, field }
  }
}
