// How definitions are called in documents. Clients look for the names of a genuine server: what
// stands before them there is its domain, turned round.

const turned = (domain: string): string => domain.split('.').reverse().join('.')

/** The name of a built-in definition, `core.v1.Pod`, in the documents of a domain. */
export const builtInDocumentName = (short: string, apiDomain: string): string =>
  `${turned(apiDomain)}.${placeOf(short)}${short}`

/** The name of a kind that somebody has defined. */
export const customDocumentName = (group: string, version: string, kind: string): string =>
  `${turned(group)}.${version}.${kind}`

/** Where the definition is from; those of kinds are all in one place but for two groups. */
function placeOf(short: string): string {
  const [first = '', second = ''] = short.split('.')
  const isOfVersion = /^v\d/.test(second)
  if (first === 'meta') return 'apimachinery.pkg.apis.'
  if (first === 'apiextensions') return 'apiextensions-apiserver.pkg.apis.'
  return isOfVersion ? 'api.' : (places[first] ?? 'apimachinery.pkg.')
}

const places: { readonly [first: string]: string } = {
  resource: 'apimachinery.pkg.api.',
  intstr: 'apimachinery.pkg.util.',
}

/** A group in names of operations: its parts one after the other, without the API's own domain. */
export function groupInOperationId(group: string, apiDomain: string): string {
  if (group === '') return 'core'
  const own = group.endsWith(`.${apiDomain}`) ? group.slice(0, -apiDomain.length - 1) : group
  return own
    .split(/[.-]/)
    .map((part, index) => (index === 0 ? part : capitalize(part)))
    .join('')
}

export const capitalize = (word: string): string => word.slice(0, 1).toUpperCase() + word.slice(1)
