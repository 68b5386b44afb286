import type { ResponseFormat } from '../api/request.ts'

/** The default response format, for tests. */
export const jsonFormat: ResponseFormat = {
  mediaType: 'application/json',
  as: 'itself',
  version: 'v1',
  includeObject: 'Metadata',
  isPretty: false,
}
