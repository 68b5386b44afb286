// Compares the formats of stored values: the reference and a genuine server each read the values
// that the other has written to etcd, with each provider.

import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Agent } from 'undici'
import { startKmsPlugin } from '../../fixtures/hosts/kms-plugin.ts'
import { createSender } from '../../fixtures/targets/kube-apiserver/send.ts'
import { startKubeApiserver } from '../../fixtures/targets/kube-apiserver/start.ts'
import { encryptionSettings } from '../../reference/flag-settings/encryption-flags.ts'
import { configKinds } from '../../reference/config/config-kinds.ts'
import { kubernetes } from '../../reference/dialects/kubernetes.ts'
import { transformValues } from '../../reference/storage/encryption/transform-values.ts'
import { systemClock } from '../../reference/server/clock.ts'
import { problemWith } from '../long-runs/storage-engine-runs.ts'
import type { LongRun } from '../long-runs/storage-engine-runs.ts'
import type { Key } from '../../reference/api/store.ts'

const data = 'values'
const secret = Buffer.alloc(32, 'touchstone').toString('base64')
const keys = { keys: [{ name: 'one', secret }] }
const marker = 'touchstone-marker'

/**
 * The type that each provider encrypts: its path below the API, and the fields that it requires.
 */
const types = {
  secrets: { root: '/api/v1', kind: 'Secret', apiVersion: 'v1', fields: {} },
  configmaps: { root: '/api/v1', kind: 'ConfigMap', apiVersion: 'v1', fields: {} },
  endpoints: { root: '/api/v1', kind: 'Endpoints', apiVersion: 'v1', fields: {} },
  limitranges: {
    root: '/api/v1',
    kind: 'LimitRange',
    apiVersion: 'v1',
    fields: { spec: { limits: [] } },
  },
  'controllerrevisions.apps': {
    root: '/apis/apps/v1',
    kind: 'ControllerRevision',
    apiVersion: 'apps/v1',
    fields: { revision: 1, data: {} },
  },
} as const
type TypeName = keyof typeof types

const providersOf = (endpoint: string): { [type in TypeName]: object } => ({
  secrets: { kms: { apiVersion: 'v2', name: 'two', endpoint } },
  configmaps: { kms: { apiVersion: 'v1', name: 'one', endpoint } },
  endpoints: { aescbc: keys },
  limitranges: { aesgcm: keys },
  'controllerrevisions.apps': { secretbox: keys },
})

/**
 * Compares the stored values of one object of each type, in Protobuf as a genuine server has them.
 */
export async function compareStoredValues(): Promise<LongRun> {
  const folder = await mkdtemp(join(tmpdir(), 'kms-'))
  const plugin = await startKmsPlugin({
    name: 'one',
    socket: join(folder, 's'),
    record: () => () => {},
  })
  const genuine = await startKubeApiserver()
  try {
    return await compareOn(genuine, plugin.endpoint)
  } finally {
    await genuine.close()
    await plugin.stop()
    await rm(folder, { recursive: true })
  }
}

async function compareOn(
  genuine: Awaited<ReturnType<typeof startKubeApiserver>>,
  endpoint: string,
): Promise<LongRun> {
  const name = 'encryption.yaml'
  const text = JSON.stringify({
    apiVersion: `apiserver.config.${kubernetes.apiDomain}/v1`,
    kind: 'EncryptionConfiguration',
    resources: Object.entries(providersOf(endpoint)).map(([type, provider]) => ({
      resources: [type],
      providers: [provider],
    })),
  })
  const { connection, values } = await genuine.start({
    files: [{ name, text }],
    flags: [`--encryption-provider-config=${name}`, '--feature-gates=KMSv1=true'],
    data,
  })
  const settings = await encryptionSettings(
    { encryptionProviderConfig: name },
    {
      kinds: configKinds,
      dialect: kubernetes,
      gates: { KMSv1: true },
      readText: async () => text,
    },
  )
  const { open, seal, close } = transformValues(settings ?? { rules: [] }, {
    clock: systemClock(),
    prefix: `/data-${data}`,
  })
  const dispatcher = new Agent({
    connect: { ca: await readFile(connection.certificateAuthority ?? '') },
  })
  const ask = createSender({ origin: connection.url, dispatcher, token: genuine.tokens.admin })
  const problems: string[] = []
  const problem = (type: string, what: string) => void problems.push(`${type}: ${what}`)

  async function compare(type: TypeName): Promise<void> {
    const { root, kind, apiVersion, fields } = types[type]
    const [resource = '', group = ''] = type.split('.')
    const collection = `${root}/namespaces/default/${resource}`
    const metadata = { name: 'a', annotations: { marker } }
    const created = await ask('POST', collection, { kind, apiVersion, metadata, ...fields })
    if (created.status !== 201) return problem(type, `create: ${created.status} ${created.text}`)
    const stored = await values.find(`${collection}/a`)
    if (!stored) return problem(type, 'nothing is stored')
    if (stored.value.includes(marker)) return problem(type, 'the plain text is stored')
    const key = `${group}/${resource}/default/a` as Key
    const { value, isStale } = await open(stored.value, key)
    if (!value.includes(marker) || isStale) return problem(type, 'the reference reads another text')
    await values.put({ ...stored, value: await seal(value, key) })
    const read = await ask('GET', `${collection}/a`)
    const before = versionOf(created.text)
    if (read.status !== 200 || !read.text.includes(marker) || versionOf(read.text) === before)
      problem(type, `the genuine server does not read it: ${read.status} ${read.text}`)
  }

  try {
    for (const type of Object.keys(types) as TypeName[]) await compare(type)
  } finally {
    close()
    await dispatcher.destroy()
  }
  return {
    summary: `${Object.keys(types).length} types, each with another provider`,
    ...problemWith(problems),
  }
}

const versionOf = (text: string): string | undefined => /"resourceVersion":"(\d+)"/.exec(text)?.[1]
