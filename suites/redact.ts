// Nothing secret is written anywhere: Secret data and tokens in bodies are replaced before a body
// reaches a report, a case or the terminal. Credentials never enter a history in the first place.

type Fields = Record<string, unknown>

/** A JSON body with secret values replaced; other text unchanged. */
export function redacted(text: string): string {
  if (!/"(Secret|SecretList|TokenReview|TokenRequest)"|[Bb]earer /.test(text)) return text
  try {
    return JSON.stringify(cleaned(JSON.parse(text)))
  } catch {
    // Not JSON, or only the beginning of it.
    return cleanedText(text)
  }
}

/** An object with its secret values replaced. */
export const redactedObject = (object: unknown, kind: string): unknown => cleaned(object, kind)

// Data of a Secret also stands in texts: in a body that is cut, in an annotation that repeats it
// with its quotation marks escaped.
const cleanedText = (text: string): string =>
  text
    .replaceAll(/([Bb]earer )[^\s"]+/g, '$1[redacted]')
    .replaceAll(/(\\*"(?:data|stringData)\\*"\s*:\s*)\{[^}]*\}?/g, '$1{[redacted]}')
    .replaceAll(/(\\*"token\\*"\s*:\s*\\*")[^"\\]*/g, '$1[redacted]')

function cleaned(value: unknown, kind?: unknown): unknown {
  if (typeof value === 'string') return cleanedText(value)
  if (Array.isArray(value)) return value.map(item => cleaned(item, kind))
  if (typeof value !== 'object' || value === null) return value

  const fields = value as Fields
  const own = fields['kind'] ?? kind
  const secret = own === 'Secret' || own === 'SecretList'
  const entries = Object.entries(fields).map(([key, field]) => {
    if (secret && (key === 'data' || key === 'stringData')) return [key, hidden(field)]
    if (key === 'token' && typeof field === 'string') return [key, '[redacted]']
    return [key, cleaned(field, own === 'SecretList' && key === 'items' ? 'Secret' : undefined)]
  })
  return Object.fromEntries(entries)
}

const hidden = (field: unknown): unknown =>
  typeof field === 'object' && field !== null
    ? Object.fromEntries(Object.keys(field).map(key => [key, '[redacted]']))
    : '[redacted]'
