// A real client library with credentials of a kubeconfig, on `touchstone serve`.

import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AuthenticationV1Api, CoreV1Api, KubeConfig } from '@kubernetes/client-node'
import { expect, onTestFinished, test } from 'vitest'
import { createAuthority } from '../../fixtures/hosts/authority.ts'
import { runServe } from '../../reference/main.ts'

const base64 = (text: string) => Buffer.from(text).toString('base64')

/** Starts the server, and returns a function that makes the kubeconfig of a user. */
async function served() {
  const folder = await mkdtemp(join(tmpdir(), 'touchstone-credentials-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const authority = await createAuthority('clients')
  const file = async (name: string, text: string) => {
    await writeFile(join(folder, name), text)
    return join(folder, name)
  }
  const server = await runServe({
    dialect: 'kubernetes',
    port: '0',
    certDir: folder,
    clientCaFile: await file('clients.pem', authority.certificate),
    tokenAuthFile: await file('tokens.csv', 'the-token,bob,2,"system:masters,dev"\n'),
  })
  onTestFinished(() => server.close())
  const ca = await readFile(join(folder, 'apiserver.crt'), 'utf8')
  const configOf = (user: Record<string, string>) => {
    const config = new KubeConfig()
    config.loadFromString(
      JSON.stringify({
        apiVersion: 'v1',
        kind: 'Config',
        clusters: [
          {
            name: 'here',
            cluster: { server: server.url, 'certificate-authority-data': base64(ca) },
          },
        ],
        users: [{ name: 'me', user }],
        contexts: [{ name: 'here', context: { cluster: 'here', user: 'me' } }],
        'current-context': 'here',
      }),
    )
    return config
  }
  return { authority, configOf }
}

const whoAmI = async (config: KubeConfig) => {
  const api = config.makeApiClient(AuthenticationV1Api)
  return (await api.createSelfSubjectReview({ body: {} })).status?.userInfo
}

test('@kubernetes/client-node authenticates by a client certificate', async () => {
  const { authority, configOf } = await served()
  const { certificate, key } = await authority.forClient({
    name: 'ada',
    groups: ['system:masters'],
  })
  const config = configOf({
    'client-certificate-data': base64(certificate),
    'client-key-data': base64(key),
  })

  expect(await whoAmI(config)).toMatchObject({
    username: 'ada',
    groups: ['system:masters', 'system:authenticated'],
  })
  const core = config.makeApiClient(CoreV1Api)
  expect((await core.listNamespace()).items.map(({ metadata }) => metadata?.name)).toContain(
    'default',
  )
})

test('@kubernetes/client-node authenticates by a token', async () => {
  const { configOf } = await served()

  expect(await whoAmI(configOf({ token: 'the-token' }))).toMatchObject({
    username: 'bob',
    groups: ['system:masters', 'dev', 'system:authenticated'],
  })
})

test('@kubernetes/client-node is refused with a certificate of another authority', async () => {
  const { configOf } = await served()
  const { certificate, key } = await (await createAuthority('clients')).forClient({ name: 'ada' })

  await expect(
    whoAmI(
      configOf({
        'client-certificate-data': base64(certificate),
        'client-key-data': base64(key),
      }),
    ),
  ).rejects.toMatchObject({ code: 401 })
})
