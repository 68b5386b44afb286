import { counted } from '../layout.ts'
import { areasOf } from '../words.ts'
import { field, type Page } from './page.ts'

/** How many states of each area were reached, and which never were; the page has their counts. */
export function states(page: Page): string[] {
  const areas = areasOf(page.report)
  if (areas.length === 0) return []
  return [
    page.colours.bold('states reached'),
    ...areas.flatMap(({ name, states, missed }) => {
      const reached = counted(states.length - missed.length, 'state')
      const never = missed.length > 0 ? `, never: ${missed.join('; ')}` : ''
      return field(name, `${reached}${never}`, 2, page)
    }),
  ]
}
