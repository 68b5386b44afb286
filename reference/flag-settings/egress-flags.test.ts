import { expect, it } from 'vitest'

import { createAuthority } from '../../fixtures/hosts/authority.ts'
import { configKinds } from '../config/config-kinds.ts'
import { cluster } from '../dialects/cluster.ts'
import { egressSettings } from './egress-flags.ts'

const viaSocket = { proxyProtocol: 'HTTPConnect', transport: { uds: { udsName: '/run/a.sock' } } }
const viaTls = (tlsConfig?: object, url = 'https://proxy.example:8131') => ({
  proxyProtocol: 'HTTPConnect',
  transport: { tcp: { url, ...(tlsConfig && { tlsConfig }) } },
})
const keyFiles = { clientCert: 'client.pem', clientKey: 'client.key' }

const authority = await createAuthority('test')
const { certificate, key } = await authority.forClient({ name: 'server' })
const files: { [name: string]: string } = {
  'client.pem': certificate,
  'client.key': key,
  'proxy.pem': authority.certificate,
}

const read = (selections: { [name: string]: object }, { hasEtcd = false } = {}) =>
  egressSettings(
    { egressSelectorConfigFile: 'egress.yaml' },
    {
      kinds: configKinds,
      dialect: cluster,
      hasEtcd,
      readText: async name =>
        files[name] ??
        JSON.stringify({
          apiVersion: `apiserver.${cluster.apiDomain}/v1beta1`,
          kind: 'EgressSelectorConfiguration',
          egressSelections: Object.entries(selections).map(([of, connection]) => ({
            name: of,
            connection,
          })),
        }),
    },
  )

it('reads the proxies of each class', async () => {
  expect(
    await read({
      controlplane: viaTls({ ...keyFiles, caBundle: 'proxy.pem' }),
      cluster: viaSocket,
      etcd: { proxyProtocol: 'Direct' },
    }),
  ).toEqual({
    controlplane: {
      url: 'https://proxy.example:8131',
      client: { certificate, key },
      certificateAuthority: authority.certificate,
    },
    cluster: { socketPath: '/run/a.sock' },
  })
})

it('accepts `master` as another name of `controlplane`', async () => {
  expect(await read({ master: viaTls(undefined, 'http://proxy.example') })).toEqual({
    controlplane: { url: 'http://proxy.example' },
  })
})

it('connects directly without the flag', async () => {
  const readText = () => Promise.reject(new Error('nothing to read'))
  const context = { kinds: configKinds, dialect: cluster, hasEtcd: false, readText }

  expect(await egressSettings({}, context)).toBeUndefined()
})

const start = '--egress-selector-config-file: egress.yaml: egressSelections[0].connection'

it('refuses what this server does not support', async () => {
  const grpc = { proxyProtocol: 'GRPC', transport: { uds: { udsName: '/run/a.sock' } } }

  await expect(read({ cluster: grpc })).rejects.toThrow(
    `${start}.proxyProtocol: expected Direct or HTTPConnect, got GRPC`,
  )
  await expect(read({ etcd: viaSocket }, { hasEtcd: true })).rejects.toThrow(
    `${start}: expected Direct for etcd, got a proxy`,
  )
  expect(await read({ etcd: viaSocket })).toEqual({ etcd: { socketPath: '/run/a.sock' } })
})

it('refuses invalid keys, and does not print any', async () => {
  const refused = read({ cluster: viaTls({ clientCert: 'client.key', clientKey: 'client.key' }) })

  await expect(refused).rejects.toThrow(`${start}.transport.tcp.tlsConfig: expected a certificate`)
  await expect(refused).rejects.not.toThrow('PRIVATE KEY')
})
