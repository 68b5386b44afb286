// Steps of writes beyond those that most scenarios are made of: patches, dry runs, collections.

import type { Control, Place, Request, Until } from './scenario.ts'
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

export const applyType = 'application/apply-patch+yaml'

/** Who applies, and whether over conflicts; the names of the parameters are genuine servers'. */
export type Applied = {
  body: Request['body']
  manager?: Term | undefined
  isForced?: boolean | undefined
}

/** A server-side apply of one object's configuration, in JSON unless the body says otherwise. */
export const apply = (
  as: string,
  role: Role,
  name: Term,
  { body, manager, isForced, ...more }: Common & Applied,
): Request => ({
  ...applyAt(as, { role, name, ...place(more) }, { body, manager, isForced }),
  ...rest({ ...more, headers: { 'content-type': applyType, ...more.headers } }),
})

/** The same at a place of its own. */
export const applyAt = (
  as: string,
  to: Place,
  { body, manager, isForced = false }: Applied,
): Request => ({
  as,
  method: 'PATCH',
  to,
  query: {
    ...(manager === undefined ? {} : { fieldManager: manager }),
    ...(isForced ? { force: 'true' } : {}),
  },
  headers: { 'content-type': applyType },
  ...(body === undefined ? {} : { body }),
})

/** The same write in the name of a manager, by the parameter of genuine servers. */
export const by = (manager: Term, request: Request): Request => ({
  ...request,
  query: { ...request.query, fieldManager: manager },
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

/** Sends a request until the clock of the server is in a later second than at an earlier answer. */
export const secondAfter = (label: string, request: Request): Until => ({
  until: request,
  secondAfter: label,
})
