import type { ServiceAccountClaims, BoundObject } from '../api/access.ts'
import { truncate } from '../api/quote.ts'
import { credentialExtra } from './credential-extra.ts'
import type { User } from '../api/request.ts'
import type { Parts } from '../parts/parts.ts'
import { storeKeyOf } from '../api/resource.ts'

/** Returns the user name of a service account. */
export const serviceAccountUserName = ({
  namespace,
  name,
}: Pick<ServiceAccountClaims, 'namespace' | 'name'>) => `system:serviceaccount:${namespace}:${name}`

/**
 * The user that a token authenticates and the matching audiences, or the reason why it is refused.
 */
export type ServiceAccountBearer = { user: User; audiences: readonly string[] } | { fault: string }

type Known = Pick<
  Parts,
  'serviceAccountTokens' | 'clock' | 'builtInResources' | 'store' | 'stages' | 'dialect'
>

/** Returns the service account of a token; undefined for a text that this server did not sign. */
export async function serviceAccountBearerOf(
  token: string,
  audiences: readonly string[],
  parts: Known,
): Promise<ServiceAccountBearer | undefined> {
  const claims = parts.serviceAccountTokens.read(token)
  if (!claims) return undefined
  const { namespace, name, uid, boundTo, expiresAt } = claims
  const common = audiences.filter(audience => claims.audiences.includes(audience))
  if (common.length === 0) return { fault: audienceFault(claims.audiences, audiences) }
  if (expiresAt * 1000 <= parts.clock.now()) return { fault: 'the token has expired' }
  const needed = [{ kind: 'ServiceAccount', name, uid } as const, ...(boundTo ? [boundTo] : [])]
  for (const one of needed) {
    if (!(await isThere(one, namespace, parts)))
      return { fault: `the ${one.kind} ${one.name} of the token no longer exists` }
  }
  const groups = serviceAccountGroups(namespace)
  const user = { name: serviceAccountUserName(claims), uid, groups }
  const { showsCredentials } = parts.dialect
  return { user: showsCredentials ? { ...user, extra: extraOf(claims) } : user, audiences: common }
}

/** Returns the extra attributes of the user of a token: its id, and the object it is bound to. */
function extraOf({ id = '', boundTo }: ServiceAccountClaims): { [key: string]: string[] } {
  const kind = boundTo?.kind.toLowerCase()
  return {
    ...credentialExtra(id),
    ...(boundTo &&
      boundTo.kind !== 'Secret' && {
        [`authentication.kubernetes.io/${kind}-name`]: [boundTo.name],
        [`authentication.kubernetes.io/${kind}-uid`]: [boundTo.uid],
      }),
  }
}

/** Says that a token is for other audiences than the requested ones. */
export const audienceFault = (own: readonly string[], requested: readonly string[]): string => {
  const [has, wanted] = [own, requested].map(all => truncate(all.join(', ')))
  return `expected a token for ${wanted}, got one for ${has}`
}

/** The groups of all service accounts of a namespace. */
export const serviceAccountGroups = (namespace: string): string[] => [
  'system:serviceaccounts',
  `system:serviceaccounts:${namespace}`,
]

type Needed = Omit<BoundObject, 'kind'> & { readonly kind: BoundObject['kind'] | 'ServiceAccount' }

/** Whether an object still exists with the same uid, and its grace period has not ended. */
async function isThere({ kind, name, uid }: Needed, namespace: string, parts: Known) {
  const resource = parts.builtInResources.find(row => row.group === '' && row.kind === kind)
  if (!resource) return false
  const place = { namespace: resource.isNamespaced ? namespace : '', name }
  const entry = await parts.store.get(storeKeyOf(resource, place))
  if (!entry) return false
  const { metadata } = parts.stages.decodeStored(entry, resource)
  const { deletionTimestamp: end } = metadata
  return metadata.uid === uid && (end === undefined || Date.parse(end) > parts.clock.now())
}
