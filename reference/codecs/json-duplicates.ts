/** The member names and indexes that lead from the top of a document to a value. */
export type JsonPath = readonly (string | number)[]

export type DuplicateCollector = {
  add(path: JsonPath): void
  /** Each path once, in the order found. */
  paths(): string[]
}

// A hostile body can repeat members a hundred thousand times under long paths. What is reported
// stays within a size that is cheap to build; the body is refused for its first ones all the same.
const lengthMax = 1_000_000

/** Collects the paths of members that occur again in their object (ERR-004). */
export function duplicateCollector(): DuplicateCollector {
  const found = new Set<string>()
  let length = 0
  return {
    add(path) {
      if (length > lengthMax) return
      const text = pathText(path)
      length += text.length
      found.add(text)
    },
    paths: () => [...found],
  }
}

/** Dots before names, brackets around indexes: `spec.containers[0].name`. */
function pathText(path: JsonPath): string {
  const parts = path.map(part => (typeof part === 'number' ? `[${part}]` : `.${part}`))
  const text = parts.join('')
  return text.startsWith('.') ? text.slice(1) : text
}
