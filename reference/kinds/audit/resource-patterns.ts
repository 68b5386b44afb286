// Which resources a rule of an audit policy speaks of: `pods`, `pods/log`, `pods/*`, `*/scale`, `*`.

import { invalid, law } from '../rules.ts'

type Pattern = { readonly resource: string; readonly part: string }

/** `*` alone means all resources and all that is below them. */
function patternIn(text: string): Pattern {
  if (text === '*') return { resource: '*', part: '**' }
  const slash = text.indexOf('/')
  if (slash === -1) return { resource: text, part: '' }
  return { resource: text.slice(0, slash), part: text.slice(slash + 1) }
}

const isWild = ({ resource, part }: Pattern): boolean =>
  resource === '*' || part === '*' || part === '**'

function share(a: Pattern, b: Pattern): boolean {
  if (!isWild(a) && !isWild(b)) return false
  const isOneResource = a.resource === b.resource || a.resource === '*' || b.resource === '*'
  return isOneResource && sharePart(a.part, b.part)
}

function sharePart(a: string, b: string): boolean {
  if (a === '**' || b === '**' || a === b) return true
  return (a === '*' && b !== '') || (b === '*' && a !== '')
}

export const noOverlap = law({
  by: 'AUDIT-050',
  says: 'no two patterns that speak of one resource',
  *faults(texts: readonly string[]) {
    const patterns = texts.map(patternIn)
    for (const [index, pattern] of patterns.entries()) {
      const other = patterns.slice(0, index).findIndex(one => share(one, pattern))
      if (other === -1) continue
      yield invalid([index], texts[index], `overlaps with ${JSON.stringify(texts[other])}`)
    }
  },
})
