import { describe, expect, it } from 'vitest'

import { ask, attack } from './test-attack.ts'
import { startVictim } from './test-victim.ts'

const maps = '/api/v1/namespaces/default/configmaps'
// The dialect that serves Protobuf; CBOR is behind a feature gate.
const server = await startVictim({ dialect: 'kubernetes', gates: { CBORServingAndStorage: true } })

const post = (bytes: Buffer, type: string) =>
  ask(server, ['POST', maps], bytes, { 'content-type': type, accept: 'application/json' })
const stored = async () =>
  (await ask(server, ['GET', maps])).body.items.map(({ metadata }) => metadata.name)
const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex')

describe('T6: CBOR', () => {
  it.for([
    ['nested 100,000 deep', Buffer.alloc(100_000, 0x81)],
    ['nested 3,000,000 deep without ends', Buffer.alloc(3_000_000, 0x9f)],
    ['tagged 100,000 times', Buffer.alloc(100_000, 0xc0)],
    ['a text of 2^63 bytes', hex('a1 6161 7b 7fffffffffffffff')],
    ['bytes of 4 GiB', hex('a1 6161 5a ffffffff')],
    ['a list of 2^32 items', hex('a1 6161 9a ffffffff')],
    ['a map of 2^64 members', hex('bb ffffffffffffffff')],
    ['an endless text', Buffer.concat([hex('a1 6161 7f'), Buffer.alloc(300_000, 0x60)])],
    ['a member twice', hex('a2 6161 01 6161 02')],
    ['a text that is no UTF-8', hex('a1 6161 62 c0af')],
    ['a name that is a number', hex('a1 01 6161')],
    ['a name of a prototype', hex('a1 69 5f5f70726f746f5f5f a1 6161 01')],
    ['an unknown tag', hex('a1 6161 d9 ffff 01')],
    ['an undefined value', hex('a1 6161 f7')],
    ['no number', hex('a1 6161 f9 7e00')],
    ['two documents', hex('a0 a0')],
    ['a break alone', hex('ff')],
  ] as const)('such as %s is refused', async ([, bytes], { annotate }) => {
    const answer = await attack({ server, annotate }, () => post(bytes, 'application/cbor'))

    // Bytes that decode to an object have no name in it.
    expect([400, 422]).toContain(answer.status)
    expect(await stored()).toEqual(['kube-root-ca.crt'])
  })
})

describe('T10: Protobuf', () => {
  const magic = hex('6b387300')
  const unknown = (raw: string) =>
    Buffer.concat([magic, hex('0a0f 0a02 7631 1209 436f6e6669674d6170'), hex(raw)])

  it.for([
    ['another magic', hex('6b387301 0a00')],
    ['half a magic', hex('6b38')],
    ['nothing behind it', magic],
    ['a number without end', Buffer.concat([magic, Buffer.alloc(1000, 0xff)])],
    ['a group', Buffer.concat([magic, Buffer.alloc(100_000, 0x0b)])],
    ['a raw object of 2 GiB', unknown('12 ffffffff07')],
    ['a raw object of 2^63 bytes', unknown('12 ffffffffffffffff7f')],
    ['a metadata of 2 GiB', unknown('1206 0a ffffffff07')],
    ['field 0', unknown('1202 0000')],
    ['a wire type that is none', unknown('1202 0f00')],
    ['no raw object', unknown('')],
    ['a packed encoding', unknown('1200 1a04 677a6970')],
    ['3 MiB of empty fields', unknown(`12 80a08001 ${'1a00'.repeat(0x100800)}`)],
  ] as const)('such as %s is refused', async ([, bytes], { annotate }) => {
    const answer = await attack({ server, annotate }, () =>
      post(bytes, 'application/vnd.kubernetes.protobuf'),
    )

    expect([400, 413, 422]).toContain(answer.status)
    expect(await stored()).toEqual(['kube-root-ca.crt'])
  })
})
