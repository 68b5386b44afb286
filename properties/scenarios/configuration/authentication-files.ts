// Generates authentication configurations: issuers and the keys of extra attributes.

import fc from 'fast-check'
import type { Arbitrary } from 'fast-check'
import { validAuthentication, authenticationWith } from '../../models/config/authentication.ts'
import { literalOnlyCase, withFields, refusedCase, acceptedCase } from './configuration.ts'
import type { DocumentCases } from './configuration.ts'

const url = 'jwt[0].issuer.url'

const labels = fc.stringMatching(/^[a-z]([a-z0-9-]{0,8}[a-z0-9])?$/)
const hosts = fc.array(labels, { minLength: 1, maxLength: 3 }).map(parts => parts.join('.'))
const paths = fc.array(fc.stringMatching(/^[a-z0-9_~.-]{1,6}$/), { maxLength: 3 })
const good = fc
  .tuple(hosts, fc.constantFrom('', ':8443'), paths)
  .map(([host, port, path]) => `https://${host}${port}${path.map(part => `/${part}`).join('')}`)

/** AUTHN-034: both forms of URLs are accepted. Another scheme or a missing host is refused. */
export const issuerUrls = (): Arbitrary<DocumentCases> =>
  fc
    .tuple(good, fc.constantFrom('http', 'ftp', 'HTTP', 'wss'), fc.constantFrom('', '/path'))
    .map(([text, scheme, path]) => ({
      good: validAuthentication,
      cases: [
        acceptedCase(withFields({ [url]: text })),
        refusedCase(withFields({ [url]: text.replace('https', scheme) })),
        refusedCase(withFields({ [url]: text.replace('https://', '') })),
        literalOnlyCase(withFields({ [url]: `https://${path}` })),
      ],
    }))

/** AUTHN-013: two of several authenticators have the same issuer. */
export const duplicateIssuers = (): Arbitrary<DocumentCases> =>
  fc.tuple(fc.integer({ min: 2, max: 5 }), fc.nat(), fc.nat()).map(([count, one, step]) => {
    const first = one % count
    const second = (first + 1 + (step % (count - 1))) % count
    const [early, late] = [Math.min(first, second), Math.max(first, second)]
    const change = withFields({ [`jwt[${late}].issuer.url`]: `https://issuer.example/${early}` })
    const paths = [`jwt[${late}].issuer.url`, `jwt[${early}].issuer.url`, 'jwt']
    return { good: authenticationWith(count), cases: [refusedCase(change, ...paths)] }
  })

const key = 'jwt[0].claimMappings.extra[0].key'
const segments = fc.stringMatching(/^[a-z0-9._~!$&'()*+,;=:-]{1,8}$/)

/** AUTHN-068: a key is a subdomain and a path after the first slash. */
export const extraKeys = (): Arbitrary<DocumentCases> =>
  fc
    .tuple(
      hosts,
      fc.array(segments, { minLength: 1, maxLength: 3 }).map(parts => parts.join('/')),
      fc.constantFrom('a_b.example', '-a.example', 'a..example', '.example', 'a.example-'),
      fc.constantFrom('a b', 'a"b', 'a<b', 'a^b', 'ä'),
    )
    .map(([host, path, badHost, badPath]) => ({
      good: validAuthentication,
      cases: [
        acceptedCase(withFields({ [key]: `${host}/${path}` })),
        refusedCase(withFields({ [key]: `${badHost}/${path}` })),
        refusedCase(withFields({ [key]: `${host}/${badPath}` })),
        refusedCase(withFields({ [key]: host })),
        refusedCase(withFields({ [key]: `/${path}` })),
      ],
    }))
