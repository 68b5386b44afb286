// Creates self-signed certificates. Node can read certificates but not create them, so this file
// encodes the DER (X.690) of one.

import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { isIP, isIPv6 } from 'node:net'

const dayMs = 86_400_000

/**
 * Creates a self-signed certificate and its key, as PEM: valid for a year, for the loopback
 * interface and for further host names and addresses. A client trusts it by adding it to its CAs.
 */
export function selfSignedCertificate(
  hosts: readonly string[],
  now: number,
): { cert: string; key: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const name = sequence(set(sequence(oid(commonName), tlv(0x0c, Buffer.from('touchstone')))))
  const algorithm = sequence(oid(ecdsaWithSha256))
  const serial = Buffer.concat([Buffer.from([1]), randomBytes(15)])
  const certified = sequence(
    tlv(0xa0, tlv(0x02, Buffer.from([2]))),
    tlv(0x02, serial),
    algorithm,
    name,
    sequence(time(now - dayMs), time(now + 365 * dayMs)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    tlv(0xa3, sequence(...extensions(hosts))),
  )
  const signature = sign('sha256', certified, privateKey)
  const whole = sequence(certified, algorithm, tlv(0x03, Buffer.from([0]), signature))
  return {
    cert: pem('CERTIFICATE', whole),
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  }
}

const commonName = [2, 5, 4, 3]
const ecdsaWithSha256 = [1, 2, 840, 10_045, 4, 3, 2]
const basicConstraints = [2, 5, 29, 19]
const keyUsage = [2, 5, 29, 15]
const extendedKeyUsage = [2, 5, 29, 37]
const serverAuth = [1, 3, 6, 1, 5, 5, 7, 3, 1]
const alternativeNames = [2, 5, 29, 17]

function extensions(hosts: readonly string[]): Buffer[] {
  const names = [...new Set(['localhost', '127.0.0.1', '::1', ...hosts])]
  const isTrue = tlv(0x01, Buffer.from([0xff]))
  // digitalSignature and keyCertSign: bits 0 and 5.
  const usages = tlv(0x03, Buffer.from([2, 0b1000_0100]))
  return [
    sequence(oid(basicConstraints), isTrue, tlv(0x04, sequence(isTrue))),
    sequence(oid(keyUsage), isTrue, tlv(0x04, usages)),
    sequence(oid(extendedKeyUsage), tlv(0x04, sequence(oid(serverAuth)))),
    sequence(oid(alternativeNames), tlv(0x04, sequence(...names.map(alternativeName)))),
  ]
}

const alternativeName = (host: string): Buffer =>
  isIP(host) === 0 ? tlv(0x82, Buffer.from(host)) : tlv(0x87, addressBytes(host))

function addressBytes(address: string): Buffer {
  if (!isIPv6(address)) return Buffer.from(address.split('.').map(Number))
  // A URL normalizes the address to its shortest form; only `::` has to be expanded.
  const [head = '', tail = ''] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::')
  const groups = (part: string) => (part === '' ? [] : part.split(':'))
  const zeros = 8 - groups(head).length - groups(tail).length
  const all = [...groups(head), ...Array.from({ length: zeros }, () => '0'), ...groups(tail)]
  return Buffer.from(all.map(group => group.padStart(4, '0')).join(''), 'hex')
}

function tlv(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  if (content.length < 0x80) return Buffer.concat([Buffer.from([tag, content.length]), content])
  const hex = content.length.toString(16)
  const length = Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex')
  return Buffer.concat([Buffer.from([tag, 0x80 + length.length]), length, content])
}

const sequence = (...parts: readonly Buffer[]): Buffer => tlv(0x30, ...parts)

const set = (...parts: readonly Buffer[]): Buffer => tlv(0x31, ...parts)

function oid([first = 0, second = 0, ...rest]: readonly number[]): Buffer {
  return tlv(0x06, Buffer.from([first * 40 + second, ...rest.flatMap(base128)]))
}

/** Encodes seven bits per byte, the highest first; all bytes but the last have the top bit set. */
function base128(number: number): number[] {
  const bytes = [number % 128]
  for (let rest = Math.floor(number / 128); rest > 0; rest = Math.floor(rest / 128)) {
    bytes.unshift(128 + (rest % 128))
  }
  return bytes
}

/** Encodes a UTCTime, which is valid until 2049. */
const time = (ms: number): Buffer =>
  tlv(
    0x17,
    Buffer.from(
      `${new Date(ms)
        .toISOString()
        .replace(/[-:T]|\.\d+/g, '')
        .slice(2)}`,
    ),
  )

function pem(label: string, der: Buffer): string {
  const lines = der.toString('base64').match(/.{1,64}/g) ?? []
  return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ''].join('\n')
}
