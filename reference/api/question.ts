import type { Cause } from './resource.ts'

/** What is wrong with a question. */
export class BadQuestion extends Error {
  override name = 'BadQuestion'
  readonly fault: Cause

  constructor(field: string, message: string) {
    super(`${field}: ${message}`)
    this.fault = { reason: 'FieldValueInvalid', message, field }
  }
}
