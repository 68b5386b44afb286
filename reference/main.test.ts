import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { Client } from 'undici'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { runServe, type ServeFlags } from './main.ts'
import { flagDurationMs } from './flag-settings/flag-duration.ts'

describe('durationMs', () => {
  it.each([
    ['5m', 300_000],
    ['1h30m', 5_400_000],
    ['1.5s', 1500],
    ['300ms', 300],
  ])('reads %s', (text, ms) => {
    expect(flagDurationMs('--history', text)).toBe(ms)
  })

  it('accepts zero where the minimum is 0', () => {
    expect(flagDurationMs('--shutdown-delay-duration', '0s', 0)).toBe(0)
  })

  it.each(['', '5', 'm', '5 m', '-5m', '0s', '5m!'])('refuses %j', text => {
    expect(() => flagDurationMs('--history', text)).toThrow(
      /^--history: expected a duration such as/,
    )
  })
})

describe('runServe', () => {
  let folder = ''
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'serve-'))
  })
  afterEach(() => rm(folder, { recursive: true }))

  it('serves HTTPS with a self-signed certificate', async () => {
    const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true)

    const reference = await runServe({ port: '0', certDir: folder })
    write.mockRestore()
    const ca = await readFile(join(folder, 'apiserver.crt'))
    const client = new Client(reference.url, { connect: { ca } })
    const { statusCode } = await client.request({ method: 'GET', path: '/api' })
    await client.destroy()
    await reference.close()

    expect(reference.url).toMatch(/^https:/)
    expect(statusCode).toBe(200)
  })

  it('prints the address of the server once, and stops it', async () => {
    const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
    const listeners = process.listenerCount('SIGTERM')

    const reference = await runServe({ port: '0', dialect: 'kubernetes', apiDomain: 'my.example' })
    const said = write.mock.calls.map(([text]) => text)
    write.mockRestore()
    const answer = await fetch(`${reference.url}/apis/coordination.my.example`)
    await reference.close()

    expect(said).toEqual([
      `touchstone reference server (kubernetes dialect) ready at ${reference.url}\n`,
    ])
    expect(answer.status).toBe(200)
    expect(process.listenerCount('SIGTERM')).toBe(listeners)
  })

  it('keeps serving after the first signal, and stops at the second (HEALTH-023)', async () => {
    const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
    const before = process.listeners('SIGTERM')
    const { url, parts } = await runServe({ port: '0', shutdownDelayDuration: '1h' })
    write.mockRestore()
    const signal = process.listeners('SIGTERM').find(one => !before.includes(one))
    const statusOf = async (path: string) => (await fetch(url + path)).status

    signal?.('SIGTERM')
    const statuses = [await statusOf('/readyz'), await statusOf('/livez'), await statusOf('/api')]
    signal?.('SIGTERM')
    await vi.waitFor(() => expect(statusOf('/livez')).rejects.toThrow('fetch failed'))

    expect(statuses).toEqual([500, 200, 200])
    expect(parts.limits.shutdownDelayMs).toBe(3_600_000)
    expect(process.listeners('SIGTERM')).toEqual(before)
  })

  it('reads users and their rights from files', async () => {
    const tokenAuthFile = join(folder, 'tokens.csv')
    const allow = join(folder, 'allow.yaml')
    await writeFile(tokenAuthFile, 't1,ada,1\n')
    await writeFile(allow, '- user: ada\n  verbs: [list]\n')
    const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true)

    const reference = await runServe({ port: '0', tokenAuthFile, allow })
    write.mockRestore()
    const statuses = []
    for (const authorization of ['Bearer t1', 'Bearer t2', '']) {
      const { status } = await fetch(`${reference.url}/api/v1/nodes`, {
        headers: { authorization },
      })
      statuses.push(status)
    }
    await reference.close()

    expect(statuses).toEqual([200, 401, 403])
  })

  it.each(['1.36', 'v1.36', 'kube=1.36'])('follows the release %s', async emulatedVersion => {
    const reference = await runServe({ port: '0', dialect: 'kubernetes', emulatedVersion })
    const answer = await fetch(`${reference.url}/version`)
    await reference.close()

    expect(await answer.json()).toMatchObject({ major: '1', minor: '36' })
  })

  it.each<[ServeFlags, RegExp]>([
    [{ dialect: 'klingon' }, /^--dialect: expected cluster or kubernetes, got "klingon"/],
    [{ port: '65536' }, /^--port: expected a number from 0 to 65535, got "65536"/],
    [{ featureGates: 'Nope=true' }, /^--feature-gates: expected Name=true or .*, got "Nope=true"/],
    [{ emulatedVersion: '1.36' }, /^--emulated-version: expected --dialect kubernetes beside it/],
    [
      { dialect: 'kubernetes', emulatedVersion: '1.35' },
      /^--emulated-version: expected 1\.36, the only release that .*, got "1\.35"/,
    ],
    [
      { dialect: 'kubernetes', emulatedVersion: '1.36.3' },
      /^--emulated-version: expected 1\.36, the only release that .*, got "1\.36\.3"/,
    ],
    [{ apiDomain: 'Bad_Domain' }, /^--api-domain: expected a DNS name/],
    [{ history: 'long' }, /^--history: expected a duration/],
    [{ livezGracePeriod: '-1s' }, /^--livez-grace-period: expected a duration/],
    [{ shutdownDelayDuration: '5' }, /^--shutdown-delay-duration: expected a duration/],
    [{ bindAddress: '0.0.0.0' }, /^--bind-address: expected a loopback address, got 0\.0\.0\.0/],
    [{ allow: 'f' }, /^--allow: expected --token-auth-file beside it/],
  ])('refuses %j', async (flags, message) => {
    await expect(runServe({ port: '0', ...flags })).rejects.toThrow(message)
  })
})
