// Lists the differences between two values, one line per path.

type Fields = { readonly [name: string]: unknown }

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns a line with path, expected value and actual value for each difference. */
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
