// Durations as Go writes them: `1h30m`, `500ms`, `-1s`, `0`.

const spans = /(\d+(?:\.\d*)?|\.\d+)(ns|us|µs|μs|ms|s|m|h)/g
const whole = /^[-+]?(?:0|(?:(?:\d+(?:\.\d*)?|\.\d+)(?:ns|us|µs|μs|ms|s|m|h))+)$/

const nanosOf: { readonly [unit: string]: number } = {
  ns: 1,
  us: 1e3,
  µs: 1e3,
  μs: 1e3,
  ms: 1e6,
  s: 1e9,
  m: 60e9,
  h: 3600e9,
}

// Go counts nanoseconds in 64 bits: some 292 years.
const nanosMax = 2 ** 63

// A longer text is no duration that anybody means, and each span of it costs time.
const lengthMax = 100

export const isDuration = (text: string): boolean =>
  text.length <= lengthMax && whole.test(text) && Math.abs(nanosIn(text)) < nanosMax

function nanosIn(text: string): number {
  const sum = [...text.matchAll(spans)].reduce(
    (total, [, count, unit = '']) => total + Number(count) * (nanosOf[unit] ?? 0),
    0,
  )
  return text.startsWith('-') ? -sum : sum
}

/** The seconds in a duration; undefined where there is none. */
export const secondsIn = (text: unknown): number | undefined =>
  typeof text === 'string' && isDuration(text) ? nanosIn(text) / 1e9 : undefined
