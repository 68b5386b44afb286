import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { describe, expect, it, onTestFinished } from 'vitest'

import { startKmsPlugin } from '../../../../fixtures/hosts/kms-plugin.ts'
import type { KmsMethod, KmsStub } from '../../../../fixtures/objects/kms-stubs.ts'
import type { EncryptionProvider, KmsSettings } from '../../../api/encryption.ts'
import type { Key } from '../../../api/store.ts'
import { transformValues } from '../transform-values.ts'

const key = '/secrets/n/a' as Key
const other = '/secrets/n/b' as Key
const object = Buffer.from('{"metadata":{"name":"a"}}')
const versions = ['v1', 'v2'] as const

/** A plug-in whose next answer to a method may be a stub, and its calls. */
async function plugin() {
  const folder = await mkdtemp(join(tmpdir(), 'kms-'))
  const socket = join(folder, 's')
  const calls: KmsMethod[] = []
  const stubs: { [method in KmsMethod]?: KmsStub } = {}
  const host = await startKmsPlugin({
    name: 'one',
    socket,
    record: method => {
      calls.push(method)
      return () => {}
    },
    stubOf: method => stubs[method],
  })
  onTestFinished(async () => {
    await host.stop()
    await rm(folder, { recursive: true })
  })
  const count = (method: KmsMethod) => calls.filter(one => one === method).length
  return { ...host, socket, stubs, count }
}

/** A clock that moves only when a test moves it. */
function testClock() {
  let now = 0
  let waiting: { at: number; act: () => void }[] = []
  return {
    steady: () => now,
    after(ms: number, act: () => void) {
      const one = { at: now + ms, act }
      waiting.push(one)
      return () => void (waiting = waiting.filter(each => each !== one))
    },
    move(ms: number) {
      now += ms
      const due = waiting.filter(({ at }) => at <= now)
      waiting = waiting.filter(({ at }) => at > now)
      for (const { act } of due) act()
    },
  }
}

const settings = (socket: string, more: Partial<KmsSettings> = {}): KmsSettings => ({
  kind: 'kms',
  version: 'v2',
  name: 'one',
  socket,
  timeoutMs: 5_000,
  cacheSize: 10,
  ...more,
})

function encryption(providers: EncryptionProvider[], clock = testClock()) {
  const made = transformValues({ rules: [{ resources: ['secrets'], providers }] }, { clock })
  onTestFinished(made.close)
  return { ...made, clock }
}

const attempt = async <Value>(act: () => Value | Promise<Value>) => act()

describe.each(versions)('a plug-in of version %s', version => {
  it('encrypts, and another server can decrypt', async () => {
    const { socket, count } = await plugin()
    const stored = await encryption([settings(socket, { version })]).seal(object, key)
    const reader = encryption([settings(socket, { version })])
    const prefix = `k8s:enc:kms:${version}:one:`

    expect(stored.subarray(0, prefix.length).toString()).toBe(prefix)
    expect(stored.includes('name":"a')).toBe(false)
    expect((await reader.open(stored, key)).value).toEqual(object)
    expect((await reader.open(stored, key)).value).toEqual(object)
    expect(count('Decrypt')).toBe(1)
  })

  it('binds a value to its object, and detects changed bytes', async () => {
    const { socket } = await plugin()
    const { seal, open } = encryption([settings(socket, { version })])
    const stored = await seal(object, key)
    const start = `k8s:enc:kms:${version}:one:`.length

    await expect(attempt(() => open(stored, other))).rejects.toThrow()
    for (let end = 0; end < stored.length; end += 7)
      await expect(attempt(() => open(stored.subarray(0, end), key))).rejects.toThrow()
    let refused = 0
    for (let at = start; at < stored.length; at++) {
      const changed = Buffer.from(stored)
      changed[at] = (changed[at] ?? 0) ^ 1
      const opened = await attempt(() => open(changed, key)).catch(() => undefined)
      if (!opened) refused++
      // The name of the key is only a hint for the plug-in.
      else expect(opened.value).toEqual(object)
    }
    expect(refused).toBeGreaterThan((stored.length - start) / 2)
  })

  it.each(['empty', 'foreign', 'refusal', 'huge'] as const)(
    'reads nothing while the plug-in answers %s, and recovers afterwards',
    { timeout: 30_000 },
    async fault => {
      const { socket, stubs } = await plugin()
      const stored = await encryption([settings(socket, { version })]).seal(object, key)
      const reader = encryption([settings(socket, { version })])
      stubs.Decrypt = { fault }
      await expect(attempt(() => reader.open(stored, key))).rejects.toThrow()
      delete stubs.Decrypt

      expect((await reader.open(stored, key)).value).toEqual(object)
    },
  )

  it('writes nothing while the plug-in is silent, and fails in time', async () => {
    const { socket, stubs } = await plugin()
    const { seal, clock } = encryption([settings(socket, { version, timeoutMs: 200 })])
    stubs.Encrypt = { fault: 'silence' }
    await expect(attempt(() => seal(object, key))).rejects.toThrow(
      'the value of /secrets/n/a cannot be encrypted',
    )
    delete stubs.Encrypt
    clock.move(3_000)

    expect(await seal(object, key)).toBeInstanceOf(Buffer)
  })

  it('uses a plug-in that is started later or restarted', { timeout: 30_000 }, async () => {
    const { socket, start, stop, stubs } = await plugin()
    const { seal, open } = encryption([settings(socket, { version, timeoutMs: 10_000 })])
    await stop()
    const sealed = attempt(() => seal(object, key))
    await start()
    const stored = await sealed
    const reader = encryption([settings(socket, { version, timeoutMs: 10_000 })])
    stubs.Decrypt = { fault: 'death' }
    await expect(attempt(() => reader.open(stored, key))).rejects.toThrow()
    delete stubs.Decrypt

    expect((await open(stored, key)).value).toEqual(object)
    expect((await reader.open(stored, key)).value).toEqual(object)
  })

  it('is used in the order of providers, and values of later ones are stale', async () => {
    const { socket } = await plugin()
    const secret = Buffer.alloc(32, 1)
    const own: EncryptionProvider = { kind: 'aesgcm', keys: [{ name: 'k', secret }] }
    const kms = settings(socket, { version })
    const first = encryption([kms, own])
    const second = encryption([own, kms])

    expect(await second.open(await first.seal(object, key), key)).toEqual({
      value: object,
      isStale: true,
    })
    expect((await first.open(await second.seal(object, key), key)).isStale).toBe(true)
    expect((await first.open(await first.seal(object, key), key)).isStale).toBe(false)
  })
})

describe('version 1', () => {
  it('caches no keys if the size is negative, and else as many as the size', async () => {
    const { socket, count } = await plugin()
    const never = encryption([settings(socket, { version: 'v1', cacheSize: -1 })])
    const one = encryption([settings(socket, { version: 'v1', cacheSize: 1 })])
    const stored = await never.seal(object, key)
    await never.open(stored, key)
    await never.open(stored, key)
    const [before, next] = [count('Decrypt'), await one.seal(object, other)]
    await one.open(next, other)

    expect([never.isKept(key), one.isKept(key)]).toEqual([false, true])
    expect([before, count('Decrypt')]).toEqual([2, 2])
    await one.open(stored, key)
    await one.open(next, other)
    expect(count('Decrypt')).toBe(4)
  })
})

describe('version 2', () => {
  it('requests one seed at the start, and another when the key changes', async () => {
    const { socket, count, setKey } = await plugin()
    const { seal, open, start, clock } = encryption([settings(socket)])
    start()
    const old = await seal(object, key)
    await seal(object, key)
    expect(count('Encrypt')).toBe(1)
    setKey('key-2')
    clock.move(60_000)
    await expect.poll(() => count('Encrypt')).toBe(2)
    await expect.poll(async () => (await open(old, key)).isStale).toBe(true)

    expect((await open(await seal(object, key), key)).isStale).toBe(false)
    expect(count('Decrypt')).toBe(0)
  })

  it('writes for three minutes without the plug-in, and reads indefinitely', async () => {
    const { socket, stubs } = await plugin()
    const { seal, open, check, clock } = withCheck(settings(socket))
    const stored = await seal(object, key)
    stubs.Status = { fault: 'refusal' }
    clock.move(3 * 60_000)
    await expect(check()).rejects.toThrow('refused')
    expect(await seal(object, key)).toBeInstanceOf(Buffer)
    clock.move(1)

    await expect(attempt(() => seal(object, key))).rejects.toThrow('cannot be encrypted')
    expect((await open(stored, key)).value).toEqual(object)
    delete stubs.Status
    clock.move(3_000)
    await check()
    expect(await seal(object, key)).toBeInstanceOf(Buffer)
  })

  it.each<[KmsStub, string]>([
    [{ healthz: 'ailing' }, 'its state is "ailing"'],
    [{ keyId: '' }, 'expected a key ID of 1 to 1024 bytes, got 0'],
    [{ keyId: 'x'.repeat(1025) }, 'expected a key ID of 1 to 1024 bytes, got 1025'],
    [{ keyId: 'another' }, 'encrypts with another key than its status names'],
    [{ fault: 'empty' }, 'expected a plug-in of version v2, got ""'],
  ])('is unhealthy when its status is %j', async (stub, reason) => {
    const { socket, stubs } = await plugin()
    const { check } = withCheck(settings(socket))
    stubs.Status = stub

    await expect(check()).rejects.toThrow(reason)
  })
})

it('switches to other settings only if their plug-in works', async () => {
  const { socket, setKey, stubs } = await plugin()
  const used = encryption([settings(socket)])
  const { replace, seal, open, clock } = used
  const old = await seal(object, key)
  let changes = 0
  used.onChange(() => void changes++)
  const next = {
    rules: [{ resources: ['secrets'], providers: [settings(socket, { name: 'two' })] }],
  }
  stubs.Status = { fault: 'refusal' }
  const refused = replace(next)
  const moved = setInterval(() => clock.move(200), 1)
  onTestFinished(() => clearInterval(moved))
  await expect(refused).rejects.toThrow('the KMS plug-in two does not work')
  expect([changes, (await open(old, key)).value]).toEqual([0, object])
  delete stubs.Status
  setKey('key-2')
  await replace(next)

  expect(changes).toBeGreaterThan(0)
  expect((await seal(object, key)).toString('latin1')).toMatch(/^k8s:enc:kms:v2:two:/)
  await expect(attempt(() => open(old, key))).rejects.toThrow()
})

it('does not switch settings after it was closed', async () => {
  const { socket } = await plugin()
  const { replace, close } = encryption([settings(socket)])
  const late = replace({
    rules: [{ resources: ['secrets'], providers: [settings(socket, { name: 'two' })] }],
  })
  close()

  await expect(late).rejects.toThrow('the server closes')
})

function withCheck(kms: KmsSettings) {
  const made = encryption([kms])
  const [one] = made.plugins()
  return { ...made, check: async () => one?.check() }
}
