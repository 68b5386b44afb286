// Where two answers are not the same, each place on a line of its own: whole objects of operators
// are too long to be read side by side.

type Fields = { readonly [name: string]: unknown }

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The places at which a value is not as expected, with what is there and what was expected. */
export function valueDifferences(expected: unknown, got: unknown, path = ''): string[] {
  if (Array.isArray(expected) && Array.isArray(got) && expected.length === got.length)
    return expected.flatMap((item, index) =>
      valueDifferences(item, got[index], `${path}[${index}]`),
    )
  if (isFields(expected) && isFields(got)) {
    const names = new Set([...Object.keys(expected), ...Object.keys(got)])
    return [...names].flatMap(name =>
      valueDifferences(expected[name], got[name], `${path}.${name}`),
    )
  }
  const [one, other] = [JSON.stringify(expected), JSON.stringify(got)]
  return one === other ? [] : [`  ${path}: expected ${one}, got ${other}`]
}
