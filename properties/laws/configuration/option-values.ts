// What an option came to be is shown in the target's own way: a list as a list or as its text,
// pairs by their names or one after the other. It has the same parts.

/** Whether a value of several parts is shown, in whatever form, with the parts that are wanted. */
export function isSameOptionValue(found: unknown, wanted: unknown): boolean {
  // A list of one in brackets.
  if (!isStructured(found) && !isStructured(wanted)) return found === `[${String(wanted)}]`
  const should = partsOf(wanted)
  // Members of members have names that are the target's own.
  const isFlat = !Object.values(Object(found)).some(isStructured)
  const is = [...partsOf(found)].filter(part => isFlat || should.has(part))
  const order = Array.isArray(wanted) ? asTheyStand : sorted
  return order(is).join() === order([...should]).join()
}

const isStructured = (value: unknown): value is object =>
  typeof value === 'object' && value !== null

const partsOf = (value: unknown): Set<string> => new Set(partsIn(value))

function partsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(partsIn)
  if (isStructured(value))
    return Object.entries(value).flatMap(([name, member]) => [...partsIn(name), ...partsIn(member)])
  const text = String(value).replaceAll(/^(?:map)?\[|\]$/g, '')
  return text.split(/[,=<:]/).filter(part => part !== '')
}

const asTheyStand = (parts: string[]): string[] => parts
const sorted = (parts: string[]): string[] => parts.toSorted()
