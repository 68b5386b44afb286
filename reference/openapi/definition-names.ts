// The names of definitions in OpenAPI documents. Clients expect those of a genuine server, which
// begin with its domain in reverse order.

const turned = (domain: string): string => domain.split('.').reverse().join('.')

/**
 * Returns the name of a built-in definition such as `core.v1.Pod` in documents with an API domain.
 */
export const builtInDocumentName = (short: string, apiDomain: string): string =>
  `${turned(apiDomain)}.${placeOf(short)}${short}`

/** Returns the name of a custom kind. */
export const customDocumentName = (group: string, version: string, kind: string): string =>
  `${turned(group)}.${version}.${kind}`

/**
 * Returns the package path of a definition; all kinds have the same one except those of two groups.
 */
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

/** Returns a group in camel case for operation ids, without the API domain. */
export function groupInOperationId(group: string, apiDomain: string): string {
  if (group === '') return 'core'
  const own = group.endsWith(`.${apiDomain}`) ? group.slice(0, -apiDomain.length - 1) : group
  return own
    .split(/[.-]/)
    .map((part, index) => (index === 0 ? part : capitalize(part)))
    .join('')
}

export const capitalize = (word: string): string => word.slice(0, 1).toUpperCase() + word.slice(1)
