import { countedNoun } from '../text-layout.ts'
import { stateAreasOf } from '../sentences.ts'
import { fieldLines, type Page } from './page.ts'

/**
 * Formats how many states of each area were reached, and which were not. The HTML report has the
 * counts.
 */
export function stateLines(page: Page): string[] {
  const areas = stateAreasOf(page.report)
  if (areas.length === 0) return []
  return [
    page.colours.bold('states reached'),
    ...areas.flatMap(({ name, states, missed }) => {
      const reached = countedNoun(states.length - missed.length, 'state')
      const never = missed.length > 0 ? `, not reached: ${missed.join('; ')}` : ''
      return fieldLines(name, `${reached}${never}`, 2, page)
    }),
  ]
}
