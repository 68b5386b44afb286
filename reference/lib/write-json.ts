// Writes JSON: as JSON.stringify, and integers beyond 2^53 exactly.

/**
 * One JSON value in UTF-8, without white space. Members that are undefined are left out, as by
 * `JSON.stringify`; a member name occurs once, since objects hold it once.
 */
export function writeJson(value: unknown): Buffer {
  try {
    return Buffer.from(JSON.stringify(value))
  } catch (error) {
    // JSON.stringify is several times faster than any walk of ours and refuses only bigint, which
    // is rare and which it reports by throwing.
    if (!(error instanceof TypeError)) throw error
    return Buffer.from(jsonText(value))
  }
}

function jsonText(value: unknown): string {
  if (typeof value === 'bigint') return value.toString()
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  let text = ''
  let separator = ''
  if (Array.isArray(value)) {
    for (const item of value) {
      text += separator + jsonText(item ?? null)
      separator = ','
    }
    return `[${text}]`
  }
  for (const [name, member] of Object.entries(value)) {
    if (member === undefined) continue
    text += `${separator}${JSON.stringify(name)}:${jsonText(member)}`
    separator = ','
  }
  return `{${text}}`
}
