// Checks what the labels of a namespace for pod security do.

import type { History } from '../../../properties/history/history.ts'
import { warns } from '../../../properties/laws/admission/policies.ts'
import { isForbidden } from '../../../properties/laws/admission/forbidden.ts'
import { meetsLevel, requireLevel } from '../../../properties/laws/admission/pod-security.ts'
import {
  securedNamespace,
  specWithout,
  tryPod,
  tryTemplate,
} from '../../../properties/scenarios/admission/pod-security.ts'
import { example } from '../../check.ts'

const onHost = { hostPID: true }
const missing = {
  allowPrivilegeEscalation: 'allowPrivilegeEscalation != false',
  runAsNonRoot: 'runAsNonRoot != true',
  capabilities: 'unrestricted capabilities',
  seccompProfile: 'seccompProfile',
} as const
const fields = Object.keys(missing) as (keyof typeof missing)[]
const newSysctl = {
  securityContext: { sysctls: [{ name: 'net.ipv4.tcp_rmem', value: '4096 87380 6291456' }] },
}
const atLatest = (level: string) => ({ enforce: level, 'enforce-version': 'latest' })

/** A pod is refused, and the message names the level and what is wrong. */
const violatesLevel = (history: History, label: string, texts: readonly string[]) =>
  isForbidden(history, label, {
    says: 'A pod that does not meet the level of its namespace is refused.',
    texts,
  })

const wouldViolate = 'would violate PodSecurity'

export default [
  example(
    'K8S-ADM-024',
    [
      ...securedNamespace('namespace', atLatest('baseline')),
      tryPod('plain', 'namespace'),
      tryPod('on host', 'namespace', onHost),
    ],
    function* (history) {
      yield* requireLevel(history, 'namespace')
      yield* meetsLevel(history, 'plain')
      const texts = ['violates PodSecurity "baseline:latest"', 'host namespaces (hostPID=true)']
      yield* violatesLevel(history, 'on host', texts)
    },
  ),
  example(
    'K8S-ADM-025',
    [
      ...securedNamespace('namespace', atLatest('restricted')),
      tryPod('plain', 'namespace'),
      ...fields.map(field => tryPod(`without ${field}`, 'namespace', specWithout(field))),
    ],
    function* (history) {
      yield* requireLevel(history, 'namespace')
      yield* violatesLevel(history, 'plain', ['violates PodSecurity "restricted:latest"'])
      for (const field of fields)
        yield* violatesLevel(history, `without ${field}`, [missing[field]])
    },
  ),
  example(
    'K8S-ADM-026',
    [
      ...securedNamespace('namespace', { warn: 'baseline' }),
      tryPod('on host', 'namespace', onHost),
      tryTemplate('template', 'namespace', onHost),
    ],
    function* (history) {
      yield* requireLevel(history, 'namespace')
      for (const label of ['on host', 'template']) {
        yield* meetsLevel(history, label)
        yield* warns(history, label, wouldViolate)
      }
    },
  ),
  example(
    'K8S-ADM-027',
    [
      ...securedNamespace('older', { enforce: 'baseline', 'enforce-version': 'v1.31' }),
      ...securedNamespace('newer', { enforce: 'baseline', 'enforce-version': 'v1.32' }).slice(1),
      tryPod('in older', 'older', newSysctl),
      tryPod('in newer', 'newer', newSysctl),
    ],
    function* (history) {
      yield* requireLevel(history, 'older', 'newer')
      yield* violatesLevel(history, 'in older', ['baseline:v1.31', 'net.ipv4.tcp_rmem'])
      yield* meetsLevel(history, 'in newer')
    },
  ),
]
