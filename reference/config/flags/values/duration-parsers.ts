// Parsers of durations (AGENT-136).

import { durationText, nanosecondsIn } from '../../../lib/durations.ts'
import { numberText, type ParseResult, textParser } from './value-parser.ts'

function readDuration(text: string): ParseResult {
  const nanoseconds = nanosecondsIn(text)
  if (nanoseconds === undefined) return { fault: 'must be a duration such as 20s or 2m0s' }
  return { value: durationText(nanoseconds) }
}

export const durationParser = textParser({ word: 'duration', read: readDuration })

/** Also accepts integer nanoseconds in a configuration. */
export const durationOrNumberParser = textParser({ word: 'duration', read: readDuration }, json => {
  const nanoseconds = numberText(json)
  if (nanoseconds !== undefined) return `${nanoseconds}ns`
  return typeof json === 'string' ? json : undefined
})
