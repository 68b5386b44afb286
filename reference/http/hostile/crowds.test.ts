import { describe, expect, it } from 'vitest'

import { selfSignedCertificate } from '../self-signed-certificate.ts'
import { ask, attack, MiB } from './test-attack.ts'
import { startVictim } from './test-victim.ts'

const maps = '/api/v1/namespaces/default/configmaps'
const plain = await startVictim()
const secured = await startVictim({ tls: selfSignedCertificate([], Date.now()) })

const lists = `{"metadata":{"name":"a"},"x":[${'[],'.repeat(1_000_000)}[]],"data":1}`
const text = `{"metadata":{"name":"a"},"x":"${'x'.repeat(3_000_000)}","data":1}`

// Retry when the machine is busy.
const busy = { retry: 2, timeout: 120_000 }

describe('T62: connections that each send 3 MiB at once are served one after the other,', () => {
  it.for([
    // Node reads up to 2 MiB of each socket in one turn.
    ['60 of a text over plain HTTP', plain, 60, text, 250],
    ['10 of the smallest values over plain HTTP', plain, 10, lists, 50],
    ['10 of the smallest values over TLS', secured, 10, lists, 50],
  ] as const)('%s', busy, async ([, server, crowd, body, blockedMs], { annotate }) => {
    // The bodies are kept in memory while they wait: 180 MiB.
    const bounds = { blockedMs, grownBytes: 768 * MiB, keptBytes: 16 * MiB }

    const answers = await attack({ server, annotate, ...bounds }, () =>
      Promise.all(Array.from({ length: crowd }, () => ask(server, ['POST', maps], body))),
    )

    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([400]))
  })
})
