// Values that are durations (AGENT-136).

import { durationText, nanosecondsIn } from '../../../lib/durations.ts'
import { ofNumber, type Reading, textForm } from './reading.ts'

function readDuration(text: string): Reading {
  const nanoseconds = nanosecondsIn(text)
  if (nanoseconds === undefined) return { fault: 'must be a duration such as 20s or 2m0s' }
  return { value: durationText(nanoseconds) }
}

export const duration = textForm({ word: 'duration', read: readDuration })

/** The same, where a configuration may give whole nanoseconds too. */
export const durationOrNumber = textForm({ word: 'duration', read: readDuration }, json => {
  const nanoseconds = ofNumber(json)
  if (nanoseconds !== undefined) return `${nanoseconds}ns`
  return typeof json === 'string' ? json : undefined
})
