import { expect, it } from 'vitest'
import { TransportError } from '../../fixtures/client/client.ts'
import type { Client, WireRequest } from '../../fixtures/client/client.ts'
import { createTimeoutPolicy } from './timeout-policy.ts'

const late = 'no complete answer within 1000 ms'

it('waits less after three time-outs in a row, until there is an answer again', async () => {
  const hangs = new Set(['/a'])
  const { client, asked } = clientWhere(path => (hangs.has(path) ? late : undefined))
  const patient = createTimeoutPolicy({ requestMs: 60_000, backoffMs: 0, onDead: never }).wrap(
    client,
  )
  const get = (path: string) => patient.send({ method: 'GET', path }).catch(() => undefined)

  for (let times = 0; times < 4; times++) {
    await get('/a')
    await get('/b')
  }
  hangs.delete('/a')
  await get('/a')
  await get('/a')

  const waits = (of: string) =>
    asked.filter(({ path }) => path === of).map(({ answerMs }) => answerMs)
  expect(waits('/a')).toEqual([60_000, 60_000, 60_000, 6_000, 6_000, 60_000])
  expect(waits('/b')).toEqual([60_000, 60_000, 60_000, 60_000])
})

it('waits as long as the slowest answer after three different requests timed out', async () => {
  const { client, asked } = clientWhere(path => (path === '/b' ? undefined : late))
  const patient = createTimeoutPolicy({ requestMs: 60_000, onDead: never }).wrap(client)
  const waitsFor = async (...paths: string[]) => {
    const before = asked.length
    for (const path of paths) await patient.send({ method: 'GET', path }).catch(() => undefined)
    return asked.slice(before).map(({ answerMs }) => answerMs)
  }

  expect(await waitsFor('/a', '/b', '/c', '/b', '/d')).toEqual(Array(5).fill(60_000))
  expect(await waitsFor('/b', '/e', '/b')).toEqual([60_000, 6_000, 6_000])
})

it('counts concurrent time-outs as one', async () => {
  const isPaused = { now: true }
  const { client, asked } = clientWhere(() => (isPaused.now ? late : undefined))
  const patient = createTimeoutPolicy({ requestMs: 60_000, onDead: never }).wrap(client)
  const paths = ['/a', '/c', '/d']
  const sendAll = () =>
    Promise.all(paths.map(path => patient.send({ method: 'GET', path }).catch(() => undefined)))

  await sendAll()
  isPaused.now = false
  await sendAll()
  await sendAll()

  expect(asked.slice(-3).map(({ answerMs }) => answerMs)).toEqual(Array(3).fill(60_000))
})

it('counts requests that differ in the names of one run as the same request', async () => {
  const { client, asked } = clientWhere(path => (path === '/b' ? undefined : late))
  const patient = createTimeoutPolicy({ requestMs: 60_000, onDead: never }).wrap(client)

  for (const name of ['x', 'y', 'z', 'w']) {
    await patient.send({ method: 'GET', path: `/a/t0a1b2c3d-${name}` }).catch(() => undefined)
    await patient.send({ method: 'GET', path: '/b' })
  }

  expect(asked.findLast(({ path }) => path !== '/b')?.answerMs).toBe(6_000)
})

it('waits less for all writes of a type after three of any method timed out in a row', async () => {
  const { client, asked } = clientWhere((path, method) => (method === 'GET' ? undefined : late))
  const patient = createTimeoutPolicy({ requestMs: 60_000, onDead: never }).wrap(client)
  const send = (method: string, path: string) =>
    patient.send({ method, path }).catch(({ message }: Error) => message)
  const created = '/things'
  const existing = '/things/t0a1b2c3d-x'

  for (const [method, path] of [
    ['POST', created],
    ['DELETE', existing],
    ['POST', created],
    ['DELETE', existing],
  ] as const) {
    await send(method, path)
    await send('GET', created)
  }

  const waits = (method: string) =>
    asked.filter(one => one.method === method).map(({ answerMs }) => answerMs)
  expect(waits('POST')).toEqual([60_000, 60_000])
  expect(waits('DELETE')).toEqual([60_000, 6_000])
  expect(waits('GET')).toEqual(Array(4).fill(60_000))
  expect(await send('POST', created)).toContain('4 times in a row; not sent again yet')
  await send('POST', '/others')
  expect(asked.at(-1)?.path).toBe('/others')
})

it('does not take a refusal for a sign that writes are carried out', async () => {
  const { client, asked } = clientWhere((path, method) =>
    method === 'GET' || path.endsWith('-gone') ? undefined : late,
  )
  const refusing: Client = {
    ...client,
    send: async (...given) => ({ ...(await client.send(...given)), status: 404 }),
  }
  const patient = createTimeoutPolicy({ requestMs: 60_000, onDead: never }).wrap(refusing)
  const send = (method: string, path: string) =>
    patient.send({ method, path }).catch(() => undefined)

  for (let times = 0; times < 2; times++) {
    await send('POST', '/things')
    await send('DELETE', '/things/t0a1b2c3d-x')
    await send('DELETE', '/things/t0a1b2c3d-gone')
  }

  expect(asked.map(({ answerMs }) => answerMs)).toEqual([...Array<number>(4).fill(60_000), 6_000])
})

it('waits less for other bodies as well once writes of a type hang', async () => {
  const { client, asked } = clientWhere((_, method) => (method === 'GET' ? undefined : late))
  const patient = createTimeoutPolicy({ requestMs: 60_000, backoffMs: 0, onDead: never }).wrap(
    client,
  )
  const post = (body: string) =>
    patient.send({ method: 'POST', path: '/things', body }).catch(() => undefined)

  for (const body of ['[]', '{}', '{}', '{}', '[]']) {
    await post(body)
    await patient.send({ method: 'GET', path: '/things' })
  }

  const waits = asked.filter(({ method }) => method === 'POST').map(({ answerMs }) => answerMs)
  expect(waits).toEqual([60_000, 60_000, 60_000, 60_000, 6_000])
})

it('does not conclude from concurrent writes, or from one method, that writes hang', async () => {
  const { client, asked } = clientWhere((_, method) => (method === 'DELETE' ? late : undefined))
  const patient = createTimeoutPolicy({ requestMs: 60_000, onDead: never }).wrap(client)
  const send = (method: string, path: string) =>
    patient.send({ method, path }).catch(() => undefined)

  for (const name of ['x', 'y', 'z', 'w']) {
    await send('DELETE', `/things/t0a1b2c3d-${name}`)
    await send('POST', '/things')
  }

  expect(asked.filter(({ method }) => method === 'POST').map(one => one.answerMs)).toEqual(
    Array(4).fill(60_000),
  )
})

it('waits at least three seconds, or the maximum if that is less', async () => {
  const { client, asked } = clientWhere(path => (path === '/b' ? undefined : late))
  const waits = async (requestMs: number) => {
    const patient = createTimeoutPolicy({ requestMs, onDead: never }).wrap(client)
    for (let times = 0; times < 4; times++) {
      await patient.send({ method: 'GET', path: '/a' }).catch(() => undefined)
      await patient.send({ method: 'GET', path: '/b' })
    }
    return asked.findLast(({ path }) => path === '/a')?.answerMs
  }

  expect(await waits(10_000)).toBe(3_000)
  expect(await waits(2_000)).toBe(2_000)
})

it('tries a hanging path only occasionally, and others as usual', async () => {
  const { client, asked } = clientWhere(path => (path === '/a' ? late : undefined))
  const patient = createTimeoutPolicy({ requestMs: 50, onDead: never }).wrap(client)
  const problemAt = (path: string) =>
    patient.send({ method: 'GET', path }).then(
      () => 'none',
      (problem: Error) => problem.message,
    )

  const problems = []
  for (let times = 0; times < 6; times++)
    problems.push(await problemAt('/a'), await problemAt('/b'))

  expect(asked.filter(({ path }) => path === '/a')).toHaveLength(4)
  expect(asked.filter(({ path }) => path === '/b')).toHaveLength(6)
  expect(problems.at(-2)).toBe(
    'no complete answer within 50 ms, 4 times in a row; not sent again yet',
  )
  expect(problems.at(-1)).toBe('none')
})

it('reports that the time of the run was over, and not that the target was slow', async () => {
  const { client } = clientWhere(() => undefined)
  const slow: Client = {
    ...client,
    send: (_, signal) =>
      new Promise((_resolve, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason as Error))
      }),
  }
  const patient = createTimeoutPolicy({ requestMs: 60_000, onDead: never }).wrap(slow)

  await expect(patient.send({ method: 'GET', path: '/a' }, AbortSignal.timeout(1))).rejects.toThrow(
    'given up: the time limit of the scenario is over',
  )
})

it('reports a dead target once, after one more attempt', async () => {
  const problems: string[] = []
  const { client, asked } = clientWhere(() => 'ECONNREFUSED')
  const policy = createTimeoutPolicy({ requestMs: 50, onDead: problem => problems.push(problem) })
  const patient = policy.wrap(client)

  for (let times = 0; times < 8; times++)
    await patient.send({ method: 'POST', path: '/a' }).catch(() => undefined)

  expect(problems).toEqual(['ECONNREFUSED'])
  expect(asked.some(({ method, path }) => `${method} ${path}` === 'GET /version')).toBe(true)
})

it('continues if the target answers the additional attempt', async () => {
  const { client } = clientWhere(path => (path === '/version' ? undefined : late))
  const patient = createTimeoutPolicy({ requestMs: 50, onDead: never }).wrap(client)

  for (let times = 0; times < 12; times++)
    await patient.send({ method: 'GET', path: '/a' }).catch(() => undefined)

  await expect(patient.send({ method: 'GET', path: '/version' })).resolves.toBeDefined()
})

it('sends nothing after the run is over, and aborts pending requests', async () => {
  const { client, asked } = clientWhere(() => undefined)
  const endless: Client = {
    ...client,
    send: (_, signal) =>
      new Promise((_resolve, reject) => {
        signal?.addEventListener('abort', () => reject(new TransportError('left')))
      }),
  }
  const policy = createTimeoutPolicy({ requestMs: 60_000, onDead: never })

  const underWay = policy.wrap(endless).send({ method: 'GET', path: '/a' })
  policy.endIn(1)

  await expect(underWay).rejects.toThrow('left')
  await expect(policy.wrap(client).send({ method: 'GET', path: '/b' })).rejects.toThrow(
    'not sent: the run is over',
  )
  expect(asked).toEqual([])
})

const never = (problem: string) => expect.unreachable(problem)

/** A client of a target that answers or fails with a problem, and the paths it was sent. */
function clientWhere(problemAt: (path: string, method: string) => string | undefined): {
  client: Client
  asked: WireRequest[]
} {
  const asked: WireRequest[] = []
  const client: Client = {
    endpoints: 1,
    send: async request => {
      asked.push(request)
      const problem = problemAt(request.path, request.method)
      if (problem) throw new TransportError(problem)
      return { status: 200, headers: {}, bytes: Buffer.from('{}') }
    },
    open: async () => {
      throw new Error('no streams here')
    },
    requests: () => asked.length,
    close: async () => {},
  }
  return { client, asked }
}

it('names the last requests of a target that has ended', async () => {
  const problems: string[] = []
  let sent = 0
  const { client } = clientWhere(path =>
    path === '/version' || sent++ > 1 ? 'ECONNREFUSED' : 'UND_ERR_SOCKET: other side closed',
  )
  const policy = createTimeoutPolicy({ requestMs: 50, onDead: problem => problems.push(problem) })
  const patient = policy.wrap(client)

  for (const path of ['/a', '/b', '/c', '/d', '/e', '/f'])
    await patient.send({ method: 'GET', path }).catch(() => undefined)

  expect(problems).toEqual(['ECONNREFUSED; the last requests were GET /a, GET /b'])
})
