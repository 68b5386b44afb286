// Steps of writes beyond those that most scenarios are made of: patches, dry runs, collections.

import type { Control, Request } from './scenario.ts'
import type { Common, ListOptions } from './steps.ts'
import { list, place, rest } from './steps.ts'
import type { Role, Term } from './term.ts'

export const patchTypes = {
  json: 'application/json-patch+json',
  merge: 'application/merge-patch+json',
  strategic: 'application/strategic-merge-patch+json',
} as const

/** PATCH of one object. The body is a patch of that type, or a text as it stands. */
export const patch = (
  as: string,
  role: Role,
  name: Term,
  { type, body, ...more }: Common & { type: keyof typeof patchTypes; body: Request['body'] },
): Request => ({
  as,
  method: 'PATCH',
  to: { role, name, ...place(more) },
  ...(body === undefined ? {} : { body }),
  ...rest({ ...more, headers: { 'content-type': patchTypes[type], ...more.headers } }),
})

/** The same request as a dry run. */
export const dry = (request: Request, as = `dry ${request.as}`): Request => ({
  ...request,
  as,
  query: { ...request.query, dryRun: 'All' },
})

/** DELETE of a collection, or of what selectors leave of it. */
export const removeAll = (as: string, role: Role, more: ListOptions & { body?: Term } = {}) => ({
  ...list(as, role, more),
  method: 'DELETE',
  ...(more.body === undefined ? {} : { body: more.body }),
})

/** Makes unreadable what is stored of the object that an answer showed. */
export const corrupt = (object: string): Control => ({
  as: `${object} is corrupt`,
  control: 'corrupt',
  object,
})
