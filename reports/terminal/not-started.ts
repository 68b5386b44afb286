import { countedNoun, formatCount } from '../text-layout.ts'
import type { ConformanceReport } from '../report.ts'

const sectionsMax = 4

/** Says which sections have musts whose checks were not started, the section with most first. */
export function notStarted({ skipped, requirements, sections }: ConformanceReport): string[] {
  if (!skipped) return []
  const musts = requirements.filter(
    ({ strength, inSet, because }) =>
      strength === 'must' && inSet && because === `not judged: ${skipped.because}`,
  )
  if (musts.length === 0) return []
  const counts = sections
    .map(({ slug }) => ({ slug, count: musts.filter(({ section }) => section === slug).length }))
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => b.count - a.count)
  const named = counts.slice(0, sectionsMax)
  const others = musts.length - named.reduce((sum, { count }) => sum + count, 0)
  const [, flag] = /; use (--timeout \S+) to run all$/.exec(skipped.because) ?? []
  const parts = [
    ...named.map(({ slug, count }) => `${slug} ${formatCount(count)}`),
    ...(others > 0 ? [`others ${formatCount(others)}`] : []),
  ].join(', ')
  const [when, how] = flag === undefined ? ['', ''] : [' in time', ` (run them: ${flag})`]
  return [`${countedNoun(musts.length, 'must')} not started${when}: ${parts}${how}`]
}
