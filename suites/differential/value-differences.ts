// Lists the differences between two values, one line per path.

import { isJsonObject } from '../../properties/dsl/term.ts'

/** Returns a line with path, expected value and actual value for each difference. */
export function valueDifferences(expected: unknown, got: unknown, path = ''): string[] {
  if (Array.isArray(expected) && Array.isArray(got) && expected.length === got.length)
    return expected.flatMap((item, index) =>
      valueDifferences(item, got[index], `${path}[${index}]`),
    )
  if (isJsonObject(expected) && isJsonObject(got)) {
    const names = new Set([...Object.keys(expected), ...Object.keys(got)])
    return [...names].flatMap(name =>
      valueDifferences(expected[name], got[name], `${path}.${name}`),
    )
  }
  const [one, other] = [JSON.stringify(expected), JSON.stringify(got)]
  return one === other ? [] : [`  ${path}: expected ${one}, got ${other}`]
}
