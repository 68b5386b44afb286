// Reads the configuration of the plug-in ResourceQuota.

import type { LimitedResource } from '../api/admission-settings.ts'
import type { Dialect } from '../api/dialect.ts'
import { isJsonObject, type JsonObject } from '../api/object.ts'
import { yaml } from '../lib/deferred-libraries.ts'

const flag = '--admission-control-config-file'

/**
 * Reads the member `limitedResources`. As in genuine servers, other members are ignored.
 * @throws Error that names the flag, the file and the member
 */
export function readLimitedResources(
  { name, text }: { readonly name: string; readonly text: string },
  { apiDomain }: Pick<Dialect, 'apiDomain'>,
): readonly LimitedResource[] {
  const at = `${flag}: ${name}`
  const { kind, apiVersion, limitedResources = [] } = documentIn(text, at)
  const old = `resourcequota.admission.${apiDomain}`
  const known = [
    `ResourceQuotaConfiguration of apiserver.config.${apiDomain}/v1`,
    ...['v1beta1', 'v1alpha1'].map(version => `Configuration of ${old}/${version}`),
  ]
  const got = `${String(kind)} of ${String(apiVersion)}`
  if (!known.includes(got)) throw new Error(`${at}: expected a ${known[0]}, got a ${got}`)
  if (!Array.isArray(limitedResources))
    throw new Error(`${at}: limitedResources: expected a list, got something else`)
  return limitedResources.map((one, index) =>
    limitedResource(one, `${at}: limitedResources[${index}]`),
  )
}

function limitedResource(value: unknown, at: string): LimitedResource {
  if (!isJsonObject(value)) throw new Error(`${at}: expected an object, got something else`)
  const { apiGroup: group = '', resource, matchContains = [], matchScopes = [] } = value
  if (typeof group !== 'string') throw new Error(`${at}.apiGroup: expected a text`)
  if (typeof resource !== 'string' || resource === '')
    throw new Error(`${at}.resource: expected the name of a resource`)
  if (!Array.isArray(matchContains) || !matchContains.every(one => typeof one === 'string'))
    throw new Error(`${at}.matchContains: expected a list of texts`)
  if (!Array.isArray(matchScopes) || matchScopes.length > 0)
    throw new Error(`${at}.matchScopes: expected none, since this server does not limit scopes`)
  return { group, resource, matchContains }
}

function documentIn(text: string, at: string): JsonObject {
  try {
    const value: unknown = yaml().parse(text)
    if (isJsonObject(value)) return value
  } catch {
    // The error below says what is expected.
  }
  throw new Error(`${at}: expected an object in YAML or JSON, got something else`)
}
