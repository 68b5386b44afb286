// Nothing secret is written anywhere: Secret data and tokens are replaced before a body reaches a
// report, a case, a history file or the terminal. What is a Secret is told by the path that was
// asked, not by what the target calls its answer.

type Fields = Record<string, unknown>

/** Whether a path is that of Secrets. */
export const isOfSecrets = (path: string): boolean => /\/secrets(\/|\?|$)/.test(path)

/** The body of a request or an answer at a path, with secret values replaced. */
export function redacted(text: string, path = ''): string {
  const secret = isOfSecrets(path)
  if (!secret && !/Secret|Token|[Bb]earer /.test(text)) return text
  try {
    return JSON.stringify(cleaned(JSON.parse(text), secret))
  } catch {
    // Not JSON, or only the beginning of it: nobody can tell what in it is secret.
    return secret ? `[withheld: ${text.length} characters that are not JSON]` : cleanedText(text)
  }
}

/** A value out of a body, with secret values replaced. */
export const redactedValue = (value: unknown, path: string): unknown =>
  cleaned(value, isOfSecrets(path))

/** Any text without the credentials that the harness itself uses. */
export const withoutTokens = (text: string, tokens: string[]): string =>
  tokens.reduce((clean, token) => clean.replaceAll(token, '[redacted]'), text)

// Data of a Secret also stands in texts: in a body that is cut, in an annotation that repeats it
// with its quotation marks escaped.
const cleanedText = (text: string): string =>
  text
    .replaceAll(/([Bb]earer )[^\s"]+/g, '$1[redacted]')
    .replaceAll(/(\\*"(?:data|stringData)\\*"\s*:\s*)\{[^}]*\}?/g, '$1{[redacted]}')
    .replaceAll(/(\\*"token\\*"\s*:\s*\\*")[^"\\]*/g, '$1[redacted]')

function cleaned(value: unknown, secret: boolean): unknown {
  if (typeof value === 'string') return cleanedText(value)
  if (Array.isArray(value)) return value.map(item => cleaned(item, secret))
  if (typeof value !== 'object' || value === null) return value

  const fields = value as Fields
  const isSecret = secret || /^Secret(List)?$/.test(String(fields['kind']))
  const entries = Object.entries(fields).map(([key, field]) => {
    if (isSecret && (key === 'data' || key === 'stringData')) return [key, hidden(field)]
    if (key === 'token' && typeof field === 'string') return [key, '[redacted]']
    return [key, cleaned(field, isSecret)]
  })
  return Object.fromEntries(entries)
}

const hidden = (field: unknown): unknown =>
  typeof field === 'object' && field !== null
    ? Object.fromEntries(Object.keys(field).map(key => [key, '[redacted]']))
    : '[redacted]'
