import { describe, expect, it } from 'vitest'

import { startTestServer } from './test-server.ts'

const secrets = '/api/v1/namespaces/default/secrets'

describe('the size of a request', () => {
  it('does not determine the size of its refusal (ERR-006)', async () => {
    const { ask } = await startTestServer()
    const keys = Array.from({ length: 20_000 }, (_, index) => `!${index}`)
    const map = Object.fromEntries(keys.map(key => [key, '']))
    const pods = '/api/v1/namespaces/default/pods'
    const bodies: [string, object][] = [
      [secrets, { metadata: { name: 'a', labels: map } }],
      [secrets, { metadata: { name: 'a', annotations: map } }],
      [secrets, { metadata: { name: 'a', finalizers: keys } }],
      [secrets, { metadata: { name: 'a', labels: { a: '\u007f'.repeat(1_000_000) } } }],
      [secrets, { metadata: { name: 'a' }, data: map }],
      [pods, { metadata: { name: 'a' }, spec: { containers: keys.map(() => ({})) } }],
    ]

    for (const [path, body] of bodies) {
      const refused = await ask('POST', path, body)

      expect(refused.status).toBe(422)
      expect(refused.text.length).toBeLessThan(64 * 1024)
    }
  })

  it('can lead to more causes than its refusal lists, which the message says', async () => {
    const { ask } = await startTestServer()
    const finalizers = Array.from({ length: 51 }, (_, index) => `!${index}`)

    const { body } = await ask('POST', secrets, { metadata: { name: 'a', finalizers } })

    expect(body['message']).toMatch(/, and more than these 50\]$/)
    expect(body['details']).toMatchObject({ causes: { length: 50 } })
  })

  it('is limited to 64 KiB of headers', async () => {
    const { ask } = await startTestServer()
    const selector = (terms: number) => `${secrets}?labelSelector=${'!a,'.repeat(terms)}!a`

    expect((await ask('GET', selector(20_000))).status).toBe(200)
    expect((await ask('GET', selector(330_000))).status).toBe(431)
  })
})
