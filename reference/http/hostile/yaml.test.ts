import { describe, expect, it } from 'vitest'

import { ask, attack, MiB } from './test-attack.ts'
import { startVictim } from './test-victim.ts'

const maps = '/api/v1/namespaces/default/configmaps'
const server = await startVictim()

const post = (body: string) =>
  ask(server, ['POST', maps], body, { 'content-type': 'application/yaml' })
const stored = async () => (await ask(server, ['GET', maps])).body.items.length

/** A "billion laughs" document: nine lists, each with nine times the items of the previous one. */
function laughs(): string {
  const names = [...'abcdefghi']
  const lines = names.map((name, index) => {
    const item = index === 0 ? 'lol' : `*${names[index - 1]}`
    return `${name}: &${name} [${Array(9).fill(item).join(', ')}]`
  })
  return `metadata: {name: bomb}\n${lines.join('\n')}\n`
}

describe('T3: YAML', () => {
  it('that expands exponentially by aliases is 400', async ({ annotate }) => {
    const bounds = { server, annotate, blockedMs: 50, grownBytes: 32 * MiB }

    const answer = await attack(bounds, () => post(laughs()))

    expect(answer.status).toBe(400)
    expect(await stored()).toBe(0)
  })

  it('that contains itself is 400', async ({ annotate }) => {
    const answer = await attack({ server, annotate }, () => post('data: &a\n  a: *a\n'))

    expect(answer.status).toBe(400)
  })
})

describe('T4: YAML', () => {
  const merges = Array.from({ length: 5000 }, () => '<<: *a').join('\n')

  it.for([
    ['merged with itself 5,000 times', `a: &a {b: c}\n${merges}\n`],
    ['of 50 KB of colons', ': '.repeat(25_000)],
    ['nested 20,000 deep in brackets', '['.repeat(20_000)],
    ['nested 20,000 deep in braces', '{a: '.repeat(20_000)],
    ['nested 20,000 deep in dashes', '- '.repeat(20_000)],
    ['of 100,000 anchors', `x: ${'&a '.repeat(100_000)}`],
    ['of 100,000 questions', '? '.repeat(100_000)],
    ['with tags that make things', '!!js/function "x": !!python/object:os.system y'],
    ['with a tag of 100 KB', `a: !${'a'.repeat(100_000)} b`],
    ['of tabs', '\t'.repeat(100_000)],
    ['of 3 MiB of spaces', ' '.repeat(3 * MiB - 1)],
    ['of a long open quote', `a: "${'\\x'.repeat(500_000)}`],
  ] as const)('%s is refused', async ([, body], { annotate }) => {
    const answer = await attack({ server, annotate }, () => post(body))

    expect([400, 422]).toContain(answer.status)
    expect(answer.text.length).toBeLessThan(4096)
    expect(await stored()).toBe(0)
  })
})
