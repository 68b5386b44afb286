const unitMs = { h: 3_600_000, m: 60_000, s: 1000, ms: 1, us: 1e-3, µs: 1e-3, μs: 1e-3, ns: 1e-6 }
const part = /(\d+(?:\.\d*)?|\.\d+)(ns|[uµμ]s|ms|h|m|s)/g

/**
 * Returns the milliseconds in a duration as Go writes it, such as `5m`, `1h30m`, `1.5s` or `0`, at
 * least one or `msMin`.
 * @throws Error that names the flag
 */
export function flagDurationMs(flag: string, text: string, msMin = 1): number {
  const parts = text === '0' ? [] : [...text.matchAll(part)]
  const isWhole = text === '0' || (text !== '' && parts.map(([one]) => one).join('') === text)
  const ms = parts.reduce(
    (sum, [, number, unit]) => sum + Number(number) * unitMs[unit as keyof typeof unitMs],
    0,
  )
  if (isWhole && ms >= msMin) return ms
  throw new Error(`${flag}: expected a duration such as 5m or 1h30m, got ${JSON.stringify(text)}`)
}
