// Validates the conversion webhook of a definition as a genuine server does.

import { dns1035Label, dns1123Subdomain } from '../../api/name-rules.ts'
import { objectIn } from '../../api/object.ts'
import { valueInvalid, valueRequired, type StatusCause } from '../../api/status-causes.ts'
import { parseUrl } from '../../lib/parse-url.ts'

/** Yields the causes of `clientConfig` and `conversionReviewVersions`. */
export function* webhookCauses(
  clientConfig: unknown,
  versions: readonly unknown[],
): Iterable<StatusCause> {
  yield* clientCauses(clientConfig, 'spec.conversion.webhookClientConfig')
  yield* versionCauses(versions, 'spec.conversion.conversionReviewVersions')
}

function* clientCauses(written: unknown, field: string): Iterable<StatusCause> {
  if (written === undefined)
    return yield valueRequired(field, 'required when strategy is set to Webhook')
  const { url, service } = objectIn(written)
  if ((url === undefined) === (service === undefined)) {
    return yield valueRequired(field, 'exactly one of url or service is required')
  }
  if (typeof url === 'string') yield* urlCauses(url, `${field}.url`)
  else yield* serviceCauses(objectIn(service), `${field}.service`)
}

const form = '; desired format: https://host[/path]'

function* urlCauses(text: string, field: string): Iterable<StatusCause> {
  const url = parseUrl(text)
  if ('fault' in url)
    return yield valueRequired(field, `url must be a valid URL: ${url.fault}${form}`)
  const { scheme, host, fragment, query } = url
  if (scheme !== 'https')
    yield valueInvalid(field, scheme, `'https' is the only allowed URL scheme${form}`)
  if (host === '') yield valueInvalid(field, host, `host must be specified${form}`)
  // The value is not quoted, because it may be a password.
  if (url.hasUser) yield valueInvalid(field, '', 'user information is not permitted in the URL')
  if (fragment !== '') yield valueInvalid(field, fragment, 'fragments are not permitted in the URL')
  if (query !== '')
    yield valueInvalid(field, query, 'query parameters are not permitted in the URL')
}

function* serviceCauses(
  { name, namespace, path, port }: ReturnType<typeof objectIn>,
  field: string,
): Iterable<StatusCause> {
  if ((name ?? '') === '') yield valueRequired(`${field}.name`)
  if ((namespace ?? '') === '') yield valueRequired(`${field}.namespace`)
  if (typeof port === 'number' && (port < 1 || port > 65535)) {
    const because = 'port is not valid: must be between 1 and 65535, inclusive'
    yield valueInvalid(`${field}.port`, port, because)
  }
  if (typeof path === 'string') yield* pathCauses(path, `${field}.path`)
}

function* pathCauses(path: string, field: string): Iterable<StatusCause> {
  if (path === '' || path === '/') return
  if (!path.startsWith('/')) yield valueInvalid(field, path, "must start with a '/'")
  // The first character is dropped, even if it is not a slash, and so is a slash at the end.
  const segments = path.slice(1).replace(/\/$/, '').split('/')
  for (const [index, segment] of segments.entries()) {
    if (segment === '') yield valueInvalid(field, path, `segment[${index}] may not be empty`)
    else {
      const faults = dns1123Subdomain(segment, 'name')
      for (const fault of faults) yield valueInvalid(field, path, `segment[${index}]: ${fault}`)
    }
  }
}

function* versionCauses(versions: readonly unknown[], field: string): Iterable<StatusCause> {
  if (versions.length === 0) return yield valueRequired(field)
  const seen = new Set<unknown>()
  for (const [index, version] of versions.entries()) {
    const place = `${field}[${index}]`
    if (seen.has(version)) yield valueInvalid(place, version, 'duplicate version')
    else if (typeof version === 'string') {
      for (const fault of dns1035Label(version, 'name')) yield valueInvalid(place, version, fault)
    }
    seen.add(version)
  }
  if (!seen.has('v1') && !seen.has('v1beta1'))
    yield valueInvalid(field, versions, 'must include at least one of v1, v1beta1')
}
