import { expect, it } from 'vitest'

import { configKinds } from '../config/config-kinds.ts'
import { cluster } from '../dialects/cluster.ts'
import { tracingSettings } from './tracing-flags.ts'

const read = (members: object) =>
  tracingSettings(
    { tracingConfigFile: 'tracing.yaml' },
    {
      kinds: configKinds,
      dialect: cluster,
      readText: async () =>
        JSON.stringify({
          apiVersion: `apiserver.${cluster.apiDomain}/v1beta1`,
          kind: 'TracingConfiguration',
          ...members,
        }),
    },
  )

it('sends to the default port of collectors on this machine', async () => {
  expect(await read({})).toEqual({ endpoint: 'dns:localhost:4317' })
})

it.each([
  ['collector.example:4317', 'dns:collector.example:4317'],
  ['dns:///collector.example:4317', 'dns:collector.example:4317'],
  ['unix:///run/collector.sock', 'unix:/run/collector.sock'],
])('connects for %s to %s', async (endpoint, address) => {
  expect(await read({ endpoint, samplingRatePerMillion: 7 })).toEqual({
    endpoint: address,
    samplingRatePerMillion: 7,
  })
})

it.each(['unix-abstract:///collector', 'dns://collector.example:4317'])(
  'refuses %s, which this server cannot reach',
  async endpoint => {
    await expect(read({ endpoint })).rejects.toThrow(
      `--tracing-config-file: tracing.yaml: endpoint: expected a host and a port, dns:///HOST:PORT or unix:///PATH, got ${endpoint}`,
    )
  },
)

it('traces nothing without the flag', async () => {
  const readText = () => Promise.reject(new Error('nothing to read'))

  expect(
    await tracingSettings({}, { kinds: configKinds, dialect: cluster, readText }),
  ).toBeUndefined()
})
