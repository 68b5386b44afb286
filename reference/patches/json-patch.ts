// Applies JSON Patches, RFC 6902 (PTCH-002 to PTCH-010).

import { isSameJson } from '../api/same-json.ts'
import { everySteps, type ResumableTask } from '../lib/event-loop.ts'
import { Draft } from './draft.ts'
import { jsonSize } from './json-size.ts'
import { type PatchOperation, readOperation } from './patch-operation.ts'
import { MalformedPatch, PatchTooLarge, previewValue } from './patch-errors.ts'
import { isInside, unapplicableAt } from './json-pointer.ts'
import type { JsonPatchLimits } from '../api/limits.ts'

/** With `replaceAdds`, a replace of an absent member adds it, contrary to RFC 6902. */
export type JsonPatchOptions = JsonPatchLimits & { readonly replaceAdds?: boolean }

/**
 * Returns the document after a patch. Neither input is changed, so a patch that fails has no
 * effect. The result shares unchanged parts with both.
 * @throws MalformedPatch, PatchTooLarge, UnapplicablePatch
 */
export function* applyJsonPatch(
  document: unknown,
  patch: unknown,
  options: JsonPatchOptions,
): ResumableTask<unknown> {
  const operations = readPatch(patch, options)
  const isDue = everySteps(operationsOfTurn)
  const draft = new Draft(document)
  let copiedBytes = 0
  for (const operation of operations) {
    if (isDue()) yield
    if (operation.op === 'copy') {
      copiedBytes += copy(draft, operation, options.copiedBytesMax - copiedBytes)
    } else change(draft, operation, options)
  }
  return operations.length === 0 ? document : draft.result()
}

// How many operations are performed before the clock is read.
const operationsOfTurn = 200

function readPatch(patch: unknown, { operationsMax }: JsonPatchLimits): PatchOperation[] {
  if (!Array.isArray(patch)) {
    throw new MalformedPatch(`JSON patch: must be an array, got ${previewValue(patch)}`)
  }
  if (patch.length > operationsMax) {
    throw new PatchTooLarge(
      `The allowed maximum operations in a JSON patch is ${operationsMax}, got ${patch.length}`,
    )
  }
  return patch.map(readOperation)
}

type Copy = Extract<PatchOperation, { op: 'copy' }>

/** Copies a value and returns its size, which must not exceed `bytesMax` (PTCH-006). */
function copy(draft: Draft, { from, path }: Copy, bytesMax: number): number {
  const value = draft.read(from)
  const bytes = jsonSize(value, bytesMax)
  // Copying an object into itself doubles its size each time.
  if (bytes > bytesMax) throw unapplicableAt(from, 'the values copied are too large in total')
  draft.add(path, value)
  return bytes
}

function change(
  draft: Draft,
  operation: Exclude<PatchOperation, Copy>,
  { replaceAdds = false }: JsonPatchOptions,
): void {
  const { path } = operation
  switch (operation.op) {
    case 'add':
      return draft.add(path, operation.value)
    case 'remove':
      draft.remove(path)
      return
    case 'replace':
      return draft.replace(path, operation.value, replaceAdds)
    case 'move':
      return move(draft, operation)
    case 'test':
      return test(draft, operation)
  }
}

function move(draft: Draft, { from, path }: Extract<PatchOperation, { op: 'move' }>): void {
  if (isInside(path, from)) throw unapplicableAt(path, 'is inside of what is moved')
  // Removing and adding a member would change the order of members.
  if (path.text === from.text) draft.require(from)
  else draft.add(path, draft.remove(from))
}

/**
 * Reading and comparing cost as much as the size of the value. It equals the size of the value in
 * the patch for every test except the one that fails, which is the last.
 */
function test(draft: Draft, { path, value }: Extract<PatchOperation, { op: 'test' }>): void {
  const found = draft.read(path)
  if (isSameJson(value, found)) return
  throw unapplicableAt(path, `expected ${previewValue(value)}, got ${previewValue(found)}`)
}
