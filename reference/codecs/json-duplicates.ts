/** The member names and indexes that lead from the root of a document to a value. */
export type JsonPath = readonly (string | number)[]

export type DuplicateCollector = {
  add(path: JsonPath): void
  /** Returns each path once, in the order found. */
  paths(): string[]
}

// A hostile body can repeat a hundred thousand members with long paths. Only as many are reported
// as are cheap to build, which is enough to refuse the body.
const lengthMax = 1_000_000

/** Collects the paths of duplicate members (ERR-004). */
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

/** Formats a path with dots before names and brackets around indexes: `spec.containers[0].name`. */
function pathText(path: JsonPath): string {
  const parts = path.map(part => (typeof part === 'number' ? `[${part}]` : `.${part}`))
  const text = parts.join('')
  return text.startsWith('.') ? text.slice(1) : text
}
