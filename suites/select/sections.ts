// Finds sections by slug or title, and suggests sections for unknown names.

import { distance } from './distance.ts'
import { sectionsInSet } from './rows.ts'

/** `Create and update` and `create-and-update`, in any letter case, name the same section. */
const slugOf = (named: string): string =>
  named
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, '-')

/** The slug of a section of the set by its slug or title, or undefined. */
export const sectionNamed = (named: string): string | undefined =>
  sectionsInSet.find(slug => slug === slugOf(named))

/** The message for an unknown section name, in one line, with the nearest sections or all. */
export function unknownSection(named: string): string {
  const near = nearest(slugOf(named))
  const expected =
    near.length > 0
      ? `expected a section, such as ${near.join(' or ')}`
      : `expected one of ${sectionsInSet.join(', ')}`
  return `--section: ${expected}, got ${JSON.stringify(named)}`
}

const nearMax = 3

/** Names that sections have elsewhere. */
const otherNames: Record<string, string> = {
  chunking: 'paging',
  crd: 'custom-resources',
  crds: 'custom-resources',
  kubelet: 'node-agent-options',
  livez: 'health',
  rbac: 'authorization',
  ssa: 'server-side-apply',
}

/** The sections whose names contain the slug, share a word with it, or differ in a few letters. */
function nearest(slug: string): string[] {
  const far = Math.max(2, Math.floor(slug.length / 4))
  const known = sectionsInSet.filter(one => one === otherNames[slug])
  const near = sectionsInSet
    .map(one => ({ one, away: distance(slug, one) }))
    .filter(({ one, away }) => away <= far || sharesWord(slug, one))
    .sort((a, b) => a.away - b.away)
    .map(({ one }) => one)
  return [...new Set([...known, ...near])].slice(0, nearMax)
}

const stemLength = 4

/**
 * Whether the section contains the text, or two words of them begin alike: `pagination` and
 * `paging`.
 */
function sharesWord(asked: string, slug: string): boolean {
  if (asked.length > 2 && slug.includes(asked)) return true
  const stems = (text: string) =>
    text
      .split('-')
      .filter(word => word.length >= stemLength)
      .map(word => word.slice(0, stemLength))
  return stems(asked).some(stem => stems(slug).includes(stem))
}
