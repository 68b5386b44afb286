// Generates scenarios in which node agents run pods of their sources.

import { agentSetups } from '../../dsl/agent-names.ts'
import type { AgentSetupName } from '../../dsl/agent-names.ts'
import { benchOf, podFile, podTerm } from '../../dsl/agent-steps.ts'
import { caseName } from '../../dsl/steps.ts'
import type { Step } from '../../dsl/scenario.ts'
import type { Term } from '../../dsl/term.ts'

const isRunning: Term = { containers: [{ name: 'main', state: 'running' }] }
const isGone: Term = { isRunning: false }

/** Writes the file of a pod, and waits until its container runs. The label is that of the wait. */
export const runFromFile = (
  label: string,
  pod: string,
  { agent = agentSetups.standalone, spec = {} }: PodOptions = {},
): Step[] => {
  const bench = benchOf(agent)
  return [
    bench.writeDocument(`${label} written`, podFile(pod), podTerm(pod, spec)),
    bench.untilRuntime(label, pod, isRunning),
  ]
}

type PodOptions = { agent?: AgentSetupName; spec?: { [member: string]: Term } }

/** Waits until the container of a pod runs. */
export const untilRunning = (
  label: string,
  pod: string,
  agent: AgentSetupName = agentSetups.standalone,
): Step => benchOf(agent).untilRuntime(label, pod, isRunning)

/** Removes the file of a pod, and waits until nothing of the pod runs. */
export const removeFromFiles = (
  label: string,
  pod: string,
  agent: AgentSetupName = agentSetups.standalone,
): Step[] => [
  benchOf(agent).removeFile(`${label} removed`, podFile(pod)),
  benchOf(agent).untilRuntime(label, pod, isGone),
]

/** Creates a pod at the API for the node of an agent, and waits until its container runs. */
export const runFromApi = (label: string, pod: string, agent: AgentSetupName): Step[] => {
  const body = podTerm(pod, { nodeName: 'node-one' })
  const bench = benchOf(agent)
  return [
    bench.ask(`${label} created`, 'api', '/api/v1/namespaces/default/pods', {
      method: 'POST',
      body,
    }),
    bench.untilRuntime(label, pod, isRunning),
  ]
}

/** Waits until the agent has posted a node, which it does in the first seconds. */
export const untilPosted = (agent: AgentSetupName, label = 'posted'): Step =>
  benchOf(agent).untilRequests(label, '/nodes', { requests: [{ method: 'POST' }] })

/** The form of a manifest. */
export type ManifestForm = 'JSON' | 'YAML'
export type ManifestSource = 'files' | 'host'

/** Offers a pod in a form to a source, and waits until its container runs. */
export function runInForm(
  label: string,
  pod: string,
  { form, source }: { form: ManifestForm; source: ManifestSource },
): Step[] {
  const bench = benchOf(agentSetups.standalone)
  const text = form === 'YAML' ? yamlOf(pod) : jsonOf(pod)
  const type = form === 'YAML' ? 'application/yaml' : 'application/json'
  const offer =
    source === 'files'
      ? bench.writeFile(`${label} offered`, podFile(pod, form === 'YAML' ? '.yaml' : '.json'), text)
      : bench.serveManifest(`${label} offered`, text, type)
  return [offer, bench.untilRuntime(label, pod, isRunning)]
}

const yamlOf = (pod: string): Term => ({
  $join: [
    'apiVersion: v1\nkind: Pod\nmetadata:\n  namespace: default\n  name: ',
    caseName(pod),
    '\n  labels: { form: yaml } # a comment\nspec:\n  terminationGracePeriodSeconds: 1\n',
    '  containers:\n  - name: main\n    image: registry.example/touchstone:1\n',
  ],
})

const jsonOf = (pod: string): Term => ({
  $join: [
    '{"apiVersion": "v1", "kind": "Pod", "metadata": {"namespace": "default", "name": "',
    caseName(pod),
    '", "labels": {"form": "json"}}, "spec": {"terminationGracePeriodSeconds": 1, "containers": ',
    '[{"name": "main", "image": "registry.example/touchstone:1"}]}}',
  ],
})
