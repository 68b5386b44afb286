import type { StatusCause } from './status-causes.ts'

/** A review with invalid fields. */
export class InvalidReview extends Error {
  override name = 'InvalidReview'
  readonly causes: readonly StatusCause[]

  constructor(causes: readonly StatusCause[]) {
    super(causes.map(({ field, message }) => `${field}: ${message}`).join(', '))
    this.causes = causes
  }
}
