const unitMs = { h: 3_600_000, m: 60_000, s: 1000, ms: 1 } as const

/**
 * The milliseconds in a duration such as `5m`, `1h30m`, `1.5s` or `300ms`, at least one or `msMin`.
 * @throws Error that names the flag
 */
export function flagDurationMs(flag: string, text: string, msMin = 1): number {
  const parts = [...text.matchAll(/(\d+(?:\.\d+)?)(ms|h|m|s)/g)]
  const isWhole = parts.length > 0 && parts.map(([part]) => part).join('') === text
  const ms = parts.reduce(
    (sum, [, number, unit]) => sum + Number(number) * unitMs[unit as keyof typeof unitMs],
    0,
  )
  if (isWhole && ms >= msMin) return ms
  throw new Error(`${flag}: expected a duration such as 5m or 1h30m, got ${JSON.stringify(text)}`)
}
