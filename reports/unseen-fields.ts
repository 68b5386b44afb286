// Finds the unknown fields of failing writes that the server did not detect.

import type { FailureEvidence } from './failure-evidence.ts'

/** The JSON pointer of a field that no type has, as checks name them, in a text. */
const unknownField = /\/(?:[^\s/"]*\/)*touchstoneX\d+/

/**
 * Returns pointers of unknown fields: the one of which a law expected an effect, or else those of a
 * body that was accepted although it had to be refused.
 */
export function unseenFieldsOf(
  { expected, isWrongSuccess }: Pick<FailureEvidence, 'expected' | 'isWrongSuccess'>,
  body: string | undefined,
): string[] {
  const [named] = unknownField.exec(pointerOf(expected)) ?? []
  if (named !== undefined) return [named]
  return isWrongSuccess && body?.includes('touchstoneX') ? unknownIn(valueOf(body), '') : []
}

/**
 * Returns the field of a warning, such as `owners[0].name`, as a JSON pointer, or the same text.
 */
function pointerOf(text: string): string {
  const [, path] = /^299 - "unknown field \\"([^"\\]+)\\""$/.exec(text) ?? []
  return path === undefined
    ? text
    : `/${path.replaceAll('[', '.').replaceAll(']', '').replaceAll('.', '/')}`
}

/** Returns the pointers of the unknown fields in a value. */
function unknownIn(value: unknown, pointer: string): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, member]) => {
    // An operation of a JSON patch has the pointer of its field in a member.
    if (name === 'path' && typeof member === 'string') return unknownField.exec(member) ?? []
    return name.startsWith('touchstoneX')
      ? [`${pointer}/${name}`]
      : unknownIn(member, `${pointer}/${name}`)
  })
}

/** Returns the value of a JSON body; a body in YAML, or one that a report has cut, has none. */
function valueOf(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

const isInItem = (pointer: string): boolean => /\/\d+\/[^/]+$/.test(pointer)

/** Whether the server detects unknown fields except those in items of lists. */
export function areOnlyItemFieldsUnseen(failed: FailureEvidence[]): boolean {
  const unseen = failed.flatMap(({ unseenFields }) => unseenFields)
  return (
    failed.some(({ isStrictEnforced }) => isStrictEnforced) &&
    unseen.length > 0 &&
    unseen.every(isInItem)
  )
}
