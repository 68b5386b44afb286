import { claimSentence } from '../sentences.ts'
import type { Page } from './page.ts'

const nameColumns = 17

/** Formats one line per profile, with its digest. Profiles that were not selected are left out. */
export function profileLines({ report, colours }: Page): string[] {
  const touched = report.profiles.filter(({ result }) => result !== 'untested')
  if (touched.length === 0) return []
  return [
    colours.bold('profiles'),
    ...touched.map(
      ({ name, digest, ...claim }) =>
        `  ${name.padEnd(nameColumns)} ${colours.dim(digest)}  ${claimSentence(claim)}`,
    ),
  ]
}
