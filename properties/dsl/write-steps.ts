// Builds the less common write steps: patches, applies, dry runs, deletions of collections.

import type { ControlStep, PathTemplate, RequestStep, PollStep } from './scenario.ts'
import type { CommonStepOptions, ListStepOptions } from './steps.ts'
import { list, namespaceOption, optionalFields } from './steps.ts'
import type { Role, Term } from './term.ts'

export const patchMediaTypes = {
  json: 'application/json-patch+json',
  merge: 'application/merge-patch+json',
  strategic: 'application/strategic-merge-patch+json',
} as const

/** PATCH of one object. The body is a patch of that type, or a literal text. */
export const patch = (
  as: string,
  role: Role,
  name: Term,
  {
    type,
    body,
    ...more
  }: CommonStepOptions & { type: keyof typeof patchMediaTypes; body: RequestStep['body'] },
): RequestStep => ({
  as,
  method: 'PATCH',
  to: { role, name, ...namespaceOption(more) },
  ...(body === undefined ? {} : { body }),
  ...optionalFields({
    ...more,
    headers: { 'content-type': patchMediaTypes[type], ...more.headers },
  }),
})

export const applyMediaType = 'application/apply-patch+yaml'

/**
 * The field manager of an apply and whether it forces conflicts. The parameters have the names of
 * genuine servers.
 */
export type ApplyOptions = {
  body: RequestStep['body']
  manager?: Term | undefined
  isForced?: boolean | undefined
}

/**
 * Server-side apply of one object's configuration, in JSON unless the body has another encoding.
 */
export const apply = (
  as: string,
  role: Role,
  name: Term,
  { body, manager, isForced, ...more }: CommonStepOptions & ApplyOptions,
): RequestStep => ({
  ...applyAt(as, { role, name, ...namespaceOption(more) }, { body, manager, isForced }),
  ...optionalFields({ ...more, headers: { 'content-type': applyMediaType, ...more.headers } }),
})

/** Server-side apply to a given path. */
export const applyAt = (
  as: string,
  to: PathTemplate,
  { body, manager, isForced = false }: ApplyOptions,
): RequestStep => ({
  as,
  method: 'PATCH',
  to,
  query: {
    ...(manager === undefined ? {} : { fieldManager: manager }),
    ...(isForced ? { force: 'true' } : {}),
  },
  headers: { 'content-type': applyMediaType },
  ...(body === undefined ? {} : { body }),
})

/** Returns the write with a field manager, by the query parameter of genuine servers. */
export const asManager = (manager: Term, request: RequestStep): RequestStep => ({
  ...request,
  query: { ...request.query, fieldManager: manager },
})

/** Returns the request as a dry run. */
export const asDryRun = (request: RequestStep, as = `dry ${request.as}`): RequestStep => ({
  ...request,
  as,
  query: { ...request.query, dryRun: 'All' },
})

/** DELETE of a collection, or of the objects that the selectors match. */
export const deleteCollection = (
  as: string,
  role: Role,
  more: ListStepOptions & { body?: Term } = {},
) => ({
  ...list(as, role, more),
  method: 'DELETE',
  ...(more.body === undefined ? {} : { body: more.body }),
})

/** Makes the stored data unreadable for the object that an earlier answer showed. */
export const corruptObject = (object: string): ControlStep => ({
  as: `${object} is corrupt`,
  control: 'corrupt',
  object,
})

/** Sends a request until the clock of the server is in a later second than at an earlier answer. */
export const untilLaterSecondThan = (label: string, request: RequestStep): PollStep => ({
  poll: request,
  laterSecondThan: label,
})
