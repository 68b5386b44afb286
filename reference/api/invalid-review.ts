import type { StatusCause } from './status-causes.ts'

/** What is wrong with a question. */
export class InvalidReview extends Error {
  override name = 'BadQuestion'
  readonly fault: StatusCause

  constructor(field: string, message: string) {
    super(`${field}: ${message}`)
    this.fault = { reason: 'FieldValueInvalid', message, field }
  }
}
