// Where two JSON values differ first: laws that compare whole objects say so in a few words.

/** The first place (a JSON pointer) at which two JSON values differ, with what each holds there. */
export type JsonDifference = { at: string; wanted: unknown; got: unknown }

/** The first difference of two JSON values, or undefined; the order of members does not matter. */
export function firstDifference(
  wanted: unknown,
  got: unknown,
  at = '',
): JsonDifference | undefined {
  if (Object.is(wanted, got)) return undefined
  if (!isComposite(wanted) || !isComposite(got) || Array.isArray(wanted) !== Array.isArray(got))
    return { at, wanted, got }

  const [left, right] = [new Map(Object.entries(wanted)), new Map(Object.entries(got))]
  for (const key of new Set([...left.keys(), ...right.keys()])) {
    const found = firstDifference(left.get(key), right.get(key), `${at}/${key}`)
    if (found) return found
  }
  return undefined
}

/** A difference's two sides as `holds` wants them. */
export const differenceSides = (
  found: JsonDifference | undefined,
): { expected: string; got: string } =>
  found
    ? { expected: `${found.at || 'all'}: ${inWords(found.wanted)}`, got: inWords(found.got) }
    : { expected: 'equal', got: 'equal' }

function inWords(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (Array.isArray(value)) return `a list of ${value.length}`
  return isComposite(value) ? 'an object' : JSON.stringify(value)
}

const isComposite = (value: unknown): value is object => typeof value === 'object' && value !== null
