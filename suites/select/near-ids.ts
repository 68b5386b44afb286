// Suggests ids of the catalogue for unknown ones.

import { distance } from './distance.ts'
import { catalogueIds } from './rows.ts'

const nearMax = 3
const awayMax = 2

/**
 * The message part that names the expected id: those that are spelled like the unknown one, or an
 * example.
 */
export function expectedId(asked: string): string {
  const near = nearIds(asked)
  return `expected an id of the catalogue, such as ${near.length > 0 ? near.join(' or ') : 'LIST-007'}`
}

/**
 * Returns the ids that differ from the unknown one only in letter case, zeros and separators, or
 * else those that differ in at most two characters, the nearest first.
 */
export function nearIds(asked: string): string[] {
  const wanted = shapeOf(asked)
  const same = catalogueIds().filter(id => shapeOf(id) === wanted)
  if (same.length > 0) return same.slice(0, nearMax)
  return catalogueIds()
    .map(id => ({ id, away: distance(wanted, shapeOf(id)) }))
    .filter(({ away }) => away <= awayMax && wanted.length > awayMax * 2)
    .toSorted((a, b) => a.away - b.away)
    .slice(0, nearMax)
    .map(({ id }) => id)
}

/** `page 05` and `PAGE-005` have the same shape. */
const shapeOf = (id: string): string =>
  id
    .toUpperCase()
    .replaceAll(/[\s_-]+/g, '-')
    .replace(/-?0*(\d+)$/, '-$1')
