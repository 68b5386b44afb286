// Validates schedules and time zones of cron jobs.

const fields: readonly (readonly [min: number, max: number, names?: string])[] = [
  [0, 59],
  [0, 23],
  [1, 31],
  [1, 12, 'jan feb mar apr may jun jul aug sep oct nov dec'],
  [0, 6, 'sun mon tue wed thu fri sat'],
]

const words = ['@yearly', '@annually', '@monthly', '@weekly', '@daily', '@midnight', '@hourly']

/** Returns the faults of a cron schedule. A `TZ=` prefix is removed first and judged elsewhere. */
export function cronFaults(text: string): string[] {
  const bare = text.replace(/^(TZ|CRON_TZ)=\S+\s*/, '')
  if (words.includes(bare) || /^@every (\d+(\.\d*)?(ns|us|µs|ms|s|m|h))+$/.test(bare)) return []
  if (bare === '') return ['empty spec string']
  if (bare.startsWith('@')) return [`unrecognized descriptor: ${bare}`]
  const parts = bare.trim().split(/\s+/)
  if (parts.length !== fields.length) {
    return [`expected exactly 5 fields, found ${parts.length}: [${parts.join(' ')}]`]
  }
  const wrong = parts.find((part, index) => !isField(part, fields[index] ?? [0, 0]))
  return wrong === undefined ? [] : [`failed to parse int from ${wrong}`]
}

const isField = (part: string, field: (typeof fields)[number]): boolean =>
  part.split(',').every(one => isRange(one, field))

function isRange(text: string, [min, max, names = '']: (typeof fields)[number]): boolean {
  const [range = '', step, ...more] = text.split('/')
  if (more.length > 0 || (step !== undefined && !/^[1-9]\d*$|^0+[1-9]\d*$/.test(step))) return false
  if (range === '*' || range === '?') return true
  const ends = range.split('-').map(end => {
    const named = names.split(' ').indexOf(end.toLowerCase())
    return named >= 0 && end !== '' ? named + min : /^\d+$/.test(end) ? Number(end) : Number.NaN
  })
  const [first = Number.NaN, last = first] = ends
  return ends.length <= 2 && first >= min && last <= max && first <= last
}

/**
 * Returns the faults of a time zone. It must be a name of the time zone database; `Local` is not
 * allowed.
 */
export function timeZoneFaults(text: string): string[] {
  if (text === '') return ['timeZone must be nil or non-empty string']
  if (text.toLowerCase() === 'local')
    return ['timeZone must be an explicit time zone as defined in https://www.iana.org/time-zones']
  if (!/^[A-Za-z0-9_+\-/]+$/.test(text)) return [`unknown time zone ${text}`]
  try {
    new Intl.DateTimeFormat('en', { timeZone: text })
    return /^[+-]/.test(text) ? [`unknown time zone ${text}`] : []
  } catch {
    // `Intl` threw: it does not know the zone.
    return [`unknown time zone ${text}`]
  }
}
