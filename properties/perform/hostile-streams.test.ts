import { expect, it } from 'vitest'
import { openStream } from './open-stream.ts'

it.each([
  ['a text', '{"a":"', 'x'],
  ['brackets', '', '['],
  ['blanks', '', ' '],
  ['what is no JSON', '', 'x'],
])('gives up on a document of %s that never ends', async (_, start, fill) => {
  let sent = 0
  const endless = async function* () {
    yield Buffer.from(start)
    for (;;) {
      sent += 65_536
      yield Buffer.alloc(65_536, fill)
    }
  }
  const wire = {
    status: 200,
    headers: { 'content-type': 'application/json' },
    pieces: endless(),
  }

  const stream = openStream(wire, {
    reader: 'steady',
    leaving: new AbortController(),
    hasRoom: () => true,
  })
  while (!stream.record.end) await stream.waitForChange(1000)

  expect(stream.record.end).toMatchObject({ how: 'broken', problem: 'a document has no end' })
  expect(sent).toBeLessThan(9 * 1024 * 1024)
})

it('treats a member named __proto__ like any other', async () => {
  const event = '{"type":"ADDED","object":{"__proto__":{"polluted":1},"constructor":{"a":2}}}\n'
  const wire = {
    status: 200,
    headers: { 'content-type': 'application/json' },
    pieces: (async function* () {
      yield Buffer.from(event)
    })(),
  }

  const stream = openStream(wire, {
    reader: 'steady',
    leaving: new AbortController(),
    hasRoom: () => true,
  })
  while (!stream.record.end) await stream.waitForChange(1000)

  expect(JSON.stringify(stream.record.frames[0]?.document)).toBe(
    '{"type":"ADDED","object":{"__proto__":{"polluted":1},"constructor":{"a":2}}}',
  )
  expect(({} as { polluted?: unknown }).polluted).toBe(undefined)
})
