import type { AnswerForm } from '../api/call.ts'

/** What a client that does not care gets. */
export const jsonForm: AnswerForm = {
  mediaType: 'application/json',
  as: 'itself',
  version: 'v1',
  includeObject: 'Metadata',
  isPretty: false,
}
