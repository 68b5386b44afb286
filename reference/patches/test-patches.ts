// Documents and patches for tests, and a simple second implementation to compare with.

import fc from 'fast-check'

import { runToEnd } from '../lib/event-loop.ts'
import { applyJsonPatch as walk } from './json-patch.ts'

/** Applies a JSON patch without pauses. */
export const applyJsonPatchAtOnce = (...given: Parameters<typeof walk>): unknown =>
  runToEnd(walk(...given))

const names = fc.constantFrom('a', 'b', '0', '', 'x/y', '~', '__proto__', 'constructor')

/** Small JSON values with recurring names, some of which are special in JavaScript. */
export const arbitraryDocuments: fc.Arbitrary<unknown> = fc.letrec(tie => ({
  value: fc.oneof(
    { depthSize: 'small', maxDepth: 4 },
    fc.constantFrom<unknown>(null, true, 0, 1, '', 'a', 2n ** 60n),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.array(fc.tuple(names, tie('value')), { maxLength: 4 }).map(Object.fromEntries),
  ),
})).value

const escaped = (name: string) => name.replaceAll('~', '~0').replaceAll('/', '~1')

const tokens = fc.oneof(names, fc.constantFrom('-', '1', '2', '01'))

const pointers = fc
  .array(tokens, { maxLength: 3 })
  .map(path => path.map(token => `/${escaped(token)}`).join(''))

/** Operations of a JSON patch that often refer to an existing value. */
export const arbitraryOperations = fc.oneof(
  fc.record({ op: fc.constantFrom('add', 'replace'), path: pointers, value: arbitraryDocuments }),
  fc.record({ op: fc.constantFrom('remove'), path: pointers }),
  fc.record({ op: fc.constantFrom('move', 'copy'), from: pointers, path: pointers }),
)

/** Returns the same value, frozen, so that a change throws. */
export function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null) {
    Object.values(value).forEach(deepFreeze)
    Object.freeze(value)
  }
  return value
}

type PlainOperation = { op: string; path: string; from?: string; value?: unknown }

/** The patched document; undefined when it cannot take the patch. */
export function applyPatchNaively(document: unknown, patch: readonly PlainOperation[]) {
  let result: { value: unknown } | undefined = { value: document }
  for (const operation of patch) result = result && step(result.value, operation)
  return result
}

const readTokens = (pointer: string) =>
  pointer
    .split('/')
    .slice(1)
    .map(token => token.replaceAll('~1', '/').replaceAll('~0', '~'))

function step(document: unknown, { op, path, from, value }: PlainOperation) {
  const target = readTokens(path)
  if (from === undefined) return edited(document, target, { op, value })
  const source = readTokens(from)
  const found = lookup(document, source)
  if (!found) return undefined
  if (op === 'copy') return edited(document, target, { op: 'add', value: found.value })
  if (path === from) return { value: document }
  if (path.startsWith(`${from}/`)) return undefined
  const rest = edited(document, source, { op: 'remove' })
  return rest && edited(rest.value, target, { op: 'add', value: found.value })
}

function lookup(
  value: unknown,
  [token, ...rest]: readonly string[],
): { value: unknown } | undefined {
  if (token === undefined) return { value }
  const members = entriesOf(value)
  const found = members?.find(([name]) => name === token)
  return found && lookup(found[1], rest)
}

const entriesOf = (value: unknown): [string, unknown][] | undefined =>
  typeof value === 'object' && value !== null ? Object.entries(value) : undefined

type Edit = { op: string; value?: unknown }

/** Rebuilds all containers on the path from lists of entries. */
function edited(
  document: unknown,
  [token, ...rest]: readonly string[],
  edit: Edit,
): { value: unknown } | undefined {
  if (token === undefined) return edit.op === 'remove' ? undefined : { value: edit.value }
  const entries = entriesOf(document)
  if (!entries) return undefined
  const index = entries.findIndex(([name]) => name === token)
  if (rest.length > 0) {
    const inner = index < 0 ? undefined : edited(entries[index]?.[1], rest, edit)
    return inner && rebuilt(document, entries.with(index, [token, inner.value]))
  }
  if (edit.op === 'remove')
    return index < 0 ? undefined : rebuilt(document, entries.toSpliced(index, 1))
  if (edit.op === 'add' && Array.isArray(document)) {
    const index = token === '-' ? document.length : Number(token)
    if (token !== '-' && (String(index) !== token || index > document.length)) return undefined
    return { value: document.toSpliced(index, 0, edit.value) }
  }
  if (index >= 0) return rebuilt(document, entries.with(index, [token, edit.value]))
  return edit.op === 'add' ? rebuilt(document, [...entries, [token, edit.value]]) : undefined
}

const rebuilt = (like: unknown, entries: [string, unknown][]) => ({
  value: Array.isArray(like) ? entries.map(([, value]) => value) : Object.fromEntries(entries),
})
