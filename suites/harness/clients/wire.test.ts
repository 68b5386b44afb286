import { createServer } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { wireBefore } from './wire.ts'

async function serverThatAnswers(body: string) {
  const seen: (string | undefined)[] = []
  const server = createServer((asked, answer) => {
    seen.push(asked.headers.authorization)
    answer.writeHead(201, { 'content-type': 'text/x-answer' })
    asked.on('data', (bytes: Buffer) => answer.write(bytes))
    asked.on('end', () => answer.end(body))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return { url: `http://127.0.0.1:${(server.address() as { port: number }).port}`, seen }
}

test('passes on what is said, and notes in which media types', async () => {
  const server = await serverThatAnswers('pong')
  const wire = await wireBefore({ url: server.url }, { token: 'secret' })
  onTestFinished(wire.close)

  const headers = { 'content-type': 'text/x-question' }
  const answer = await fetch(`${wire.url}/a?watch=1`, { method: 'POST', headers, body: 'ping ' })

  expect(await answer.text()).toBe('ping pong')
  expect(server.seen).toEqual(['Bearer secret'])
  expect(wire.hasWatch()).toBe(true)
  expect(wire.taken()).toEqual([
    {
      verb: 'POST',
      path: '/a',
      isWatch: true,
      sent: 'text/x-question',
      status: 201,
      got: 'text/x-answer',
    },
  ])
  expect(wire.taken()).toEqual([])
})

test('breaks off where the server does', async () => {
  const server = await serverThatAnswers('')
  const wire = await wireBefore({ url: server.url.replace(/\d+$/, '1') }, {})
  onTestFinished(wire.close)

  await expect(fetch(wire.url)).rejects.toThrow('fetch failed')
})
