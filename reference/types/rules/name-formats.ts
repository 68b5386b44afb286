// Formats of addresses, hosts and other names with several parts.

import { addressFamilyOf, cidrFamilyOf } from '../../lib/ip-addresses.ts'
import { dns1123Label, dns1123Subdomain } from '../../api/name-rules.ts'

/** Returns the faults of a text, one sentence each; empty if it is valid. */
export type TextFormat = (text: string) => readonly string[]

const dnsLabel: TextFormat = text => dns1123Label(text, 'name')
const subdomain: TextFormat = text => dns1123Subdomain(text, 'name')

export const addressFormat: TextFormat = text =>
  addressFamilyOf(text) ? [] : ['must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)']

export const stripLeadingZeros = (text: string): string => text.replaceAll(/(^|\.)0+(?=\d)/g, '$1')

/** An address of an endpoint, which is not unspecified, loopback or link-local. */
export const endpointAddressFormat: TextFormat = text => {
  const bare = stripLeadingZeros(text)
  const faults = addressFormat(bare)
  if (faults.length > 0) return faults
  if (/^0\.0\.0\.0$|^[0:]+$/.test(bare)) return [`may not be unspecified (${text})`]
  if (/^127\.|^[0:]*:0*1$/.test(bare))
    return ['may not be in the loopback range (127.0.0.0/8, ::1/128)']
  if (/^169\.254\.|^fe[89ab]/i.test(bare))
    return ['may not be in the link-local range (169.254.0.0/16, fe80::/10)']
  return /^224\.0\.0\.|^ff02:/i.test(bare)
    ? ['may not be in the link-local multicast range (224.0.0.0/24, ff02::/10)']
    : []
}

export const addressRangeFormat: TextFormat = text =>
  cidrFamilyOf(text) ? [] : ['must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)']

export const wildcardSubdomainFormat: TextFormat = text =>
  text.startsWith('*.') &&
  /^\*\.[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/.test(text)
    ? []
    : [
        "a wildcard DNS-1123 subdomain must start with '*.', followed by a valid DNS subdomain, " +
          "which must consist of lower case alphanumeric characters, '-' or '.' and end with an " +
          "alphanumeric character (e.g. '*.example.com', regex used for validation is " +
          "'\\*\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')",
      ]

/** A host of an Ingress: a DNS name, whose first label may be `*`. */
export const hostFormat: TextFormat = text => {
  if (addressFamilyOf(text)) return ['must be a DNS name, not an IP address']
  return text.includes('*') ? wildcardSubdomainFormat(text) : subdomain(text)
}

const iscsiSyntaxes: readonly [start: string, syntax: RegExp][] = [
  ['iqn', /^iqn\.\d{4}-\d{2}\.([A-Za-z0-9.-]+)(:[^,;*&$|\s]+)$/],
  ['eui', /^eui\.[A-Za-z0-9]{16}$/],
  ['naa', /^naa\.[A-Za-z0-9]{32}$/],
]

export const iscsiNameFormat: TextFormat = text => {
  const found = iscsiSyntaxes.find(([start]) => text.startsWith(start))
  if (!found) return ['must be valid format starting with iqn, eui, or naa']
  return found[1].test(text) ? [] : ['must be valid format']
}

/** A name with a colon starts with its signer, which defines the rest, so it is not checked. */
export const trustBundleNameFormat: TextFormat = text =>
  text.includes(':')
    ? []
    : subdomain(text).map(fault => `not a valid clustertrustbundlename: ${fault}`)

export const signerNameFormat: TextFormat = text => {
  if (text === '') return []
  const segments = text.split('/')
  const [domain = '', path = ''] = segments
  if (segments.length !== 2) {
    return ["must be a fully qualified domain and path of the form 'example.com/signer-name'"]
  }
  const labels = domain.split('.')
  const wrong = labels.find(one => dnsLabel(one).length > 0)
  const wrongPath = path.split('.').find(one => subdomain(one).length > 0)
  const labelFaults = (one: string | undefined, format: TextFormat) =>
    one === undefined
      ? []
      : format(one).map(fault => `validating label ${JSON.stringify(one)}: ${fault}`)
  return [
    ...labelFaults(wrong, dnsLabel),
    ...(labels.length < 2
      ? ['should be a domain with at least two segments separated by dots']
      : []),
    ...labelFaults(wrongPath, subdomain),
  ]
}
