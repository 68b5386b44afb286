// Causes that one gap in a server explains when several of them are found together.

import type { CauseCode } from './failure-cause.ts'

/** A gap that shows as several causes. */
export type CombinedCause = {
  /** What the server does, as a sentence without a full stop. */
  title: string
  /** The causes (`causes.table.ts`), each with the words for it in the combined title. */
  parts: Partial<Record<CauseCode, string>>
  /** The minimum number of parts that must be found. */
  partsMin: number
}

export const combinedCauses: CombinedCause[] = [
  {
    title: 'Reads do not follow their query parameters',
    parts: {
      'no-paging': 'limit',
      'no-exact-lists': 'resourceVersionMatch',
      'unchecked-future-version': 'future versions',
      'unchecked-read-parameters': 'invalid parameters',
    },
    partsMin: 3,
  },
  {
    title: 'Preconditions of writes are ignored',
    parts: {
      'unchecked-put-version': 'an unknown resourceVersion in a PUT',
      'unchecked-put-uid': 'the uid in a PUT',
      'unchecked-delete-preconditions': 'preconditions of a DELETE',
    },
    partsMin: 2,
  },
  {
    title: 'There are no dry runs',
    parts: {
      'no-dry-runs': 'dryRun is ignored as a parameter',
      'stored-dry-run-of-delete-body': 'dryRun in a body is ignored',
    },
    partsMin: 2,
  },
  {
    title: 'Some dry runs are stored',
    parts: {
      'stored-dry-run-of-put': 'PUT',
      'stored-dry-run-of-patch': 'PATCH',
      'stored-dry-run-of-delete': 'DELETE',
      'stored-dry-run-of-mark': 'DELETE of an object with finalizers',
      'stored-dry-run-of-delete-body': 'DELETE with dryRun in its body',
      'stored-dry-run-of-collection': 'deletions of collections',
    },
    partsMin: 2,
  },
  {
    title: 'Validation is missing or incomplete',
    parts: {
      'unchecked-objects': 'invalid objects',
      'unchecked-fields': 'unknown and duplicate fields',
      'no-field-warnings': 'no warnings',
      'missing-field-warnings': 'missing warnings',
      'partial-refusals': 'refusals at Strict that name only some fields',
      'unchecked-items': 'items of lists',
      'stored-server-fields': 'fields of the server',
      'removed-uid': 'a PUT without a uid',
      'stored-write-only-fields': 'write-only fields',
      'unchecked-write-parameters': 'invalid query parameters',
    },
    partsMin: 2,
  },
  {
    title: 'Creates succeed that must be refused',
    parts: {
      'create-without-namespace': 'a POST without a namespace in its path',
      'create-by-put': 'a PUT to an unused name',
    },
    partsMin: 2,
  },
  {
    title: 'Not all patch types are served',
    parts: {
      'no-json-patches': 'no JSON patches',
      'no-merge-patches': 'no JSON merge patches',
      'no-strategic-merge-patches': 'no strategic merge patches',
      'no-server-side-applies': 'no server-side applies',
    },
    partsMin: 2,
  },
  {
    title: 'Patches do not follow their standards',
    parts: {
      'ignored-patch-type': 'their Content-Type has no effect',
      'wrong-json-patches': 'JSON patches (RFC 6902)',
      'applied-failing-json-patch': 'JSON patches that must fail',
      'wrong-merge-patches': 'merge patches (RFC 7386)',
      'kept-finalizers': 'removals of a finalizer have no effect',
    },
    partsMin: 2,
  },
  {
    title: 'Any path is served',
    parts: {
      'served-unknown-paths': 'paths that do not exist',
      'lists-at-other-paths': 'health endpoints and discovery return a list',
    },
    partsMin: 2,
  },
  {
    title: 'Encodings are missing or not negotiated',
    parts: {
      'ignored-accept': 'Accept is ignored',
      'no-406': 'a 406 is missing',
      'no-content-type': 'no Content-Type',
      'no-415': 'a 415 is missing',
      'no-yaml': 'no YAML',
      'no-compression': 'no compression',
    },
    partsMin: 2,
  },
]
