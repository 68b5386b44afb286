import { X509Certificate } from 'node:crypto'

import { expect, it } from 'vitest'

import { createAuthority } from '../../fixtures/hosts/authority.ts'
import { startIssuerHost } from '../../fixtures/hosts/issuer-host.ts'
import { onTestFinished } from 'vitest'
import { configKinds } from '../config/config-kinds.ts'
import { authenticationSettings } from '../flag-settings/authentication-flags.ts'
import { startSecureServer } from './test-certificates.ts'

const minuteMs = 60_000

/** Starts a server whose files can be changed. */
async function started(files: Record<string, string>) {
  const settings = await authenticationSettings(
    { clientCaFile: 'ca', ...(files['config'] && { authenticationConfig: 'config' }) },
    {
      kinds: configKinds,
      dialect: { name: 'kubernetes', apiDomain: 'k8s.io' },
      readText: async path => files[path] ?? '',
      hasTls: true,
    },
  )
  const server = await startSecureServer(settings)
  const minuteLater = async () => {
    server.clock.advance(minuteMs)
    await server.settled()
  }
  return { ...server, minuteLater }
}

it('accepts and refuses client certificates by the authorities of a changed file', async () => {
  const [one, other] = [await createAuthority('one'), await createAuthority('other')]
  const files = { ca: one.certificate }
  const { connection, ask, minuteLater, log } = await started(files)
  const ofOne = await one.forClient({ name: 'ada' })
  const ofOther = await other.forClient({ name: 'bea' })
  const open = connection(ofOne)

  expect(await open()).toMatchObject({ user: { username: 'ada' } })
  expect(await ask(ofOther)).toEqual({ status: 401 })
  files.ca = other.certificate
  await minuteLater()
  expect(await ask(ofOther)).toMatchObject({ user: { username: 'bea' } })
  // A connection that is open does not keep its user.
  expect(await open()).toEqual({ status: 401 })
  expect(await ask(ofOne)).toEqual({ status: 401 })
  files.ca = 'nothing'
  await minuteLater()
  await minuteLater()
  expect(await ask(ofOther)).toMatchObject({ user: { username: 'bea' } })
  expect(log.filter(line => line.includes('the old content stays'))).toHaveLength(1)
})

type Host = Awaited<ReturnType<typeof startIssuerHost>>

/** A configuration of issuers at paths of a host, which are prefixes of their user names. */
const configOf = ({ url, certificateAuthority }: Host, ...paths: string[]) =>
  JSON.stringify({
    apiVersion: 'apiserver.config.k8s.io/v1',
    kind: 'AuthenticationConfiguration',
    jwt: paths.map(path => ({
      issuer: { url: `${url}${path}`, certificateAuthority, audiences: ['touchstone'] },
      claimMappings: { username: { claim: 'sub', prefix: path } },
    })),
  })

/** Starts a server with a configuration, which `files` can change. */
async function startedWith(host: Host, config: string) {
  const { certificate } = await createAuthority('one')
  const files = { ca: new X509Certificate(certificate).toString(), config }
  const server = await started(files)
  const by = (issuer: string) =>
    server.ask(undefined, { authorization: `Bearer ${host.tokenOf({ issuer })}` })
  return { ...server, files, by }
}

it('accepts the tokens of the issuers in a changed configuration', async () => {
  const host = await startIssuerHost()
  onTestFinished(host.close)
  const config = (path: string) => configOf(host, path)
  const { by, files, get, minuteLater, log } = await startedWith(host, config('/a'))

  expect(await by('/a')).toMatchObject({ user: { username: '/asomebody' } })
  expect(await by('/b')).toEqual({ status: 401 })
  files.config = config('/b')
  await minuteLater()
  expect(await by('/b')).toMatchObject({ user: { username: '/bsomebody' } })
  expect(await by('/a')).toEqual({ status: 401 })

  files.config = 'kind: AuthenticationConfiguration'
  await minuteLater()
  await minuteLater()
  expect(await by('/b')).toMatchObject({ user: { username: '/bsomebody' } })
  expect(log.filter(line => line.includes('the old content stays'))).toHaveLength(1)
  const token = host.tokenOf({ issuer: '/b' })
  expect(await get('/metrics', { authorization: `Bearer ${token}` })).toContain(
    [
      'apiserver_authentication_config_controller_automatic_reloads_total{status="success"} 1',
      'apiserver_authentication_config_controller_automatic_reloads_total{status="failure"} 1',
    ].join('\n'),
  )
})

it('keeps the keys of issuers that a changed configuration does not change', async () => {
  const host = await startIssuerHost()
  const { by, files, minuteLater } = await startedWith(host, configOf(host, '/a', '/b'))
  expect(await by('/b')).toMatchObject({ user: { username: '/bsomebody' } })
  await host.close()

  files.config = configOf(host, '/b')
  await minuteLater()

  expect(await by('/b')).toMatchObject({ user: { username: '/bsomebody' } })
  expect(await by('/a')).toEqual({ status: 401 })
})
