// Builds writes of a type with a status subresource, each of a spec and a status together.

import type { RequestStep } from '../../dsl/scenario.ts'
import { caseName, create, editTerm, fromAnswer, get, put } from '../../dsl/steps.ts'
import type { Term } from '../../dsl/term.ts'
import { asDryRun, patch } from '../../dsl/write-steps.ts'

const name = caseName('x')

const sampleWith = (content: string, status: 0 | 1): Term => ({
  $sample: 'status',
  name,
  content,
  status,
})

const putOf = (as: string, of: string, content: string, status: 0 | 1): RequestStep =>
  put(
    as,
    'status',
    name,
    editTerm(sampleWith(content, status), {
      '/metadata/resourceVersion': fromAnswer(of, '/metadata/resourceVersion'),
    }),
  )

const toStatus = (step: RequestStep): RequestStep => ({
  ...step,
  to: { role: 'status', name, subresource: 'status' },
})

/**
 * An object (`object`), a PUT of the object (`spec`, read in `after spec`), and a PUT of its status
 * (`status`, read in `after status`).
 */
export const statusPut: RequestStep[] = [
  create('object', 'status', 'x', { content: 'one' }),
  putOf('spec', 'object', 'two', 0),
  get('after spec', 'status', name),
  toStatus(putOf('status', 'after spec', 'three', 0)),
  get('after status', 'status', name),
]

/**
 * Continues with a PUT of the status with the version before the last one (`stale`, read in
 * `after stale`), and the same with the current version (`twin`).
 */
export const staleStatusPut: RequestStep[] = [
  ...statusPut,
  toStatus(putOf('stale', 'after spec', 'three', 1)),
  get('after stale', 'status', name),
  toStatus(putOf('twin', 'after stale', 'three', 1)),
]

/** Continues with another PUT of the object (`spec again`, read in `at last`). */
export const specPut: RequestStep[] = [
  ...statusPut,
  putOf('spec again', 'after status', 'four', 1),
  get('at last', 'status', name),
]

/**
 * Continues with a merge patch of the object (`merge patch`, read in `after merge patch`), and a
 * JSON patch that removes its status (`JSON patch`, read in `after JSON patch`).
 */
export const specPatches: RequestStep[] = [
  ...statusPut,
  patch('merge patch', 'status', name, { type: 'merge', body: sampleWith('four', 1) }),
  get('after merge patch', 'status', name),
  patch('JSON patch', 'status', name, { type: 'json', body: [{ op: 'remove', path: '/status' }] }),
  get('after JSON patch', 'status', name),
]

const statusPatchOf = (as: string, content: string, status: 0 | 1): RequestStep =>
  toStatus(patch(as, 'status', name, { type: 'merge', body: sampleWith(content, status) }))

/** Continues with a merge patch of another status (`patched status`, read in `after patch`). */
export const statusWrites: RequestStep[] = [
  ...statusPut,
  statusPatchOf('patched status', 'three', 1),
  get('after patch', 'status', name),
]

/**
 * Continues with dry runs that write another status, a PUT (`dry PUT`, read in `after dry PUT`) and
 * a merge patch (`dry PATCH`, read in `after dry PATCH`).
 */
export const dryStatusWrites: RequestStep[] = [
  ...statusPut,
  asDryRun(toStatus(putOf('status', 'after status', 'two', 1)), 'dry PUT'),
  get('after dry PUT', 'status', name),
  asDryRun(statusPatchOf('status', 'two', 1), 'dry PATCH'),
  get('after dry PATCH', 'status', name),
]

/** The same with a merge patch of the status (`status`) instead of the PUT. */
export const statusPatch: RequestStep[] = statusPut.map(step =>
  step.as === 'status' ? statusPatchOf('status', 'three', 0) : step,
)
