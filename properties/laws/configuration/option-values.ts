// Compares option values in the different forms of targets: a list as a list or as text, pairs as
// an object or as a sequence. Values are equal if they have the same parts.

/** Reports whether a value has the wanted parts, in whatever form. */
export function isSameOptionValue(found: unknown, wanted: unknown): boolean {
  // A list with one item may be shown in brackets.
  if (!isStructured(found) && !isStructured(wanted)) return found === `[${String(wanted)}]`
  const should = partsOf(wanted)
  // Nested members may have other names on the target, so only known parts are compared.
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
