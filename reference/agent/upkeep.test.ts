// Garbage collection, eviction, rotation of logs, and credentials for pulls.

import { chmod, mkdtemp, mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { onTestFinished, expect, test } from 'vitest'
import { systemClock } from '../server/clock.ts'
import { credentialPlugins, matchesImage } from './credential-plugins.ts'
import { evictionGraceSeconds, evictionStep, noEviction, signalsOf } from './eviction.ts'
import { imageGc } from './image-gc.ts'
import { paperMeasure } from './measurements.ts'
import type { Pod } from './pod.ts'
import { openSslName } from './serving-certificate.ts'
import { isAllowedSysctl } from './refuse-pod.ts'
import { testRuntime } from './test-runtime.ts'

const gibibyte = 2 ** 30

const diskWith = (availableBytes: number) => {
  const disk = { capacityBytes: 100, availableBytes, inodes: 0, inodesFree: 0 }
  return async () => ({ memory: { totalBytes: 1, availableBytes: 1 }, nodefs: disk })
}

async function collectedFrom(images: readonly string[], settings: object, availableBytes: number) {
  const runtime = testRuntime()
  for (const image of images) runtime.images.add(image)
  const clock = systemClock()
  const lines: string[] = []
  const gc = imageGc({
    call: runtime.call,
    settings: {
      highPercent: 85,
      lowPercent: 80,
      ageMinMs: 0,
      pause: 'pause',
      ...settings,
    } as never,
    measure: diskWith(availableBytes),
    clock,
    log: line => void lines.push(line),
  })
  await gc.collect()
  gc.stop()
  return { left: [...runtime.images], lines }
}

test('images go when the disk is full, but not the one of sandboxes', async () => {
  expect((await collectedFrom(['a', 'pause'], {}, 10)).left).toEqual(['pause'])
  expect((await collectedFrom(['a', 'pause'], {}, 20)).left).toEqual(['a', 'pause'])
})

test('at 100 percent images are never collected, and young ones stay', async () => {
  expect((await collectedFrom(['a'], { highPercent: 100 }, 0)).left).toEqual(['a'])
  const { left, lines } = await collectedFrom(['a'], { ageMinMs: 60_000 }, 0)
  expect(left).toEqual(['a'])
  expect(lines).toEqual(['images: the disk is 100% full, and 20 bytes more should be free'])
})

const eviction = {
  hard: {},
  soft: {},
  softGrace: {},
  graceMaxSeconds: 0,
  reclaimMin: {},
  transitionMs: 60_000,
  isIgnoredInAllocatable: false,
}

const signals = (availableBytes: number) =>
  new Map([['memory.available', { available: availableBytes, capacity: 4 * gibibyte }]])

test('a pressure stays for the whole transition period after it was seen last', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.boolean(), fc.integer({ min: 1, max: 50_000 }))), steps => {
      const settings = { ...eviction, hard: { 'memory.available': '1Gi' } }
      let state = noEviction
      let nowMs = 0
      let lastMs = -Infinity
      for (const [isLow, passedMs] of steps) {
        nowMs += passedMs
        if (isLow) lastMs = nowMs
        const amount = isLow ? gibibyte - 1 : gibibyte
        const step = evictionStep(state, signals(amount), { settings, nowMs })
        state = step.state
        expect(step.pressures.has('MemoryPressure')).toBe(nowMs - lastMs <= 60_000)
        expect(step.acts !== undefined).toBe(isLow)
      }
    }),
  )
})

test('a soft threshold acts only after its grace period', () => {
  const settings = {
    ...eviction,
    soft: { 'memory.available': '25%' },
    softGrace: { 'memory.available': '30s' },
  }
  const first = evictionStep(noEviction, signals(1), { settings, nowMs: 1000 })
  expect(first.acts).toBeUndefined()
  expect(evictionStep(first.state, signals(1), { settings, nowMs: 30_999 }).acts).toBeUndefined()
  const due = evictionStep(first.state, signals(1), { settings, nowMs: 31_000 })
  expect(due.acts).toEqual({ signal: 'memory.available', isHard: false })
  const free = evictionStep(first.state, signals(gibibyte), { settings, nowMs: 20_000 })
  expect(evictionStep(free.state, signals(1), { settings, nowMs: 32_000 }).acts).toBeUndefined()
})

test('a negative limit of the grace period defers to the pod', () => {
  const pod = { metadata: {}, spec: { terminationGracePeriodSeconds: 20 } } as unknown as Pod

  expect(evictionGraceSeconds(pod, true, 90)).toBe(0)
  expect(evictionGraceSeconds(pod, false, 90)).toBe(20)
  expect(evictionGraceSeconds(pod, false, 5)).toBe(5)
  expect(evictionGraceSeconds(pod, false, -1)).toBe(20)
})

test.each([
  ['the runtime names another disk', '/', []],
  ['the runtime names the full disk', '/full', ['DiskPressure']],
])('a machine on paper, if %s, has these pressures', async (_, mountpoint, pressures) => {
  const call = async () => ({ imageFilesystems: [{ fsId: { mountpoint } }] })
  const measured = signalsOf(await paperMeasure(gibibyte)(call as never)())
  const hard = {
    'memory.available': '100Mi',
    'nodefs.available': '10%',
    'imagefs.available': '15%',
  }

  const step = evictionStep(noEviction, measured, { settings: { ...eviction, hard }, nowMs: 0 })
  expect([...step.pressures]).toEqual(pressures)
})

test.each([
  ['registry.example/team/app:1', 'registry.example', true],
  ['registry.example/team/app:1', '*.example/team', true],
  ['registry.example/other/app:1', '*.example/team', false],
  ['a.registry.example/app', '*.example', false],
  ['registry.example:5000/app', 'registry.example', false],
  ['registry.example:5000/app', 'registry.example:5000', true],
  ['app', 'docker.io', true],
])('the image %s matches %s: %s', (image, pattern, matches) => {
  expect(matchesImage(image, pattern)).toBe(matches)
})

test('a plug-in gives credentials, and is asked once while its answer is fresh', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'plugins-'))
  onTestFinished(() => rm(directory, { recursive: true, force: true }))
  const asked = join(directory, 'asked')
  await mkdir(asked)
  const apiVersion = 'credentialprovider.example/v1'
  const response = {
    apiVersion,
    kind: 'CredentialProviderResponse',
    cacheKeyType: 'Registry',
    auth: { 'registry.example': { username: 'u', password: 'p' } },
  }
  const plugin = join(directory, 'plugin')
  await writeFile(plugin, `#!/bin/sh\ncat > ${asked}/$$\necho '${JSON.stringify(response)}'\n`)
  await chmod(plugin, 0o700)
  const file = join(directory, 'providers.yaml')
  const provider = {
    name: 'plugin',
    matchImages: ['registry.example'],
    defaultCacheDuration: '1h',
    apiVersion,
  }
  await writeFile(file, JSON.stringify({ providers: [provider] }))
  const known = { clock: systemClock(), log: () => {} }
  const credentialsFor = await credentialPlugins({ file, directory }, known)

  expect(await credentialsFor('registry.example/a')).toEqual({ username: 'u', password: 'p' })
  expect(await credentialsFor('registry.example/b')).toEqual({ username: 'u', password: 'p' })
  expect(await credentialsFor('elsewhere.example/b')).toBeUndefined()
  expect(await readdir(asked)).toHaveLength(1)

  await writeFile(file, JSON.stringify({ providers: [{ ...provider, name: '../plugin' }] }))
  await expect(credentialPlugins({ file, directory }, known)).rejects.toThrow(
    'providers[0].name: expected the name of a file',
  )
})

test.each([
  ['TLS_AES_128_GCM_SHA256', 'TLS_AES_128_GCM_SHA256'],
  ['TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256', 'ECDHE-RSA-AES128-GCM-SHA256'],
  ['TLS_ECDHE_ECDSA_WITH_AES_256_CBC_SHA', 'ECDHE-ECDSA-AES256-SHA'],
  ['TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256', 'ECDHE-RSA-CHACHA20-POLY1305'],
  ['TLS_RSA_WITH_AES_256_GCM_SHA384', 'AES256-GCM-SHA384'],
])('the cipher suite %s is %s', (suite, name) => {
  expect(openSslName(suite)).toBe(name)
})

test('sysctls are allowed by name and by prefix', () => {
  expect(isAllowedSysctl('kernel.shm_rmid_forced', [])).toBe(true)
  expect(isAllowedSysctl('kernel.msgmax', [])).toBe(false)
  expect(isAllowedSysctl('kernel.msgmax', ['kernel.msg*'])).toBe(true)
  expect(isAllowedSysctl('net/core/somaxconn', ['net.core.somaxconn'])).toBe(true)
  expect(isAllowedSysctl('kernel.msgmaxi', ['kernel.msgmax'])).toBe(false)
})
