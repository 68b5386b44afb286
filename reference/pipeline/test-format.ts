import type { ResponseFormat } from '../api/request.ts'

/** What a client that does not care gets. */
export const jsonFormat: ResponseFormat = {
  mediaType: 'application/json',
  as: 'itself',
  version: 'v1',
  includeObject: 'Metadata',
  isPretty: false,
}
