import { expect, it } from 'vitest'
import type { ConfigCheckResult, ConfigCheckRequest } from '../../fixtures/objects/config-check.ts'
import { defaultTypes } from '../../fixtures/objects/tested-types.ts'
import type { Environment } from './environment.ts'
import { isFinalRefusal, isSuccess } from '../history/history.ts'
import { perform } from './perform.ts'
import type { ConfigCheckStep } from '../dsl/scenario.ts'

const { signal } = new AbortController()

const step: ConfigCheckStep = {
  as: 'asked',
  accepts: {
    files: [
      {
        name: 'a.yaml',
        document: {
          apiVersion: { $join: [{ $group: 'clusterproxy.config' }, '/v1alpha1'] },
          clientConnection: { clusterconfig: '/etc/x' },
        },
      },
      { name: 'b.yaml', text: 'kind: [' },
    ],
    flags: ['--cluster-api-qps=7', '--cluster-dns=10.0.0.1'],
    gates: { LoggingAlphaOptions: true },
    facts: { '--anonymous-auth': 'true' },
  },
}

it('asks with filled holes and in the terms of the dialect', async () => {
  const { asked } = await ask({ dialect: 'kubernetes' })

  expect(asked).toHaveLength(1)
  expect(asked[0]?.files[1]).toEqual({ name: 'b.yaml', text: 'kind: [' })
  expect(JSON.parse(asked[0]?.files[0]?.text ?? '')).toEqual({
    apiVersion: 'kubeproxy.config.cluster.example/v1alpha1',
    clientConnection: { kubeconfig: '/etc/x' },
  })
  expect(asked[0]).toMatchObject({
    flags: ['--kube-api-qps=7', '--cluster-dns=10.0.0.1'],
    gates: { LoggingAlphaOptions: true },
    facts: { '--anonymous-auth': 'true' },
  })
})

it('uses the terms of the specification in its own dialect', async () => {
  const { asked } = await ask({ dialect: 'cluster' })

  expect(asked[0]?.files[0]?.text).toContain('clusterproxy.config.cluster.example/v1alpha1')
  expect(asked[0]?.flags?.[0]).toBe('--cluster-api-qps=7')
})

it('records acceptance as a success, and refusal as a refusal', async () => {
  const findings = [{ path: 'jwt', message: 'Required value' }]
  const good = await ask({ answer: async () => ({ accepted: true, findings: [] }) })
  const bad = await ask({ answer: async () => ({ accepted: false, findings }) })

  expect(good.exchange && isSuccess(good.exchange)).toBe(true)
  expect(bad.exchange && isFinalRefusal(bad.exchange)).toBe(true)
  expect(bad.exchange?.answer?.body).toEqual({ accepted: false, findings })
  expect(bad.exchange?.request.path).toBe('')
})

it('records that a target cannot be asked or fails to answer', async () => {
  const failing = await ask({ answer: () => Promise.reject(new Error('no such program')) })
  const { exchanges } = await perform({ steps: [step] }, environmentOf({}), signal)

  expect(failing.exchange?.problem).toBe('the target failed to answer: no such program')
  expect(exchanges[0]?.problem).toBe('the target cannot be asked what it accepts')
  expect(exchanges[0]?.answer).toBeUndefined()
})

async function ask({
  dialect = 'cluster',
  answer = async (): Promise<ConfigCheckResult> => ({ accepted: true, findings: [] }),
}) {
  const asked: ConfigCheckRequest[] = []
  const accepts = (question: ConfigCheckRequest) => {
    asked.push(question)
    return answer()
  }
  const { exchanges } = await perform(
    { steps: [step] },
    environmentOf({ accepts }, dialect),
    signal,
  )
  return { asked, exchange: exchanges[0] }
}

const environmentOf = (controls: Environment['controls'], dialect = 'cluster'): Environment => ({
  clients: {},
  dialect,
  apiDomain: 'cluster.example',
  ordered: false,
  types: defaultTypes('cluster.example'),
  controls,
  run: 'run',
  namespaces: ['own'],
  caseMs: 10_000,
  nextPrefix: () => 't-0-',
})
