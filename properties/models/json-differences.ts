// Finds the first difference of two JSON values, so that laws that compare whole objects report
// briefly.

/** The first JSON pointer at which two values differ, with both values. */
export type JsonDifference = { pointer: string; wanted: unknown; got: unknown }

/**
 * Returns the first difference of two JSON values, or undefined. The order of members is ignored.
 */
export function firstDifference(
  wanted: unknown,
  got: unknown,
  pointer = '',
): JsonDifference | undefined {
  if (Object.is(wanted, got)) return undefined
  if (!isComposite(wanted) || !isComposite(got) || Array.isArray(wanted) !== Array.isArray(got))
    return { pointer, wanted, got }

  const [left, right] = [new Map(Object.entries(wanted)), new Map(Object.entries(got))]
  for (const key of new Set([...left.keys(), ...right.keys()])) {
    const found = firstDifference(left.get(key), right.get(key), `${pointer}/${key}`)
    if (found) return found
  }
  return undefined
}

/** Returns the two sides of a difference, as `verify` expects them. */
export const differenceSides = (
  found: JsonDifference | undefined,
): { expected: string; got: string } =>
  found
    ? { expected: `${found.pointer || 'all'}: ${inWords(found.wanted)}`, got: inWords(found.got) }
    : { expected: 'equal', got: 'equal' }

function inWords(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (Array.isArray(value)) return `a list of ${value.length}`
  return isComposite(value) ? 'an object' : JSON.stringify(value)
}

const isComposite = (value: unknown): value is object => typeof value === 'object' && value !== null
