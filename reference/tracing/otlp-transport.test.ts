import { once } from 'node:events'
import { createServer, type ServerHttp2Session } from 'node:http2'
import type { AddressInfo } from 'node:net'

import { expect, it, onTestFinished } from 'vitest'

import { otlpTransport } from './otlp-transport.ts'

it('on close gives up a batch that a collector does not answer', async () => {
  const sessions: ServerHttp2Session[] = []
  const silent = createServer().on('session', session => void sessions.push(session))
  silent.listen(0, '127.0.0.1')
  await once(silent, 'listening')
  onTestFinished(() => {
    for (const session of sessions) session.destroy()
    silent.close()
  })
  const { port } = silent.address() as AddressInfo
  const resource = { serviceName: 'server', instanceId: '1' }
  const transport = otlpTransport(`dns:127.0.0.1:${port}`, resource)
  const sending = transport.send([])
  await once(silent, 'stream')

  transport.close()

  await expect(sending).rejects.toThrow('CANCELLED')
})
