import { expect, it } from 'vitest'

import { configKinds } from '../config/config-kinds.ts'
import { cluster } from '../dialects/cluster.ts'
import { type AuditFlags, auditSettings } from './audit-flags.ts'

const policy = (...rules: object[]) => ({
  apiVersion: `audit.${cluster.apiDomain}/v1`,
  kind: 'Policy',
  rules,
})

const files: { [path: string]: object } = {
  'policy.yaml': policy({ level: 'Metadata' }),
  'bad.yaml': policy({ level: 'Everything' }),
  'sink.yaml': {
    clusters: [{ name: 'c', cluster: { server: 'http://a' } }],
    contexts: [{ name: 'here', context: { cluster: 'c' } }],
    'current-context': 'here',
  },
}

const read = (flags: AuditFlags) =>
  auditSettings(flags, {
    kinds: configKinds,
    dialect: cluster,
    readText: async path => JSON.stringify(files[path]),
  })

const logging = { auditPolicyFile: 'policy.yaml', auditLogPath: 'audit.log' }
const posting = { auditPolicyFile: 'policy.yaml', auditWebhookConfigFile: 'sink.yaml' }

it('has the defaults of a genuine server', async () => {
  expect(await read({})).toBeUndefined()
  expect((await read({ ...logging, ...posting }))?.sinks).toMatchObject([
    {
      kind: 'log',
      mode: 'blocking',
      bytesMax: 100 * 1024 * 1024,
      ageMsMax: 366 * 24 * 60 * 60 * 1000,
      backupsMax: 100,
    },
    {
      kind: 'webhook',
      mode: 'batch',
      firstDelayMs: 10_000,
      batching: {
        bufferSize: 10_000,
        maxSize: 400,
        maxWaitMs: 30_000,
        throttle: { qps: 10, burst: 15 },
      },
    },
  ])
})

it('reads the flags of sinks', async () => {
  const settings = await read({
    ...posting,
    auditWebhookBatchBufferSize: '5',
    auditWebhookBatchMaxSize: '2',
    auditWebhookBatchMaxWait: '3s',
    auditWebhookBatchThrottleEnable: 'false',
    auditWebhookInitialBackoff: '1s',
  })

  expect(settings?.sinks[0]).toMatchObject({ firstDelayMs: 1000 })
  expect(settings?.sinks[0]?.batching).toEqual({ bufferSize: 5, maxSize: 2, maxWaitMs: 3000 })
})

it.each<[AuditFlags, string]>([
  [{ auditLogPath: 'a' }, '--audit-log-path: expected also --audit-policy-file, got none'],
  [
    { auditPolicyFile: 'policy.yaml' },
    '--audit-policy-file: expected also --audit-log-path or --audit-webhook-config-file, got neither',
  ],
  [{ ...logging, auditPolicyFile: 'bad.yaml' }, 'expected a valid Policy, got faults:'],
  [{ ...logging, auditLogMode: 'later' }, '--audit-log-mode: expected batch, blocking,'],
  [{ ...logging, auditLogMaxsize: '-1' }, '--audit-log-maxsize: expected an integer from 0 on'],
  [{ ...logging, auditLogBatchMaxSize: '5' }, 'expected --audit-log-mode=batch, got blocking'],
  [
    { ...logging, auditWebhookMode: 'batch' },
    'expected also --audit-webhook-config-file, got none',
  ],
  [{ ...posting, auditWebhookBatchMaxSize: '0' }, '--audit-webhook-batch-max-size: expected an'],
  [{ ...posting, auditWebhookBatchThrottleQps: 'x' }, 'throttle-qps: expected a number above 0'],
])('refuses %j', async (flags, message) => {
  await expect(read(flags)).rejects.toThrow(message)
})
