// Which kind a document says it is.

import type { Fault } from './rules.ts'
import type { DialectName } from './rules.ts'
import { unsupported } from './obey.ts'
import type { Kind, Kinds } from './vocabulary.ts'

type Named = { readonly dialect: DialectName; readonly apiDomain: string }

export const apiVersionOf = ({ group, version }: Kind, apiDomain: string): string =>
  `${group.replace('*', apiDomain)}/${version}`

/** The kinds of a dialect. */
export const kindsIn = (kinds: Kinds, dialect: DialectName): Kinds =>
  kinds.filter(({ onlyIn }) => onlyIn === undefined || onlyIn === dialect)

/** The kind of a document, or why it has none. */
export function findKind(
  kinds: Kinds,
  { apiVersion, kind }: { readonly apiVersion?: unknown; readonly kind?: unknown },
  { dialect, apiDomain }: Named,
): Kind | Fault {
  if (!isText(apiVersion)) return absent('apiVersion', apiVersion)
  if (!isText(kind)) return absent('kind', kind)
  const own = kindsIn(kinds, dialect)
  const found = own.find(one => one.kind === kind && apiVersionOf(one, apiDomain) === apiVersion)
  if (found) return found
  const versions = own.filter(one => one.kind === kind).map(one => apiVersionOf(one, apiDomain))
  if (versions.length > 0) return { ...unsupported(apiVersion, versions), at: ['apiVersion'] }
  const inGroup = own.filter(one => apiVersionOf(one, apiDomain) === apiVersion)
  if (inGroup.length > 0) {
    return {
      ...unsupported(
        kind,
        inGroup.map(one => one.kind),
      ),
      at: ['kind'],
    }
  }
  return {
    at: ['kind'],
    type: 'Unsupported value',
    value: kind,
    detail: `${apiVersion} is not the version of a configuration kind`,
  }
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

function absent(name: string, value: unknown): Fault {
  if (value === undefined || value === null || value === '') {
    return { at: [name], type: 'Required value' }
  }
  return { at: [name], type: 'Invalid value', value, detail: 'expected a string' }
}
