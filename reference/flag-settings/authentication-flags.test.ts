import { describe, expect, it } from 'vitest'

import { createAuthority } from '../../fixtures/hosts/authority.ts'
import { configKinds } from '../config/config-kinds.ts'
import { type AuthenticationFlags, authenticationSettings } from './authentication-flags.ts'

const document = (jwtUrl: string, anonymous = 'true') => `
apiVersion: apiserver.config.k8s.io/v1
kind: AuthenticationConfiguration
jwt:
- issuer: {url: '${jwtUrl}', audiences: [a]}
  claimMappings: {username: {claim: sub, prefix: ''}}
anonymous: {enabled: ${anonymous}}
`

/** Reads flags with these files. */
async function settingsOf(flags: AuthenticationFlags, files: Record<string, string>) {
  return authenticationSettings(flags, {
    kinds: configKinds,
    dialect: { name: 'kubernetes', apiDomain: 'k8s.io' },
    readText: async path => {
      const text = files[path]
      if (text === undefined) throw new Error(`ENOENT: ${path}`)
      return text
    },
    hasTls: true,
  })
}

const checkAll = async ({ followedFiles }: Awaited<ReturnType<typeof settingsOf>>) =>
  (await Promise.all(followedFiles.map(({ check }) => check()))).filter(fault => fault)

describe('the authorities of client certificates', () => {
  it('reloads the file: valid content applies, and invalid content is reported once', async () => {
    const [one, other] = [await createAuthority('one'), await createAuthority('other')]
    const files = { ca: `text\n${one.certificate}\n` }
    const settings = await settingsOf({ clientCaFile: 'ca' }, files)
    let changes = 0
    settings.clientAuthorities?.onChange(() => changes++)
    const names = () => settings.clientAuthorities?.current().map(({ subject }) => subject)

    expect(names()).toEqual(['CN=one'])
    expect(await checkAll(settings)).toEqual([])
    files.ca = `${other.certificate}\n${one.certificate}`
    expect(await checkAll(settings)).toEqual([])
    expect(names()).toEqual(['CN=other', 'CN=one'])
    files.ca = '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----'
    expect(await checkAll(settings)).toEqual([
      'ca: the old content stays: --client-ca-file: ca: expected certificates as PEM, got an invalid certificate 1',
    ])
    expect(await checkAll(settings)).toEqual([])
    expect(names()).toEqual(['CN=other', 'CN=one'])
    delete (files as { ca?: string }).ca
    expect(await checkAll(settings)).toEqual(['ca: the old content stays: ENOENT: ca'])
    files.ca = one.certificate
    expect(await checkAll(settings)).toEqual([])
    expect(names()).toEqual(['CN=one'])
    expect(changes).toBe(2)
  })

  it('refuses a file without certificates, and a server without TLS', async () => {
    await expect(settingsOf({ clientCaFile: 'ca' }, { ca: 'nothing' })).rejects.toThrow(
      '--client-ca-file: ca: expected at least one certificate as PEM, got none',
    )
    const flags = { clientCaFile: 'ca' }
    await expect(
      authenticationSettings(flags, {
        kinds: configKinds,
        dialect: { name: 'kubernetes', apiDomain: 'k8s.io' },
        readText: async () => '',
        hasTls: false,
      }),
    ).rejects.toThrow('--client-ca-file: expected also --cert-dir or --tls-cert-file, got neither')
  })
})

describe('an AuthenticationConfiguration', () => {
  it('is reloaded, but its anonymous setting must not change', async () => {
    const files = { config: document('https://one') }
    const settings = await settingsOf({ authenticationConfig: 'config' }, files)

    expect(settings.newerAuthentication?.()).toBeUndefined()
    files.config = document('https://two')
    expect(await checkAll(settings)).toEqual([])
    expect(settings.newerAuthentication?.()?.jwt?.[0]?.issuer.url).toBe('https://two')
    files.config = document('https://three', 'false')
    expect(await checkAll(settings)).toEqual([
      expect.stringContaining('anonymous: expected the value at the start'),
    ])
    files.config = document('http://four')
    expect(await checkAll(settings)).toEqual([expect.stringContaining('jwt[0].issuer.url')])
    expect(settings.newerAuthentication?.()?.jwt?.[0]?.issuer.url).toBe('https://two')
  })
})

describe('request headers', () => {
  it('reads lists, and requires names if both files have a certificate', async () => {
    const { certificate } = await createAuthority('both')
    const flags = {
      requestheaderClientCaFile: 'proxies',
      clientCaFile: 'clients',
      requestheaderUsernameHeaders: 'X-Remote-User, X-User',
    }
    const files = { proxies: certificate, clients: certificate }

    await expect(settingsOf(flags, files)).rejects.toThrow(
      '--requestheader-allowed-names: expected names, got none',
    )
    const { requestHeaders } = await settingsOf(
      { ...flags, requestheaderAllowedNames: 'front' },
      files,
    )
    expect(requestHeaders).toMatchObject({
      allowedNames: ['front'],
      usernameHeaders: ['X-Remote-User', 'X-User'],
      groupHeaders: [],
    })
  })

  it('refuses a changed file that shares a certificate with the other file', async () => {
    const [one, other] = [await createAuthority('one'), await createAuthority('other')]
    const files = { proxies: one.certificate, clients: other.certificate }
    const settings = await settingsOf(
      { requestheaderClientCaFile: 'proxies', clientCaFile: 'clients' },
      files,
    )

    files.clients = `${other.certificate}\n${one.certificate}`
    expect(await checkAll(settings)).toEqual([
      expect.stringContaining('a certificate is in both files'),
    ])
    expect(settings.clientAuthorities?.current()).toHaveLength(1)
    files.clients = other.certificate
    files.proxies = other.certificate
    expect(await checkAll(settings)).toEqual([
      expect.stringContaining('a certificate is in both files'),
    ])
  })

  it.each([
    [{ requestheaderGroupHeaders: 'a, ,b' }, '--requestheader-group-headers: expected a list'],
    [{ requestheaderUidHeaders: 'X-Uid' }, '--requestheader-uid-headers: expected the header'],
  ])('refuses %j', async (flags, message) => {
    await expect(settingsOf(flags, {})).rejects.toThrow(message)
  })
})
